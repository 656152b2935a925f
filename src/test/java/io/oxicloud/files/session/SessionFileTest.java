package io.oxicloud.files.session;

import static io.oxicloud.files.session.SessionRig.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.TestGround;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import io.oxicloud.drive.Policy;
import io.oxicloud.files.LockKind;
import io.oxicloud.files.LockRequest;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The file that a session ends with. */
@ParameterizedClass
@EnumSource(Engine.class)
class SessionFileTest {
    private final SessionRig rig;
    private final TestFiles files;
    private final UploadSessions sessions;
    private final Actor.User alice;
    private final DriveId drive;
    private final NodeId root;

    SessionFileTest(Engine engine) {
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
    void whatIsNotWholeOrNotWhatWasSentIsNoFileAndCanStillBecomeOne() throws Exception {
        UploadSession session = rig.begin();
        rig.put(session, 0);
        refused(ErrorCode.INVALID_INPUT, () -> sessions.complete(alice, session.id(), null));
        rig.put(session, 1);
        rig.put(session, 2);
        refused(
                ErrorCode.INVALID_INPUT,
                () -> sessions.complete(alice, session.id(), Checksum.parse("sha256", "00".repeat(32))));
        String md5 = HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(rig.bytes));

        rig.assertFile(sessions.complete(alice, session.id(), Checksum.parse("md5", md5)));
    }

    @Test
    void everythingIsAskedAgainAtTheEnd() throws Exception {
        UploadSession session = rig.whole();
        files.drives.setQuota(TestGround.ADMIN, drive, 5L);
        refused(ErrorCode.OVER_QUOTA, () -> sessions.complete(alice, session.id(), null));
        files.drives.setQuota(TestGround.ADMIN, drive, null);
        var lock =
                files.locks.take(alice, root, new LockRequest(LockKind.EXCLUSIVE, true, "me", null), Precondition.NONE);
        refused(ErrorCode.LOCKED, () -> sessions.complete(alice, session.id(), null));
        files.locks.release(alice, root, lock.token());
        Node other = files.write(alice, root, "film.mp4", "other").node();
        refused(ErrorCode.NAME_TAKEN, () -> sessions.complete(alice, session.id(), null));
        files.tree.delete(alice, other.id(), Precondition.NONE);
        files.freeze(drive);
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> sessions.complete(alice, session.id(), null));
        files.drives.setPolicies(TestGround.ADMIN, drive, Map.of(Policy.READ_ONLY.key(), false));

        rig.assertFile(sessions.complete(alice, session.id(), null));
        rig.assertNothingLeft();
    }

    @Test
    void completingAgainGivesTheSameFileAndMakesNoOther() throws Exception {
        UploadSession session = rig.whole();
        Node file = sessions.complete(alice, session.id(), null);

        assertEquals(file.id(), sessions.complete(alice, session.id(), null).id());
        refused(ErrorCode.INVALID_INPUT, () -> rig.put(session, 0));
        assertEquals(List.of(), sessions.missing(alice, sessions.get(alice, session.id())));
        assertEquals(1, files.tree.children(alice, root, null, 10).items().size());
        files.clock.advance(Duration.ofHours(25));
        new SessionExpiry(files.database.maintenance(), files.references, files.held, files.clock).run();
        refused(ErrorCode.NOT_FOUND, () -> sessions.complete(alice, session.id(), null));
        assertEquals(0, files.rows("upload_session"));
    }

    @Test
    void twoWhoCompleteAtOnceMakeOneFile() throws Exception {
        UploadSession session = rig.whole();
        var lanes = Executors.newFixedThreadPool(3);
        try {
            Callable<String> complete = () -> {
                try {
                    return sessions.complete(alice, session.id(), null).id().toString();
                } catch (CloudException e) {
                    assertTrue(e.retryAfter() != null, e.message());
                    return e.code().name();
                }
            };
            var made = new HashSet<String>();
            for (Future<String> one : lanes.invokeAll(List.of(complete, complete, complete))) {
                made.add(one.get());
            }
            made.remove(ErrorCode.CONFLICT.name());
            assertEquals(
                    Set.of(sessions.complete(alice, session.id(), null).id().toString()), made);
        } finally {
            lanes.shutdownNow();
        }
        rig.assertNothingLeft();
    }
}
