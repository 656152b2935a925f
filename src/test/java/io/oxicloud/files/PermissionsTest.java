package io.oxicloud.files;

import io.oxicloud.access.Permission;
import io.oxicloud.access.PermissionMatrix;
import io.oxicloud.access.PermissionMatrix.Door;
import io.oxicloud.access.PermissionMatrix.Outcome;
import io.oxicloud.access.PermissionMatrix.Thing;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.base.Actor;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every method of the doors, as every kind of actor, with every role on the drive, on a folder and on a file. */
@ParameterizedClass
@EnumSource(Engine.class)
class PermissionsTest {
    /** A folder with a file and a folder in it. */
    private record Sample(DriveId drive, Node folder, Node file, Node inner, List<String> path) {}

    private final TestFiles files;
    private final FileTree tree;
    private final PermissionMatrix matrix;
    private final Actor.User owner;
    private final Actor.User friend;
    private final DriveId drive;
    private int names;

    PermissionsTest(Engine engine) {
        files = new TestFiles(engine);
        tree = files.tree;
        matrix = new PermissionMatrix(files.ground);
        owner = files.user();
        friend = files.user();
        drive = files.drive(owner, "Team");
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void aRoleOnAFolderCountsForAllThatLiesInIt() {
        matrix.check(grantedOn(sample -> Resource.of(sample.folder.lineage(), true)), doors());
    }

    @Test
    void aRoleOnAFileCountsForTheFile() {
        matrix.check(
                grantedOn(sample -> Resource.of(sample.file.lineage(), false)),
                List.of(
                        Door.needing(Permission.READ, "get", (who, it) -> tree.get(who, it.file.id())),
                        Door.needing(
                                Permission.READ,
                                "open",
                                (who, it) -> tree.open(who, it.file).close()),
                        Door.needing(
                                Permission.UPDATE,
                                "rename",
                                (who, it) -> tree.rename(who, it.file.id(), "new", Precondition.NONE)),
                        Door.needing(
                                Permission.DELETE,
                                "delete",
                                (who, it) -> tree.delete(who, it.file.id(), Precondition.NONE)),
                        new Door<>(
                                "the folder around it",
                                square -> hiddenUnlessOwner(square),
                                (who, it) -> tree.get(who, it.folder.id()))));
    }

    @Test
    void aRoleOnTheDriveCountsForAllThatLiesInIt() {
        matrix.check(
                () -> {
                    DriveId fresh = files.drive(owner, "Team " + names++);
                    return new Thing<>(owner, Resource.of(fresh), sample(fresh));
                },
                doors());
    }

    private List<Door<Sample>> doors() {
        return List.of(
                Door.needing(Permission.READ, "resolve", (who, it) -> tree.resolve(who, it.drive, it.path)),
                Door.needing(Permission.READ, "get", (who, it) -> tree.get(who, it.file.id())),
                Door.needing(Permission.READ, "children", (who, it) -> tree.children(who, it.folder.id(), null, 10)),
                Door.needing(
                        Permission.READ,
                        "open",
                        (who, it) -> tree.open(who, it.file).close()),
                Door.needing(
                        Permission.CREATE, "createFolder", (who, it) -> tree.createFolder(who, it.folder.id(), "new")),
                Door.needing(
                        Permission.CREATE,
                        "prepareWrite",
                        (who, it) -> tree.prepareWrite(who, it.folder.id(), "new", Precondition.NONE)),
                Door.needing(Permission.CREATE, "commitWrite", (who, it) -> files.commit(who, it.folder.id(), "new")),
                Door.needing(
                        Permission.UPDATE,
                        "prepareWrite over a file",
                        (who, it) -> tree.prepareWrite(who, it.folder.id(), it.file.name(), Precondition.NONE)),
                Door.needing(
                        Permission.UPDATE,
                        "commitWrite over a file",
                        (who, it) -> files.commit(who, it.folder.id(), it.file.name())),
                Door.needing(
                        Permission.UPDATE,
                        "rename",
                        (who, it) -> tree.rename(who, it.file.id(), "new", Precondition.NONE)),
                Door.needing(
                        Permission.UPDATE,
                        "move",
                        (who, it) -> tree.move(who, it.file.id(), it.inner.id(), "new", Precondition.NONE)),
                Door.needing(
                        Permission.DELETE, "delete", (who, it) -> tree.delete(who, it.file.id(), Precondition.NONE)),
                Door.needing(Permission.SHARE, "grants.list", (who, it) -> files.nodeGrants.list(who, it.file.id())),
                Door.needing(
                        Permission.SHARE,
                        "grants.give",
                        (who, it) ->
                                files.nodeGrants.give(who, it.file.id(), Subject.of(friend.id()), Role.VIEWER, null)),
                Door.needing(
                        Permission.SHARE,
                        "grants.revoke",
                        (who, it) -> files.nodeGrants.revoke(who, it.file.id(), Subject.of(friend.id()))));
    }

    private static Outcome hiddenUnlessOwner(PermissionMatrix.Square square) {
        return Set.of(PermissionMatrix.Who.OWNER, PermissionMatrix.Who.JOB).contains(square.who())
                ? Outcome.DONE
                : Outcome.ABSENT;
    }

    private Supplier<Thing<Sample>> grantedOn(java.util.function.Function<Sample, Resource> on) {
        return () -> {
            Sample sample = sample(drive);
            return new Thing<>(owner, on.apply(sample), sample);
        };
    }

    private Sample sample(DriveId in) {
        String name = "folder " + names++;
        Node folder = tree.createFolder(owner, new NodeId(in.value()), name);
        Node file = files.write(owner, folder.id(), "file", "content").node();
        Node inner = tree.createFolder(owner, folder.id(), "inner");
        return new Sample(in, folder, file, inner, List.of(name, "file"));
    }
}
