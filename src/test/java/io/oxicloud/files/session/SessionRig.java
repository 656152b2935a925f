package io.oxicloud.files.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.Engine;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import io.oxicloud.files.WriteLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.function.Executable;

/** Somebody who uploads a film in three pieces, the last one short. */
final class SessionRig {
    static final int PIECE = (int) NewSession.SHORTEST_PIECE;

    final TestFiles files;
    final UploadSessions sessions;
    final Actor.User alice;
    final DriveId drive;
    final NodeId root;
    final byte[] bytes = new byte[2 * PIECE + 17];

    SessionRig(Engine engine) {
        files = new TestFiles(engine);
        sessions = on(files);
        alice = files.user();
        drive = files.drive(alice, "Team");
        root = new NodeId(drive.value());
        new Random(20).nextBytes(bytes);
    }

    static UploadSessions on(TestFiles files) {
        return on(files, () -> Long.MAX_VALUE);
    }

    static UploadSessions on(TestFiles files, LongSupplier free) {
        return new UploadSessions(
                files.ground.tx,
                files.tree,
                files.held,
                new FileTree.Store(files.contents, files.references, new WriteLimits(Long.MAX_VALUE, free)),
                SessionLimits.DEFAULTS,
                files.ground.ids,
                files.clock);
    }

    UploadSession begin() {
        return sessions.begin(alice, new NewSession(root, "film.mp4", null, bytes.length, PIECE));
    }

    UploadSession put(UploadSession session, int number) throws IOException {
        return sessions.put(alice, session.id(), number, null, piece(number), -1);
    }

    InputStream piece(int number) {
        return new ByteArrayInputStream(
                Arrays.copyOfRange(bytes, number * PIECE, Math.min(bytes.length, (number + 1) * PIECE)));
    }

    UploadSession whole() throws IOException {
        UploadSession session = begin();
        for (int number : List.of(2, 0, 1)) {
            put(session, number);
        }
        return sessions.get(alice, session.id());
    }

    void assertFile(Node file) throws Exception {
        try (var content = files.tree.open(alice, file)) {
            assertArrayEquals(bytes, content.stream().readAllBytes());
        }
    }

    /** Nothing is held but by the files that there are. */
    void assertNothingLeft() throws Exception {
        assertEquals(List.of(), files.fsck().findings());
        assertEquals(0, files.rows("upload_piece"));
        assertEquals(0, held());
    }

    long held() {
        return files.database.requests().read("test", scope -> files.held.of(scope, alice.id()));
    }

    static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }

    static void endClaims(TestFiles files) {
        files.ground.tx.retryingWrite(
                "test.end", scope -> scope.change("update upload_claim set until = current_timestamp"));
    }

    static InputStream unreadable() {
        return new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("nothing is to be read");
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                return read();
            }
        };
    }
}
