package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.access.TestGround;
import io.oxicloud.base.Actor;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class FileWritesTest extends OnTeamDrive {
    private static final Precondition ABSENT = new Precondition(false, true, null, Set.of(), Set.of());

    FileWritesTest(Engine engine) {
        super(engine);
    }

    @Test
    void whatWasWrittenIsReadAgain() throws IOException {
        Written written = files.write(alice, root, "notes.txt", "hello");

        Node file = tree.resolve(alice, drive, List.of("notes.txt"));
        assertTrue(written.created());
        assertEquals(written.node(), file);
        assertFalse(file.folder());
        assertEquals(5, file.size());
        assertEquals("text/plain", file.mediaType());
        assertEquals("hello", files.read(alice, file));
        try (FileContent part = tree.open(alice, file, new ByteRange(1, 3))) {
            assertEquals(2, part.length());
            assertEquals("el", new String(part.stream().readAllBytes(), StandardCharsets.UTF_8));
        }
        refused(ErrorCode.INVALID_INPUT, () -> tree.open(alice, file, new ByteRange(1, 6)));
        refused(ErrorCode.CONFLICT, () -> tree.open(alice, tree.get(alice, root)));
    }

    @Test
    void anEmptyFileIsAFile() {
        Node file = files.write(alice, root, "empty", "").node();

        assertEquals(0, file.size());
        assertEquals("", files.read(alice, file));
    }

    @Test
    void writingAgainKeepsTheNodeAndItsFormerContent() {
        Node first = files.write(alice, root, "a", "one").node();
        files.clock.advance(Duration.ofSeconds(5));

        Written again = files.write(alice, root, "a", "two!");

        assertFalse(again.created());
        assertEquals(first.id(), again.node().id());
        assertEquals(first.created(), again.node().created());
        assertEquals(first.modified().plusSeconds(5), again.node().modified());
        assertNotEquals(first.etag(), again.node().etag());
        assertEquals("two!", files.read(alice, tree.get(alice, first.id())));
        assertEquals("one", files.read(alice, first));
        assertEquals(4, used());
    }

    @Test
    void everyWriteHoldsAReferenceAndEqualContentIsStoredOnce() {
        files.write(alice, root, "a", "same");
        files.write(alice, root, "b", "same");
        files.write(alice, root, "b", "other");

        assertEquals(List.of(1L, 2L), references());
        assertEquals(9, used());
    }

    @Test
    void aRefusedWriteTakesNoBytesAndChangesNothing() {
        Node folder = tree.createFolder(alice, root, "folder");
        Node file = files.write(alice, root, "file", "x").node();
        var stale = new Precondition(false, false, Set.of("\"stale\""), Set.of(), Set.of());

        refused(ErrorCode.NAME_TAKEN, () -> tree.prepareWrite(alice, root, "folder", Precondition.NONE));
        refused(ErrorCode.CONFLICT, () -> tree.prepareWrite(alice, file.id(), "a", Precondition.NONE));
        refused(ErrorCode.STALE_ETAG, () -> tree.prepareWrite(alice, root, "file", ABSENT));
        refused(ErrorCode.STALE_ETAG, () -> tree.prepareWrite(alice, root, "file", stale));
        refused(ErrorCode.STALE_ETAG, () -> tree.prepareWrite(alice, root, "new", stale));
        refused(ErrorCode.INVALID_INPUT, () -> tree.prepareWrite(alice, root, "a/b", Precondition.NONE));
        refused(ErrorCode.CONFLICT, () -> tree.createFolder(alice, file.id(), "a"));
        refused(ErrorCode.CONFLICT, () -> tree.move(alice, folder.id(), file.id(), "a", Precondition.NONE));
        tree.prepareWrite(alice, root, "new", ABSENT);
    }

    @Test
    void whatChangedWhileTheBytesCameIsSeenAtTheEnd() {
        var current = tree.prepareWrite(alice, root, "new", ABSENT);
        files.write(alice, root, "new", "somebody else's");
        refused(ErrorCode.STALE_ETAG, () -> write(current, "mine"));

        Node folder = tree.createFolder(alice, root, "folder");
        var gone = tree.prepareWrite(alice, folder.id(), "a", Precondition.NONE);
        tree.delete(alice, folder.id(), Precondition.NONE);
        refused(ErrorCode.NOT_FOUND, () -> write(gone, "mine"));

        var blocked = tree.prepareWrite(alice, root, "late", Precondition.NONE);
        tree.createFolder(alice, root, "late");
        refused(ErrorCode.NAME_TAKEN, () -> write(blocked, "mine"));

        assertEquals("somebody else's", files.read(alice, tree.resolve(alice, drive, List.of("new"))));
        assertEquals(List.of(1L), references());
    }

    @Test
    void aGrantThatIsRevokedWhileTheBytesComeCountsNoMore() {
        Actor.User bob = files.user();
        Node folder = tree.createFolder(alice, root, "folder");
        files.grant(bob, folder, Role.EDITOR);
        var intent = tree.prepareWrite(bob, folder.id(), "a", Precondition.NONE);

        files.database
                .requests()
                .write(
                        "test.revoke",
                        scope -> files.grants.revoke(scope, Subject.of(bob.id()), Resource.of(folder.lineage(), true)));

        refused(ErrorCode.NOT_FOUND, () -> write(bob, intent, "mine"));
    }

    @Test
    void aDriveThatIsFrozenWhileTheBytesComeStaysAsItIs() {
        var intent = tree.prepareWrite(alice, root, "a", Precondition.NONE);

        files.freeze(drive);

        refused(ErrorCode.NOT_ALLOWED_HERE, () -> write(intent, "mine"));
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> tree.prepareWrite(alice, root, "a", Precondition.NONE));
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> tree.createFolder(alice, root, "b"));
        assertEquals(List.of(), tree.children(alice, root, null, 10).items());
    }

    @Test
    void aBodyThatBreaksOffOrHasAnotherLengthLeavesNothing() {
        var intent = tree.prepareWrite(alice, root, "a", Precondition.NONE);

        assertThrows(IOException.class, () -> tree.write(alice, intent, breakingAfter(2 << 20), -1));
        refused(ErrorCode.INVALID_INPUT, () -> tree.write(alice, intent, new ByteArrayInputStream(new byte[3]), 4));

        assertEquals(List.of(), tree.children(alice, root, null, 10).items());
        assertEquals(List.of(), references());
    }

    @Test
    void aFullDriveTakesNoMore() {
        files.drives.setQuota(TestGround.ADMIN, drive, 5L);
        files.write(alice, root, "a", "four");

        refused(ErrorCode.OVER_QUOTA, () -> files.write(alice, root, "b", "12"));
        files.write(alice, root, "a", "12345");

        assertEquals(5, used());
        assertEquals(1, tree.children(alice, root, null, 10).items().size());
    }

    @Test
    void aRenamedFileKeepsItsTagAndTakesItsNewType() {
        Node file = files.write(alice, root, "a.txt", "x").node();
        files.clock.advance(Duration.ofSeconds(5));

        Node renamed = tree.rename(alice, file.id(), "a.md", Precondition.NONE);

        assertEquals("text/markdown", renamed.mediaType());
        assertEquals(file.etag(), renamed.etag());
    }

    @Test
    void aDeclaredTypeStaysUntilTheNameSaysSomethingElse() throws IOException {
        var declared = new Declared("application/json", null);
        WriteIntent intent =
                tree.prepareWrite(alice, root, "a.txt", Precondition.NONE).with(declared);
        Node file = tree.write(alice, intent, new ByteArrayInputStream(new byte[1]), 1)
                .node();
        Node copy = tree.copy(
                        alice,
                        file.id(),
                        new Destination(root, "copy.txt", Destination.Taken.REFUSE),
                        true,
                        Precondition.NONE)
                .node();

        assertEquals("application/json", file.mediaType());
        assertEquals("application/json", copy.mediaType());
        assertEquals(
                "application/json",
                tree.rename(alice, file.id(), "b.txt", Precondition.NONE).mediaType());
        assertEquals(
                "image/png",
                tree.rename(alice, file.id(), "b.png", Precondition.NONE).mediaType());
    }

    @Test
    void aWriteCostsTheSameNumberOfStatementsHoweverLargeTheFolder() {
        files.write(alice, root, "first", "x");
        long small = files.statements(() -> files.write(alice, root, "small", "y"));
        for (int i = 0; i < 50; i++) {
            tree.createFolder(alice, root, "f" + i);
        }

        assertEquals(small, files.statements(() -> files.write(alice, root, "large", "z")));
    }

    private void write(WriteIntent intent, String text) throws IOException {
        write(alice, intent, text);
    }

    private void write(Actor actor, WriteIntent intent, String text) throws IOException {
        tree.write(actor, intent, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), -1);
    }

    private List<Long> references() {
        return files.database
                .requests()
                .read(
                        "test.references",
                        scope -> scope.session()
                                .createNativeQuery("select refs from manifest where refs > 0 order by refs", Long.class)
                                .addScalar("refs", Long.class)
                                .getResultList());
    }

    private long used() {
        return files.database
                .requests()
                .read(
                        "test.used",
                        scope -> scope.session()
                                .createNativeQuery("select used_bytes from drive where id = :id", Long.class)
                                .setParameter("id", drive.value())
                                .addScalar("used_bytes", Long.class)
                                .getSingleResult());
    }

    private static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }

    /** Gives so many bytes and then fails. */
    private static InputStream breakingAfter(int length) throws IOException {
        byte[] bytes = new byte[length];
        new Random(7).nextBytes(bytes);
        InputStream closed = InputStream.nullInputStream();
        closed.close();
        return new SequenceInputStream(new ByteArrayInputStream(bytes), closed);
    }
}
