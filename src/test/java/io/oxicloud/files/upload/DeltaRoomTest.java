package io.oxicloud.files.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.access.TestGround;
import io.oxicloud.account.NewUser;
import io.oxicloud.account.UserView;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import io.oxicloud.drive.NewDrive;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Carl's own drive is too small for what he sends; where it is to go, nobody knows before the commit. */
@ParameterizedClass
@EnumSource(Engine.class)
class DeltaRoomTest {
    private static final int LENGTH = 1 << 20;
    private static final DeltaClient CLIENT = new DeltaClient(content());

    private final TestFiles files;
    private final Actor.User alice;
    private final Actor.User carl;

    DeltaRoomTest(Engine engine) {
        files = new TestFiles(engine);
        alice = files.user();
        carl = new Actor.User(
                files.ground
                        .accounts()
                        .create(
                                new Actor.Job("test"),
                                new NewUser(
                                        "carl", "carl@example.com", null, UserView.Role.USER, LENGTH / 2L, true, false))
                        .id(),
                false,
                false);
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void whatFitsNowhereIsNotTaken() {
        give(team(null), Role.VIEWER);

        overQuota(this::send);

        assertEquals(0, files.memory.names().size());
        assertEquals(0, held());
    }

    @Test
    void whatGoesIntoASharedDriveNeedsNoRoomInOnesOwn() throws IOException {
        DriveId team = team((long) LENGTH);
        give(team, Role.CONTRIBUTOR);

        send();
        overQuota(() -> commit(files.home(carl)));
        assertEquals(LENGTH, held());

        assertNotNull(commit(new NodeId(team.value())).written());
        assertEquals(0, held());
        long left = files.ground.tx.read("room", scope -> files.ledger.room(scope, team));
        assertEquals(0, left);
    }

    @Test
    void thereMustBeRoomInTheSharedDrive() throws IOException {
        DriveId team = team(LENGTH / 2L + 1);
        give(team, Role.EDITOR);

        send(); // one half fits into the one drive and one into the other
        overQuota(() -> commit(new NodeId(team.value())));

        files.write(alice, new NodeId(team.value()), "other", "xx");
        var more = new DeltaClient(new byte[] {1});
        overQuota(() -> files.deltas.take(
                carl,
                new ByteArrayInputStream(more.frames(
                        more.pieces().stream().map(DeltaClient.Piece::hash).toList()))));
    }

    @Test
    void aFolderOfSomebodyElseWillDo() throws IOException {
        Node folder = files.tree.createFolder(alice, files.home(alice), "folder");
        files.grant(carl, folder, Role.EDITOR);

        send();

        assertNotNull(commit(folder.id()).written());
    }

    @Test
    void noRoomAnywhereLetsAnAccountHoldMoreThanAnyMay() {
        give(team(null), Role.EDITOR);
        var held = new HeldBytes(files.ledger, LENGTH - 1);
        var bounded =
                new Deltas(files.ground.tx, files.access, files.tree, files.store, held, UploadSettings.of(1 << 30));

        overQuota(() -> bounded.take(carl, frames()));
    }

    private DriveId team(@Nullable Long quota) {
        return files.drives
                .createShared(TestGround.ADMIN, new NewDrive("Team", Subject.of(alice.id()), quota))
                .id();
    }

    private void give(DriveId drive, Role role) {
        files.ground.give(Subject.of(carl.id()), Resource.of(drive), role, null);
    }

    private void send() throws IOException {
        files.deltas.take(carl, frames());
    }

    private static ByteArrayInputStream frames() {
        return new ByteArrayInputStream(CLIENT.frames(
                CLIENT.pieces().stream().map(DeltaClient.Piece::hash).toList()));
    }

    private DeltaOutcome commit(NodeId folder) {
        return files.commits.commit(
                carl, new DeltaTarget.New(folder, "file"), CLIENT.hash(), CLIENT.sequence(), Precondition.NONE);
    }

    private long held() {
        return files.ground.tx.read("held", scope -> files.held.of(scope, carl.id()));
    }

    private static void overQuota(Executable work) {
        assertEquals(
                ErrorCode.OVER_QUOTA, assertThrows(CloudException.class, work).code());
    }

    private static byte[] content() {
        byte[] content = new byte[LENGTH];
        new Random(1).nextBytes(content);
        return content;
    }
}
