package io.oxicloud.files.session;

import static io.oxicloud.files.session.SessionRig.PIECE;
import static io.oxicloud.files.session.SessionRig.refused;
import static io.oxicloud.files.session.SessionRig.unreadable;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.access.TestGround;
import io.oxicloud.account.NewUser;
import io.oxicloud.account.UserView;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Engine;
import io.oxicloud.files.TestFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What open sessions may take of quotas and of the disk. */
@ParameterizedClass
@EnumSource(Engine.class)
class SessionRoomTest {
    private final SessionRig rig;
    private final TestFiles files;
    private final UploadSessions sessions;
    private final Actor.User alice;
    private final DriveId drive;
    private final NodeId root;

    SessionRoomTest(Engine engine) {
        rig = new SessionRig(engine);
        files = rig.files;
        sessions = rig.sessions;
        alice = rig.alice;
        drive = rig.drive;
        root = rig.root;
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void openSessionsTakeTheRoomThatTheyWillNeed() throws Exception {
        files.drives.setQuota(TestGround.ADMIN, drive, (long) rig.bytes.length + PIECE);
        UploadSession first = rig.begin();
        var more = new NewSession(root, "b", null, PIECE + 1L, PIECE);

        refused(ErrorCode.OVER_QUOTA, () -> sessions.begin(alice, more));
        sessions.begin(alice, new NewSession(root, "c", null, PIECE, PIECE));
        sessions.abandon(alice, first.id());
        sessions.begin(alice, more);
    }

    @Test
    void whatOthersAnnounceIsInNobodysWay() {
        files.drives.setQuota(TestGround.ADMIN, drive, 10L * PIECE);
        Actor.User eve = files.user();
        files.grant(eve, files.tree.get(alice, root), Role.EDITOR);
        sessions.begin(eve, new NewSession(root, "nothing comes", null, 10L * PIECE, PIECE));

        sessions.begin(alice, new NewSession(root, "one byte", null, 1, PIECE));
        sessions.begin(alice, new NewSession(root, "the rest", null, 10L * PIECE - 1, PIECE));
        CloudException full = assertThrows(
                CloudException.class, () -> sessions.begin(eve, new NewSession(root, "more", null, 1, PIECE)));
        assertEquals(ErrorCode.OVER_QUOTA, full.code());
        assertTrue(
                full.message().contains(String.valueOf(10L * PIECE)), "what she announced herself: " + full.message());
        refused(
                ErrorCode.OVER_QUOTA,
                () -> sessions.begin(
                        eve, new NewSession(files.home(eve), "too much", null, TestFiles.MOST_HELD, PIECE)));
    }

    @Test
    void whoIsFullAtHomeMayUploadWhereThereIsRoom() throws Exception {
        UserId id = files.ground
                .accounts()
                .create(
                        new Actor.Job("test"),
                        new NewUser("carl", "carl@example.com", null, UserView.Role.USER, 100L, true, false))
                .id();
        Actor.User carl = new Actor.User(id, false, false);
        files.write(carl, files.home(carl), "all", "0123456789".repeat(10));
        files.grant(carl, files.tree.get(alice, root), Role.EDITOR);
        refused(
                ErrorCode.OVER_QUOTA,
                () -> sessions.begin(carl, new NewSession(files.home(carl), "a", null, 1, PIECE)));

        UploadSession session = sessions.begin(carl, new NewSession(root, "a", null, 17, PIECE));
        sessions.put(carl, session.id(), 0, null, rig.piece(2), -1);
        assertEquals(17, sessions.complete(carl, session.id(), null).size());
    }

    @Test
    void nothingIsReadIfTheDiskHasNoRoomForIt() {
        long[] free = {Long.MAX_VALUE};
        UploadSessions full = SessionRig.on(files, () -> free[0]);
        UploadSession session = rig.begin();
        free[0] = PIECE - 1;

        refused(ErrorCode.STORAGE_FULL, () -> full.put(alice, session.id(), 0, null, unreadable(), -1));
    }
}
