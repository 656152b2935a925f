package io.oxicloud.files.session;

import static io.oxicloud.files.session.SessionRig.PIECE;
import static io.oxicloud.files.session.SessionRig.refused;
import static io.oxicloud.files.session.SessionRig.unreadable;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.Engine;
import io.oxicloud.files.TestFiles;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Who works at a piece, or at the file, and how long the others wait. */
@ParameterizedClass
@EnumSource(Engine.class)
class ClaimTest {
    private final SessionRig rig;
    private final TestFiles files;
    private final UploadSessions sessions;
    private final Actor.User alice;
    private final NodeId root;

    ClaimTest(Engine engine) {
        rig = new SessionRig(engine);
        files = rig.files;
        sessions = rig.sessions;
        alice = rig.alice;
        root = rig.root;
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void onePieceSentTwiceAtOnceCountsOnce() throws Exception {
        UploadSession session = rig.begin();
        var lanes = Executors.newFixedThreadPool(4);
        try {
            Callable<Integer> send = () -> {
                try {
                    rig.put(session, 0);
                    return 1;
                } catch (CloudException e) {
                    assertTrue(
                            e.code() == ErrorCode.INVALID_INPUT
                                    || (e.code() == ErrorCode.CONFLICT && e.retryAfter() != null),
                            e.message());
                    return 0;
                }
            };
            int kept = 0;
            for (Future<Integer> one : lanes.invokeAll(List.of(send, send, send, send))) {
                kept += one.get();
            }
            assertEquals(1, kept);
        } finally {
            lanes.shutdownNow();
        }
        assertEquals(PIECE, sessions.get(alice, session.id()).receivedBytes());
        assertEquals(List.of(), files.fsck().findings());
    }

    /** The first one has begun, and its bytes do not end before the second one was refused. */
    @Test
    void onlyOneWritesAPieceAndNothingIsReadOfTheOther() throws Exception {
        UploadSession session = rig.begin();
        boolean[] refused = {false};
        var first = new FilterInputStream(rig.piece(0)) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                if (!refused[0]) {
                    refused[0] = true;
                    CloudException busy = assertThrows(
                            CloudException.class,
                            () -> sessions.put(alice, session.id(), 0, null, unreadable(), PIECE));
                    assertEquals(ErrorCode.CONFLICT, busy.code());
                    assertTrue(busy.retryAfter() != null);
                    rig.put(session, 1);
                }
                return super.read(into, offset, length);
            }
        };

        sessions.put(alice, session.id(), 0, null, first, PIECE);
        assertTrue(refused[0]);
        assertEquals(2, sessions.get(alice, session.id()).receivedPieces());
        assertEquals(0, files.rows("upload_claim"));
    }

    @Test
    void whatIsNotKeptEndsSomeTime() throws Exception {
        UploadSession session = sessions.begin(alice, new NewSession(root, "s", null, 17, PIECE));
        Checksum wrong = Checksum.parse("blake3", "00".repeat(32));
        for (int i = 0; i < 32; i++) {
            refused(ErrorCode.INVALID_INPUT, () -> sessions.put(alice, session.id(), 0, wrong, rig.piece(2), -1));
        }

        refused(ErrorCode.CONFLICT, () -> sessions.put(alice, session.id(), 0, wrong, unreadable(), -1));
        sessions.abandon(alice, session.id());
    }

    @Test
    void aClaimWhoseHolderIsGoneEndsByItself() throws Exception {
        UploadSession session = rig.begin();
        claim(session, 0).run();
        refused(ErrorCode.CONFLICT, () -> rig.put(session, 0));
        rig.put(session, 1);
        rig.put(session, 2);
        SessionRig.endClaims(files);
        rig.put(session, 0);
        Runnable renew = claim(session, Claim.WHOLE);
        renew.run();
        CloudException busy = assertThrows(CloudException.class, () -> sessions.complete(alice, session.id(), null));
        assertEquals(ErrorCode.CONFLICT, busy.code());
        assertTrue(busy.retryAfter() != null);
        SessionRig.endClaims(files);

        rig.assertFile(sessions.complete(alice, session.id(), null));
        refused(ErrorCode.CONFLICT, renew::run);
        rig.assertNothingLeft();
    }

    /** Takes it first, and renews it then. */
    private Runnable claim(UploadSession session, int number) {
        var claim = new Claim(session.id(), number, UUID.randomUUID());
        boolean[] taken = {false};
        return () -> {
            if (taken[0]) {
                claim.renew(files.ground.tx);
            } else {
                files.ground.tx.retryingWrite("test.claim", scope -> {
                    claim.take(scope);
                    return claim;
                });
                taken[0] = true;
            }
        };
    }
}
