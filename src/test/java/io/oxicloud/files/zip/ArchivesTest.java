package io.oxicloud.files.zip;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.cache.Caches;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.db.Engine;
import io.oxicloud.files.ManyNodes;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Archives of what lies in a real tree, on both databases. */
@SuppressWarnings("NullAway.Init") // begin() sets the fields, in each test
class ArchivesTest {
    private TestFiles files;
    private Actor.User anna;
    private NodeId home;
    private Archives archives;

    @AfterEach
    void close() {
        files.close();
    }

    private void begin(Engine engine) {
        files = new TestFiles(engine);
        anna = files.user();
        home = files.home(anna);
        archives = archives(new EntryBudget(1_000_000, 1_000_000));
    }

    private Archives archives(EntryBudget budget) {
        return new Archives(files.tree, files.contents, files.access, files.clock, budget);
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void aFolderBecomesAnArchiveOfAllThatIsSeenInIt(Engine engine) throws IOException {
        begin(engine);
        Node top = files.tree.createFolder(anna, home, "Reise: Süd");
        Node inner = files.tree.createFolder(anna, top.id(), "日本");
        files.tree.createFolder(anna, top.id(), "empty");
        files.write(anna, top.id(), "ä.txt", "hello hello hello hello");
        files.write(anna, inner.id(), "€.jpg", "not really a picture");
        files.write(anna, inner.id(), "nothing.txt", "");
        Node gone = files.write(anna, inner.id(), "gone.txt", "gone").node();
        files.tree.delete(anna, gone.id(), Precondition.NONE);

        try (Archive archive = archives.folder(anna, top.id())) {
            assertEquals("Reise_ Süd.zip", archive.name());
            assertEquals(OptionalLong.empty(), archive.length());
            assertEquals(
                    Map.of(
                            "Reise_ Süd/", "",
                            "Reise_ Süd/日本/", "",
                            "Reise_ Süd/empty/", "",
                            "Reise_ Süd/ä.txt", "hello hello hello hello",
                            "Reise_ Süd/日本/€.jpg", "not really a picture",
                            "Reise_ Süd/日本/nothing.txt", ""),
                    read(bytes(archive)));
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void aPlanCostsTwoStatementsForEachThousand(Engine engine) {
        begin(engine);
        Node top = files.tree.createFolder(anna, home, "many");
        Node like = files.write(anna, home, "like.jpg", "x").node();
        ManyNodes.in(files, anna, top, like, 2_500);

        long statements = files.statements(() -> archives.folder(anna, top.id()).close());

        // the folder itself, three pages of rows, three of checksums
        assertEquals(7, statements);
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void manyContentsCostOneStatementForEachHundred(Engine engine) {
        begin(engine);
        Node top = pictures(201, 10);
        var fresh = new Caches(() -> 0);
        try (var store = new ChunkStore(files.ground.tx, files.blobs, fresh, files.clock, files.ground.ids);
                Archive archive = new Archives(files.tree, store, files.access, files.clock).folder(anna, top.id())) {
            long statements = files.statements(() -> assertDoesNotThrow(() -> bytes(archive)));

            // a hundred and a hundred, and one that is alone
            assertEquals(3, statements);
        } finally {
            fresh.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void theContentsOfAnArchiveOfPicturesAreWhereTheLengthSays(Engine engine) throws IOException {
        begin(engine);
        Node top = pictures(12, 40_000);
        byte[] whole;
        String tag;
        try (Archive archive = archives.folder(anna, top.id())) {
            tag = archive.tag();
            whole = bytes(archive);
            assertEquals(OptionalLong.of(whole.length), archive.length());
        }
        assertEquals(13, read(whole).size());

        var random = new Random(5);
        for (int i = 0; i < 60; i++) {
            int start = random.nextInt(whole.length);
            int end = start + 1 + random.nextInt(whole.length - start);
            var part = new ByteArrayOutputStream();
            try (Archive again = archives.folder(anna, top.id())) {
                assertEquals(tag, again.tag());
                again.writeTo(part, new ByteRange(start, end));
            }
            assertArrayEquals(Arrays.copyOfRange(whole, start, end), part.toByteArray(), start + "-" + end);
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void aPartOpensOnlyWhatLiesInIt(Engine engine) throws IOException {
        begin(engine);
        Node top = pictures(12, 40_000);
        try (Archive archive = archives.folder(anna, top.id())) {
            long length = archive.length().orElseThrow();
            files.blobs.calls();

            archive.writeTo(OutputStream.nullOutputStream(), new ByteRange(length - 5, length));
            assertEquals(0, files.blobs.calls().opens());

            archive.writeTo(OutputStream.nullOutputStream(), new ByteRange(100, 101));
            assertTrue(files.blobs.calls().opens() <= 1);
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void theTagChangesWithAnyThingInIt(Engine engine) {
        begin(engine);
        Node top = pictures(2, 100);
        String before = tag(top);

        files.tree.rename(
                anna, files.write(anna, top.id(), "new.png", "").node().id(), "newer.png", Precondition.NONE);
        String named = tag(top);
        files.write(anna, top.id(), "newer.png", "x");

        assertFalse(before.equals(named));
        assertFalse(named.equals(tag(top)));
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void whatIsLongIsCompressedAsItComes(Engine engine) throws IOException {
        begin(engine);
        Node top = files.tree.createFolder(anna, home, "logs");
        String text = "the same line again and again\n".repeat(200_000);
        byte[] noise = new byte[ArchiveWriter.SHORT + 77];
        new Random(1).nextBytes(noise);
        files.write(anna, top.id(), "a.log", text);
        write(top, "noise.bin", noise);
        write(top, "short.bin", Arrays.copyOf(noise, 5_000));
        files.write(anna, top.id(), "last.txt", "the end");

        try (Archive archive = archives.folder(anna, top.id())) {
            byte[] bytes = bytes(archive);

            assertTrue(bytes.length < 1_200_000);
            Map<String, String> read = read(bytes);
            assertEquals(text, read.get("logs/a.log"));
            assertEquals(new String(noise, StandardCharsets.ISO_8859_1).length(), ArchiveWriter.SHORT + 77);
            assertEquals(utf8(noise), read.get("logs/noise.bin"));
            assertEquals("the end", read.get("logs/last.txt"));
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void aSelectionNamesWhatItLeavesOut(Engine engine) throws IOException {
        begin(engine);
        Actor.User ben = files.user();
        Node folder = files.tree.createFolder(anna, home, "shared");
        Node inside = files.write(anna, folder.id(), "inside.png", "inside").node();
        Node other = files.tree.createFolder(anna, home, "other");
        Node twin = files.write(anna, other.id(), "Twin.png", "1").node();
        Node secondTwin = files.write(anna, home, "twin.png", "2").node();
        Node secret = files.write(anna, home, "secret.png", "secret").node();
        for (Node node : List.of(folder, twin, secondTwin)) {
            files.grant(ben, node, Role.VIEWER);
        }
        var nothing = new NodeId(UUID.randomUUID());
        // a folder that is asked for as a file is none
        List<NodeId> asked = List.of(twin.id(), secondTwin.id(), inside.id(), secret.id(), nothing, other.id());

        try (Archive archive = archives.selection(ben, asked, List.of(folder.id()))) {
            assertEquals(List.of(secret.id(), nothing, other.id()), archive.leftOut());
            assertTrue(archive.name().matches("oxicloud-download-\\d+\\.zip"));
            Map<String, String> read = read(bytes(archive));
            String leftOut = String.valueOf(read.remove(Planner.LEFT_OUT));
            assertEquals(
                    Map.of("Twin.png", "1", "twin (2).png", "2", "shared/", "", "shared/inside.png", "inside"), read);
            assertTrue(leftOut.contains(secret.id() + "\r\n" + nothing + "\r\n"));
            assertFalse(leftOut.contains("secret"));
        }
        assertRefused(ErrorCode.NOT_FOUND, () -> archives.selection(ben, List.of(secret.id()), List.of()));
        assertRefused(ErrorCode.INVALID_INPUT, () -> archives.selection(ben, List.of(), List.of()));
        assertRefused(ErrorCode.NOT_FOUND, () -> archives.folder(ben, home));
        assertRefused(ErrorCode.NOT_FOUND, () -> archives.folder(ben, new NodeId(UUID.randomUUID())));
        assertRefused(ErrorCode.NOT_FOUND, () -> archives.folder(anna, secret.id()));
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void whatIsDeletedForGoodMeanwhileTruncatesTheArchive(Engine engine) throws Exception {
        begin(engine);
        Node top = pictures(3, 400_000);
        var out = new ByteArrayOutputStream();
        try (Archive archive = archives.folder(anna, top.id())) {
            long length = archive.length().orElseThrow();
            files.memory.names().forEach(files.memory::delete);

            var failed = assertThrows(CloudException.class, () -> archive.writeTo(out));

            assertEquals(ErrorCode.CORRUPT_CONTENT, failed.code());
            assertTrue(out.size() < length);
            assertFalse(out.toString(StandardCharsets.ISO_8859_1).contains("PK\5\6"));
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void whoMayNotReadAnyMoreGetsNoMore(Engine engine) {
        begin(engine);
        Actor.User ben = files.user();
        Node top = pictures(3, 1_000);
        files.grant(ben, top, Role.VIEWER);
        var out = new ByteArrayOutputStream();
        try (Archive archive = archives.folder(ben, top.id())) {
            files.nodeGrants
                    .list(anna, io.oxicloud.access.Resource.of(top.lineage(), true))
                    .forEach(grant -> files.nodeGrants.revoke(anna, grant.id()));

            assertRefused(ErrorCode.NOT_FOUND, () -> archive.writeTo(out));
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void entriesInMemoryAreBounded(Engine engine) {
        begin(engine);
        Node top = pictures(5, 10);
        assertRefused(
                ErrorCode.TOO_LARGE, () -> archives(new EntryBudget(5, 100)).folder(anna, top.id()));

        Archives few = archives(new EntryBudget(6, 11));
        Archive first = few.folder(anna, top.id());
        assertRefused(ErrorCode.BUSY, () -> few.folder(anna, top.id()));
        first.close();
        few.folder(anna, top.id()).close();
    }

    private Node pictures(int count, int size) {
        Node top = files.tree.createFolder(anna, home, "pictures");
        var random = new Random(3);
        for (int i = 0; i < count; i++) {
            byte[] bytes = new byte[size + i];
            random.nextBytes(bytes);
            write(top, "IMG_" + i + ".jpg", bytes);
        }
        return top;
    }

    private void write(Node folder, String name, byte[] bytes) {
        try {
            files.tree.write(
                    anna,
                    files.tree.prepareWrite(anna, folder.id(), name, Precondition.NONE),
                    new ByteArrayInputStream(bytes),
                    bytes.length);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String tag(Node folder) {
        try (Archive archive = archives.folder(anna, folder.id())) {
            return archive.tag();
        }
    }

    private static byte[] bytes(Archive archive) throws IOException {
        var out = new ByteArrayOutputStream();
        archive.writeTo(out);
        return out.toByteArray();
    }

    private static Map<String, String> read(byte[] archive) throws IOException {
        Map<String, String> read = new LinkedHashMap<>();
        try (var zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                read.put(entry.getName(), utf8(zip.readAllBytes()));
            }
        }
        return read;
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void assertRefused(ErrorCode code, org.junit.jupiter.api.function.Executable work) {
        assertEquals(code, assertThrows(CloudException.class, work).code());
    }
}
