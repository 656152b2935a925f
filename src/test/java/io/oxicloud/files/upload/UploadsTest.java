package io.oxicloud.files.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import io.oxicloud.files.Declared;
import io.oxicloud.files.LockKind;
import io.oxicloud.files.LockRequest;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import io.oxicloud.files.Written;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class UploadsTest {
    private final TestFiles files;
    private final Actor.User alice;
    private final NodeId home;

    UploadsTest(Engine engine) {
        files = new TestFiles(engine);
        alice = files.user();
        home = files.home(alice);
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void aNewFileIsMadeOnce() throws IOException {
        Written made = create("a", "one");

        assertTrue(made.created());
        assertEquals("one", files.read(alice, made.node()));
        refused(ErrorCode.NAME_TAKEN, () -> create("a", "one"));
        files.tree.createFolder(alice, home, "b");
        refused(ErrorCode.NAME_TAKEN, () -> create("b", "one"));
    }

    /** Somebody takes the name while the bytes come. */
    @Test
    void whoeverComesSecondIsToldThatTheNameIsTaken() {
        InputStream slow = new InputStream() {
            private boolean first = true;

            @Override
            public int read() {
                if (first) {
                    first = false;
                    files.write(alice, home, "a", "quicker");
                }
                return -1;
            }

            @Override
            public int read(byte[] to, int offset, int length) {
                return read();
            }
        };

        refused(ErrorCode.NAME_TAKEN, () -> files.uploads.create(alice, home, "a", Declared.NOTHING, slow));
    }

    @Test
    void aFileThatMovesWhileItsBytesComeIsNotMadeTwice() throws IOException {
        Node file = create("a", "one").node();
        Node folder = files.tree.createFolder(alice, home, "folder");
        InputStream slow = new InputStream() {
            private boolean first = true;

            @Override
            public int read() {
                if (first) {
                    first = false;
                    files.tree.move(alice, file.id(), folder.id(), "a", Precondition.NONE);
                    files.write(alice, home, "a", "another");
                }
                return -1;
            }

            @Override
            public int read(byte[] to, int offset, int length) {
                return read();
            }
        };

        refused(
                ErrorCode.STALE_ETAG,
                () -> files.uploads.replace(alice, file.id(), Declared.NOTHING, Precondition.NONE, slow, -1));

        assertEquals("one", files.read(alice, files.tree.get(alice, file.id())));
        assertEquals(2, files.tree.children(alice, home, null, 10).items().size());
    }

    @Test
    void aLockedFileIsLockedHereAsWell() throws IOException {
        Node file = create("a", "one").node();
        files.locks.take(alice, file.id(), new LockRequest(LockKind.EXCLUSIVE, false, "", null), Precondition.NONE);

        refused(
                ErrorCode.LOCKED,
                () -> files.uploads.replace(alice, file.id(), Declared.NOTHING, Precondition.NONE, bytes("two"), 3));
        refused(
                ErrorCode.LOCKED,
                () -> files.uploads.put(alice, home, "a", Declared.NOTHING, Precondition.NONE, bytes("two"), 3));
    }

    @Test
    void asManyBytesMustComeAsWereAnnounced() {
        refused(
                ErrorCode.INVALID_INPUT,
                () -> files.uploads.put(alice, home, "a", Declared.NOTHING, Precondition.NONE, bytes("two"), 4));
        assertTrue(files.tree.children(alice, home, null, 10).items().isEmpty());
    }

    private Written create(String name, String text) throws IOException {
        return files.uploads.create(alice, home, name, Declared.NOTHING, bytes(text));
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void refused(ErrorCode why, Executable upload) {
        assertEquals(why, assertThrows(CloudException.class, upload).code());
    }
}
