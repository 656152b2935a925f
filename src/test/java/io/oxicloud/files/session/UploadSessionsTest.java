package io.oxicloud.files.session;

import static io.oxicloud.files.session.SessionRig.PIECE;
import static io.oxicloud.files.session.SessionRig.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.Engine;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** An upload in pieces, from its beginning until it is done, given up or out of time. */
@ParameterizedClass
@EnumSource(Engine.class)
class UploadSessionsTest {
    private final SessionRig rig;
    private final TestFiles files;
    private final UploadSessions sessions;
    private final Actor.User alice;
    private final DriveId drive;
    private final NodeId root;

    UploadSessionsTest(Engine engine) {
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
    void piecesInAnyOrderBecomeTheFile() throws Exception {
        UploadSession session = rig.begin();
        assertEquals(3, session.pieces().count());
        assertEquals(rig.bytes.length, rig.held());

        UploadSession last = rig.put(session, 2);
        assertEquals(17, last.receivedBytes());
        assertEquals(List.of(0, 1), sessions.missing(alice, last));
        rig.put(session, 0);
        UploadSession all = rig.put(session, 1);
        assertTrue(all.whole());
        assertEquals(1.0, all.progress());
        assertEquals(List.of(), files.fsck().findings());
        Node file = sessions.complete(alice, session.id(), null);

        assertEquals("film.mp4", file.name());
        rig.assertFile(file);
        assertEquals(rig.bytes.length, files.drives.used(alice).get(drive));
        rig.assertNothingLeft();
    }

    @Test
    void aPieceComesOnceWithItsLengthAndItsChecksum() throws Exception {
        UploadSession session = rig.begin();
        byte[] md5 = MessageDigest.getInstance("MD5").digest(rig.piece(0).readAllBytes());
        byte[] sha = MessageDigest.getInstance("SHA-256").digest(rig.piece(1).readAllBytes());

        refused(ErrorCode.INVALID_INPUT, () -> sessions.put(alice, session.id(), 3, null, rig.piece(2), -1));
        refused(ErrorCode.INVALID_INPUT, () -> sessions.put(alice, session.id(), -1, null, rig.piece(2), -1));
        refused(ErrorCode.INVALID_INPUT, () -> sessions.put(alice, session.id(), 0, null, rig.piece(2), -1));
        refused(ErrorCode.INVALID_INPUT, () -> sessions.put(alice, session.id(), 2, null, rig.piece(0), -1));
        refused(
                ErrorCode.INVALID_INPUT,
                () -> sessions.put(alice, session.id(), 1, Checksum.md5(md5), rig.piece(1), -1));
        refused(
                ErrorCode.INVALID_INPUT,
                () -> sessions.put(
                        alice, session.id(), 1, Checksum.parse("blake3", "00".repeat(32)), rig.piece(1), -1));
        refused(ErrorCode.INVALID_INPUT, () -> sessions.put(alice, session.id(), 1, null, rig.piece(1), 17));
        refused(ErrorCode.TOO_LARGE, () -> sessions.put(alice, session.id(), 1, null, rig.piece(1), (100L << 20) + 1));
        assertEquals(0, sessions.get(alice, session.id()).receivedPieces());
        assertEquals(0, files.rows("chunk_lease"));

        sessions.put(alice, session.id(), 0, Checksum.md5(md5), rig.piece(0), -1);
        sessions.put(
                alice, session.id(), 1, Checksum.parse("SHA-256", HexFormat.of().formatHex(sha)), rig.piece(1), -1);
        refused(ErrorCode.INVALID_INPUT, () -> rig.put(session, 0));
        assertEquals(2L * PIECE, sessions.get(alice, session.id()).receivedBytes());
        for (String algorithm : List.of("crc32", "", "md5")) {
            refused(ErrorCode.INVALID_INPUT, () -> Checksum.parse(algorithm, "00"));
        }
        refused(ErrorCode.INVALID_INPUT, () -> Checksum.parse("md5", "zz".repeat(16)));
    }

    @Test
    void aSessionIsItsOwnersAndNobodyElsesThereIsOne() throws Exception {
        UploadSession session = rig.whole();
        Actor.User eve = files.user();
        files.grant(eve, files.tree.get(alice, root), Role.EDITOR);

        refused(ErrorCode.NOT_FOUND, () -> sessions.get(eve, session.id()));
        refused(ErrorCode.NOT_FOUND, () -> sessions.missing(eve, session));
        refused(ErrorCode.NOT_FOUND, () -> sessions.put(eve, session.id(), 0, null, rig.piece(0), -1));
        refused(ErrorCode.NOT_FOUND, () -> sessions.complete(eve, session.id(), null));
        refused(ErrorCode.NOT_FOUND, () -> sessions.abandon(eve, session.id()));
        refused(ErrorCode.NOT_FOUND, () -> sessions.get(alice, UUID.randomUUID()));
        rig.assertFile(sessions.complete(alice, session.id(), null));
    }

    @Test
    void anotherProcessGoesOnWithWhatThisOneTook() throws Exception {
        UploadSession session = rig.begin();
        rig.put(session, 1);
        UploadSessions other = SessionRig.on(files);

        other.put(alice, session.id(), 0, null, rig.piece(0), -1);
        other.put(alice, session.id(), 2, null, rig.piece(2), -1);

        rig.assertFile(other.complete(alice, session.id(), null));
        assertTrue(sessions.get(alice, session.id()).whole());
    }

    @Test
    void timeEndsASessionAndFreesAllItHeld() throws Exception {
        UploadSession kept = sessions.begin(alice, new NewSession(root, "late.bin", null, PIECE, PIECE));
        UploadSession session = rig.begin();
        rig.put(session, 0);
        files.clock.advance(Duration.ofHours(23));
        UploadSession late = sessions.begin(alice, new NewSession(root, "b.bin", null, PIECE, PIECE));
        sessions.put(alice, late.id(), 0, null, rig.piece(1), -1);
        files.clock.advance(Duration.ofHours(2));

        refused(ErrorCode.NOT_FOUND, () -> rig.put(session, 1));
        refused(ErrorCode.NOT_FOUND, () -> sessions.get(alice, kept.id()));
        new SessionExpiry(files.database.maintenance(), files.references, files.held, files.clock).run();

        assertEquals(1, files.rows("upload_session"));
        assertEquals(1, files.rows("upload_piece"));
        assertEquals(List.of(), files.fsck().findings());
        sessions.complete(alice, late.id(), null);
        rig.assertNothingLeft();
    }

    @Test
    void whatIsGivenUpIsFreedAtOnce() throws Exception {
        UploadSession session = rig.whole();

        sessions.abandon(alice, session.id());

        refused(ErrorCode.NOT_FOUND, () -> sessions.get(alice, session.id()));
        refused(ErrorCode.NOT_FOUND, () -> sessions.abandon(alice, session.id()));
        rig.assertNothingLeft();
        files.sweep();
        for (int first = 0; first < 256; first++) {
            assertEquals(List.of(), files.memory.list(first));
        }
    }

    @Test
    void whatCannotBecomeAFileIsRefusedAtTheBeginning() {
        Actor.User eve = files.user();
        files.write(alice, root, "film.mp4", "there");

        refused(ErrorCode.NAME_TAKEN, rig::begin);
        refused(ErrorCode.INVALID_INPUT, () -> new NewSession(root, "a", null, 0, PIECE));
        refused(ErrorCode.INVALID_INPUT, () -> new NewSession(root, "a", null, 1, PIECE - 1));
        refused(ErrorCode.INVALID_INPUT, () -> sessions.begin(alice, new NewSession(root, "a/b", null, 1, PIECE)));
        refused(ErrorCode.TOO_LARGE, () -> sessions.begin(alice, new NewSession(root, "a", null, 1, (100L << 20) + 1)));
        refused(ErrorCode.NOT_FOUND, () -> sessions.begin(eve, new NewSession(root, "a", null, 1, PIECE)));
        files.grant(eve, files.tree.get(alice, root), Role.VIEWER);
        refused(ErrorCode.FORBIDDEN, () -> sessions.begin(eve, new NewSession(root, "a", null, 1, PIECE)));
    }

    @Test
    void aPieceCostsTheSameHoweverManyCameBefore() throws Exception {
        UploadSession session = sessions.begin(alice, new NewSession(root, "long", null, 40L * PIECE, PIECE));
        sessions.put(alice, session.id(), 0, null, new ByteArrayInputStream(new byte[PIECE]), PIECE);
        long early = cost(session, 1);
        for (int number = 2; number < 38; number++) {
            cost(session, number);
        }

        assertEquals(early, cost(session, 38));
        assertFalse(sessions.get(alice, session.id()).whole());
        assertEquals(1, files.statements(() -> sessions.get(alice, session.id())));
    }

    private long cost(UploadSession session, int number) {
        byte[] fresh = new byte[PIECE];
        fresh[0] = (byte) number;
        return files.statements(() -> {
            try {
                sessions.put(alice, session.id(), number, null, new ByteArrayInputStream(fresh), PIECE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
