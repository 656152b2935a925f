package io.oxicloud.files.upload;

import io.oxicloud.access.Permission;
import io.oxicloud.access.PermissionMatrix;
import io.oxicloud.access.PermissionMatrix.Door;
import io.oxicloud.access.PermissionMatrix.Outcome;
import io.oxicloud.access.PermissionMatrix.Thing;
import io.oxicloud.access.PermissionMatrix.Who;
import io.oxicloud.access.Resource;
import io.oxicloud.base.Actor;
import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The doors that make files of what is there, as every kind of user, with every role on the drive. */
@ParameterizedClass
@EnumSource(Engine.class)
class UploadPermissionsTest {
    private record Sample(NodeId folder, Node file, Node other, Hash content) {}

    private final TestFiles files;
    private final Actor.User owner;
    private int names;

    UploadPermissionsTest(Engine engine) {
        files = new TestFiles(engine);
        owner = files.user();
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void aRoleOnTheDriveCountsForWhatIsMadeOfItsContents() {
        new PermissionMatrix(files.ground)
                .check(
                        this::sample,
                        List.of(
                                forUsers(
                                        Permission.CREATE,
                                        "known.create",
                                        (who, it) -> files.known.create(who, it.folder, "new", it.content)),
                                forUsers(
                                        Permission.CREATE,
                                        "commits.commit of a new file",
                                        (who, it) -> commit(who, new DeltaTarget.New(it.folder, "new"), it.content)),
                                forUsers(
                                        Permission.UPDATE,
                                        "commits.commit over a file",
                                        (who, it) -> commit(who, new DeltaTarget.Existing(it.other.id()), it.content)),
                                forUsers(
                                        Permission.UPDATE,
                                        "commits.commit that was made",
                                        (who, it) -> commit(who, new DeltaTarget.Existing(it.file.id()), it.content))));
    }

    private void commit(Actor who, DeltaTarget target, Hash content) {
        var none = new ChunkSequence.Builder().build();
        files.commits.commit(who, target, content, none, Precondition.NONE);
    }

    private Thing<Sample> sample() {
        DriveId drive = files.drive(owner, "Team " + names++);
        NodeId root = new NodeId(drive.value());
        Node file = files.write(owner, root, "file", "content").node();
        Node other = files.write(owner, root, "other", "other content").node();
        var sample = new Sample(root, file, other, Objects.requireNonNull(file.content()));
        return new Thing<>(owner, Resource.of(drive), sample);
    }

    private static Door<Sample> forUsers(Permission permission, String name, PermissionMatrix.Attempt<Sample> attempt) {
        Door<Sample> all = Door.needing(permission, name, attempt);
        return new Door<>(
                name,
                square -> Set.of(Who.JOB, Who.ANONYMOUS).contains(square.who())
                        ? Outcome.UNAUTHENTICATED
                        : all.rule().apply(square),
                attempt);
    }
}
