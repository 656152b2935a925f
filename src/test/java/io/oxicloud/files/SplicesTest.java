package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.access.TestGround;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Edits of parts of files. */
class SplicesTest extends OnTeamDrive {
    private static final long SEED = 20260301;

    SplicesTest(Engine engine) {
        super(engine);
    }

    @Test
    void chainedEditsGiveWhatTheyGiveInAnArray() throws IOException {
        var random = new Random(SEED);
        byte[] model = bytes(random, 1 << 20);
        Node file = write(model);

        for (int i = 0; i < 16; i++) {
            int start = random.nextInt(model.length + (i % 4 == 0 ? 100_000 : 1));
            byte[] edit = bytes(random, 1 + random.nextInt(i % 3 == 0 ? 400_000 : 1_000));
            int size = Math.max(model.length, start + edit.length);
            model = Arrays.copyOf(model, size);
            System.arraycopy(edit, 0, model, start, edit.length);

            file = splice(file, start, edit);

            assertEquals(model.length, file.size());
            assertArrayEquals(model, read(file), "edit " + i + " of seed " + SEED);
        }
        assertEquals(file, tree.get(alice, file.id()));
    }

    @Test
    void whatStaysIsNotStoredAgain() throws IOException {
        byte[] before = bytes(new Random(SEED), 16 << 20);
        Node file = write(before);
        int blobs = files.memory.names().size();

        splice(file, 8 << 20, new byte[] {1, 2, 3});

        assertTrue(files.memory.names().size() <= blobs + 3, "the chunks around the edit at most");
    }

    @Test
    void theFileStaysTheSameFileOfTheSameType() throws IOException {
        WriteIntent intent =
                tree.prepareWrite(alice, root, "a.txt", Precondition.NONE).with(new Declared("application/json", null));
        Node file = tree.write(alice, intent, stream("{}"), 2).node();

        Node edited = splice(file, 1, "\"a\"}".getBytes(StandardCharsets.UTF_8));

        assertEquals(file.id(), edited.id());
        assertEquals("application/json", edited.mediaType());
        assertEquals("{\"a\"}", files.read(alice, edited));
        assertEquals("{}", files.read(alice, file));
    }

    @Test
    void anEditOfWhatWasChangedMeanwhileIsRefused() throws IOException {
        Node file = files.write(alice, root, "a", "one").node();
        SpliceIntent intent = prepare(alice, file, 0, 1);
        files.write(alice, root, "a", "two");

        refused(ErrorCode.STALE_ETAG, () -> tree.splice(alice, intent, stream("x"), 1));
        assertEquals("two", files.read(alice, tree.get(alice, file.id())));

        tree.delete(alice, file.id(), Precondition.NONE);
        refused(ErrorCode.STALE_ETAG, () -> tree.splice(alice, intent, stream("x"), 1));
        assertEquals(List.of(), tree.children(alice, root, null, 10).items());
    }

    @Test
    void anEditTakesWhatAWriteTakes() {
        Node folder = tree.createFolder(alice, root, "folder");
        Node file = files.write(alice, folder.id(), "a", "one").node();
        Actor.User viewer = files.user();
        Actor.User editor = files.user();
        files.grant(viewer, file, Role.VIEWER);
        files.grant(editor, file, Role.EDITOR);
        var stale = new Precondition(false, false, Set.of("\"stale\""), Set.of(), Set.of());

        refused(ErrorCode.FORBIDDEN, () -> prepare(viewer, file, 0, 1));
        refused(ErrorCode.NOT_FOUND, () -> prepare(files.user(), file, 0, 1));
        refused(ErrorCode.CONFLICT, () -> prepare(alice, folder, 0, 1));
        refused(ErrorCode.CONFLICT, () -> prepare(alice, tree.get(alice, root), 0, 1));
        refused(ErrorCode.STALE_ETAG, () -> tree.prepareSplice(alice, file, 0, stale, 1));
        prepare(editor, file, 0, 1);
        files.freeze(drive);
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> prepare(alice, file, 0, 1));
    }

    @Test
    void anEditThatBreaksOffOrIsOfAnotherLengthChangesNothing() {
        Node file = files.write(alice, root, "a", "one").node();
        var broken = new SequenceInputStream(stream("x"), InputStream.nullInputStream()) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                throw new IOException("broke off");
            }
        };

        assertThrows(IOException.class, () -> tree.splice(alice, prepare(alice, file, 0, -1), broken, -1));
        refused(ErrorCode.INVALID_INPUT, () -> tree.splice(alice, prepare(alice, file, 0, 2), stream("x"), 2));
        refused(ErrorCode.INVALID_INPUT, () -> tree.splice(alice, prepare(alice, file, 0, 2), stream("xyz"), 2));
        refused(ErrorCode.INVALID_INPUT, () -> prepare(alice, file, 9, 0));
        refused(ErrorCode.INVALID_INPUT, () -> tree.splice(alice, prepare(alice, file, 9, -1), stream(""), -1));
        assertEquals("one", files.read(alice, tree.get(alice, file.id())));
    }

    @Test
    void aDriveHasToHaveRoomForWhatIsAdded() throws IOException {
        Node file = files.write(alice, root, "a", "12345").node();
        files.drives.setQuota(TestGround.ADMIN, drive, 6L);

        refused(ErrorCode.OVER_QUOTA, () -> prepare(alice, file, 5, 2));
        refused(ErrorCode.OVER_QUOTA, () -> tree.splice(alice, prepare(alice, file, 5, -1), stream("67"), -1));
        refused(ErrorCode.OVER_QUOTA, () -> prepare(alice, file, 6, 1));
        assertEquals("12345", files.read(alice, tree.get(alice, file.id())));
        Node full = splice(file, 3, "abc".getBytes(StandardCharsets.UTF_8));
        assertEquals("123abc", files.read(alice, full));
        assertEquals("xxxxxx", files.read(alice, splice(full, 0, "xxxxxx".getBytes(StandardCharsets.UTF_8))));
    }

    private SpliceIntent prepare(Actor actor, Node file, long start, long length) {
        return tree.prepareSplice(actor, file, start, Precondition.NONE, length);
    }

    private Node splice(Node file, long start, byte[] edit) throws IOException {
        SpliceIntent intent = prepare(alice, file, start, edit.length);
        return tree.splice(alice, intent, new ByteArrayInputStream(edit), edit.length);
    }

    private Node write(byte[] bytes) throws IOException {
        WriteIntent intent = tree.prepareWrite(alice, root, "file", Precondition.NONE);
        return tree.write(alice, intent, new ByteArrayInputStream(bytes), bytes.length)
                .node();
    }

    private byte[] read(Node file) throws IOException {
        try (FileContent content = tree.open(alice, file)) {
            return content.stream().readAllBytes();
        }
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }
}
