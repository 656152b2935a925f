package io.oxicloud.files.zip;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.Tools;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Hash;
import io.oxicloud.chunk.PendingContent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Archives as such, without a tree behind: what the readers of others make of them. */
class ZipFormatTest {
    private static final long MODIFIED = Instant.parse("2026-03-01T10:20:31Z").getEpochSecond();
    private static final long LONG = (4L << 30) + 5_000;

    @TempDir
    Path folder;

    private final List<Entry> entries = new ArrayList<>();
    private final Map<Entry, byte[]> contents = new HashMap<>();

    // T-05
    @Test
    void aSmallArchiveIsAsPlainAsCanBe() throws Exception {
        Entry japan = Entry.folder(null, null, "日本", MODIFIED);
        file(null, "ä.txt", text("hello hello hello hello hello"), true, MODIFIED);
        entries.add(japan);
        file(japan, "€.txt", text("yen"), true, MODIFIED);
        entries.add(Entry.folder(null, null, "empty", MODIFIED));
        file(
                null,
                "old.txt",
                text("1979"),
                false,
                Instant.parse("1979-05-01T00:00:00Z").getEpochSecond());
        file(
                null,
                "new.txt",
                text("2110"),
                false,
                Instant.parse("2110-05-01T00:00:00Z").getEpochSecond());
        file(null, "nothing", new byte[0], false, MODIFIED);

        byte[] archive = write();

        String raw = new String(archive, StandardCharsets.ISO_8859_1);
        assertFalse(raw.contains("PK\6\6") || raw.contains("PK\6\7"), "ZIP64");
        assertFalse(raw.contains("PK\7\b"), "descriptor");
        for (int at = raw.indexOf("PK\1\2"); at >= 0; at = raw.indexOf("PK\1\2", at + 1)) {
            assertEquals(0x0800, le(archive).getShort(at + 8), "UTF-8 and nothing else");
        }
        readByJava(archive);
        try (var zip = new ZipFile(file(archive).toFile())) {
            assertEquals(
                    Instant.ofEpochSecond(MODIFIED),
                    zip.getEntry("ä.txt").getLastModifiedTime().toInstant());
            assertTrue(zip.getEntry("empty/").isDirectory());
        }
        readByTools(file(archive), 7);
    }

    // T-05
    @ParameterizedTest
    @CsvSource({
        "1979-05-01T00:00:00Z, 1980-01-01T00:00:00",
        "1960-05-01T00:00:00Z, 1980-01-01T00:00:00",
        "1980-01-01T00:00:00Z, 1980-01-01T00:00:00",
        "2026-03-01T10:20:31Z, 2026-03-01T10:20:30",
        "2107-12-31T23:59:59Z, 2107-12-31T23:59:58",
        "2110-05-01T00:00:00Z, 2107-12-31T23:59:58"
    })
    void datesAreClampedAndDoNotWrap(Instant time, String dos) {
        int packed = Records.dosTime(time.getEpochSecond());

        assertEquals(
                dos,
                String.format(
                        "%04d-%02d-%02dT%02d:%02d:%02d",
                        1980 + (packed >>> 25),
                        packed >> 21 & 15,
                        packed >> 16 & 31,
                        packed >> 11 & 31,
                        packed >> 5 & 63,
                        2 * (packed & 31)));
    }

    // T-04
    @Test
    void seventyThousandEmptyFilesAreAllThere() throws Exception {
        Entry top = Entry.folder(null, null, "many", MODIFIED);
        entries.add(top);
        for (int i = 1; i < 70_000; i++) {
            file(top, "file " + i + ".txt", new byte[0], false, MODIFIED);
        }

        byte[] archive = write();

        assertEquals(new Plan(entries).length(), archive.length);
        try (var zip = new ZipFile(file(archive).toFile())) {
            assertEquals(70_000, zip.size());
        }
        readByTools(file(archive), 70_000);
    }

    @Test
    void exactlyAsManyAsSixteenBitsHoldNeedMore() throws Exception {
        for (int count : List.of(65_534, 65_535, 65_536)) {
            entries.clear();
            for (int i = 0; i < count; i++) {
                file(null, "f" + i, new byte[0], false, MODIFIED);
            }
            byte[] archive = write();

            boolean zip64 = new String(archive, StandardCharsets.ISO_8859_1).contains("PK\6\6");
            assertEquals(count > 65_534, zip64);
            try (var zip = new ZipFile(file(archive).toFile())) {
                assertEquals(count, zip.size());
            }
        }
    }

    // T-04
    @Test
    void contentsAndOffsetsBeyondFourGigabytesAreReadable() throws Exception {
        int zeros = crcOfZeros(LONG);
        entries.add(Entry.file(null, null, "long.log", Hash.of(new byte[32], 0), LONG, zeros, MODIFIED, true));
        entries.add(Entry.file(null, null, "long.mp4", Hash.of(new byte[32], 0), LONG, zeros, MODIFIED, false));
        file(null, "after.jpg", text("what comes after"), false, MODIFIED);
        Path archive = folder.resolve("long.zip");

        try (var out = new SparseFile(archive)) {
            writer(Window.whole(out)).write();
        }

        try (var zip = new ZipFile(archive.toFile())) {
            assertEquals(LONG, zip.getEntry("long.log").getSize());
            assertEquals(LONG, zip.getEntry("long.mp4").getCompressedSize());
            assertEquals(
                    "what comes after",
                    new String(
                            zip.getInputStream(zip.getEntry("after.jpg")).readAllBytes(), StandardCharsets.US_ASCII));
        }
        readByUnzip(archive);
        readBySevenZip(archive);
    }

    @Test
    void aPartOfALongArchiveIsWhereItsLengthSays() throws Exception {
        int zeros = crcOfZeros(LONG);
        for (int i = 0; i < 3; i++) {
            entries.add(Entry.file(null, null, i + ".mp4", Hash.of(new byte[32], 0), LONG, zeros, MODIFIED, false));
        }
        file(null, "after.jpg", text("what comes after"), false, MODIFIED);
        long length = new Plan(entries).length();
        byte[] end = part(new ByteRange(length - 1_000, length));

        assertEquals(22, 1_000 - new String(end, StandardCharsets.ISO_8859_1).lastIndexOf("PK\5\6"));
        assertTrue(new String(end, StandardCharsets.ISO_8859_1).contains("what comes after"));
        byte[] more = part(new ByteRange(length - 3_000, length));
        assertArrayEquals(end, Arrays.copyOfRange(more, 2_000, 3_000));
    }

    @Test
    void everyPartOfASmallArchiveIsASlice() throws Exception {
        Entry top = Entry.folder(null, null, "top", MODIFIED);
        entries.add(top);
        var random = new Random(11);
        for (int i = 0; i < 5; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            file(top, "é" + i, bytes, false, MODIFIED);
        }
        byte[] whole = write();
        assertEquals(new Plan(entries).length(), whole.length);
        for (int start = 0; start < whole.length; start++) {
            for (int end = start + 1; end <= whole.length; end += 1 + random.nextInt(60)) {
                assertArrayEquals(Arrays.copyOfRange(whole, start, end), part(new ByteRange(start, end)));
            }
        }
    }

    private void file(@Nullable Entry in, String name, byte[] bytes, boolean compressible, long modified) {
        var crc32 = new CRC32();
        crc32.update(bytes);
        Entry entry = Entry.file(
                in, null, name, Hash.of(new byte[32], 0), bytes.length, (int) crc32.getValue(), modified, compressible);
        entries.add(entry);
        contents.put(entry, bytes);
    }

    private ArchiveWriter writer(Window window) {
        return new ArchiveWriter(
                new Plan(entries),
                (index, range) -> PendingContent.of(() -> content(entries.get(index), range)),
                window);
    }

    private InputStream content(Entry entry, ByteRange range) {
        byte[] bytes = contents.get(entry);
        return bytes == null
                ? new Zeros(range.length())
                : new ByteArrayInputStream(bytes, (int) range.start(), (int) range.length());
    }

    private byte[] write() throws IOException {
        var out = new ByteArrayOutputStream();
        writer(Window.whole(out)).write();
        return out.toByteArray();
    }

    private byte[] part(ByteRange range) throws IOException {
        var out = new ByteArrayOutputStream();
        writer(new Window(out, range)).write();
        return out.toByteArray();
    }

    private Path file(byte[] archive) throws IOException {
        return Files.write(folder.resolve("archive.zip"), archive);
    }

    private void readByJava(byte[] archive) throws IOException {
        List<Entry> expected = new ArrayList<>(entries);
        try (var zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Entry planned = expected.remove(0);
                assertEquals(new String(planned.path(), StandardCharsets.UTF_8), entry.getName());
                assertArrayEquals(contents.getOrDefault(planned, new byte[0]), zip.readAllBytes());
            }
        }
        assertEquals(List.of(), expected);
    }

    /** Each of them checks every checksum. */
    private void readByTools(Path archive, int count) throws Exception {
        readByUnzip(archive);
        readBySevenZip(archive);
        Optional<Path> python = Tools.find("python3");
        if (Tools.allow("ZIP archives in Python (apt-get install python3)", python.isPresent())) {
            String program = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\n"
                    + "assert z.testzip() is None\nprint(len(z.infolist()))";
            String said = run(python.orElseThrow(), "-c", program, archive);
            assertEquals(String.valueOf(count), said.strip());
        }
    }

    private void readByUnzip(Path archive) throws Exception {
        Optional<Path> unzip = Tools.find("unzip");
        if (Tools.allow("ZIP archives in Info-ZIP (apt-get install unzip)", unzip.isPresent())) {
            run(unzip.orElseThrow(), "-tqq", archive);
        }
    }

    private void readBySevenZip(Path archive) throws Exception {
        Optional<Path> sevenZip = Tools.find("7z", "7zz");
        if (Tools.allow("ZIP archives in 7-Zip (apt-get install p7zip-full)", sevenZip.isPresent())) {
            String said = run(sevenZip.orElseThrow(), "t", "-bd", archive);
            assertTrue(said.contains("Everything is Ok"), said);
            assertFalse(said.contains("Warning"), said);
        }
    }

    private String run(Path tool, Object... arguments) throws Exception {
        List<String> command = new ArrayList<>(Collections.singletonList(tool.toString()));
        Arrays.stream(arguments).map(String::valueOf).forEach(command::add);
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertTrue(process.waitFor(2, TimeUnit.MINUTES), tool.toString());
        String text = Files.readString(said);
        assertEquals(0, process.exitValue(), () -> tool + ": " + text);
        return text;
    }

    private static int crcOfZeros(long length) {
        var crc32 = new CRC32();
        byte[] block = new byte[1 << 20];
        for (long left = length; left > 0; left -= block.length) {
            crc32.update(block, 0, (int) Math.min(left, block.length));
        }
        return (int) crc32.getValue();
    }

    private static ByteBuffer le(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
