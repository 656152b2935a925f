package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.check;
import static io.oxicloud.benchmarks.GateFailedException.checkEqual;

import com.sun.management.ThreadMXBean;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.chunk.StoreSettings;
import io.oxicloud.files.Node;
import io.oxicloud.files.zip.Archive;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * A folder of pictures downloaded as an archive. Asks: how soon comes the first byte, and how long does all of it take? Before:
 * the JDK makes the archive in a temporary file, which is sent when it is whole. After: it is written as it is read.
 */
final class ZipStreamBenchmark implements Benchmark {
    private static final double FIRST_BYTE_TO_BEAT_MILLIS = 0.4;
    private static final double WALL_TO_BEAT_MILLIS = 55;
    private static final int PICTURE = 4 << 20;
    private static final StoreSettings ALONE = new StoreSettings(0, 0, 0);
    private static final StoreSettings AHEAD = new StoreSettings(0, 8, 0);
    private static final StoreSettings IN_MEMORY = new StoreSettings(0, 8, 448L << 20);

    private final BlobFolder blobs;
    private final ArchiveWorld world;
    private final boolean quick;
    private final ArchiveWorld.Reader alone;
    private final ArchiveWorld.Reader ahead;
    private final ArchiveWorld.Reader inMemory;
    private final Node pictures;
    private final Node texts;
    private final Node odd;

    private ZipStreamBenchmark(PostgresServer server, Sizes sizes, BlobFolder blobs) throws IOException {
        this.blobs = blobs;
        this.world = new ArchiveWorld(server, blobs.backend());
        this.quick = sizes.equals(Sizes.QUICK);
        this.alone = world.reader(ALONE);
        this.ahead = world.reader(AHEAD);
        this.inMemory = world.reader(IN_MEMORY);
        this.pictures = world.folder("Pictures");
        this.texts = world.folder("Texts");
        this.odd = world.folder("Ä 日本");
        var random = new Random(7);
        byte[] picture = new byte[PICTURE];
        for (int i = 0; i < (quick ? 4 : 48); i++) {
            random.nextBytes(picture);
            world.file(pictures, String.format("IMG_%04d.jpg", i), picture);
        }
        for (int i = 0; i < (quick ? 50 : 2_000); i++) {
            String text = ("line " + i + " of a text that says little\n").repeat(1 + random.nextInt(80));
            world.file(texts, "note " + i + ".txt", text.getBytes(StandardCharsets.UTF_8));
        }
        world.folder(odd, "empty");
        world.file(world.folder(odd, "deeper"), "€.png", new byte[] {1, 2, 3});
        world.file(odd, "nothing.txt", new byte[0]);
    }

    static ZipStreamBenchmark open(PostgresServer server, Sizes sizes) throws IOException {
        return new ZipStreamBenchmark(server, sizes, BlobFolder.make());
    }

    @Override
    public void gate() throws Exception {
        for (Node folder : List.of(pictures, texts, odd)) {
            List<String> expected = seen(file -> before().write(folder, !folder.equals(texts), file));
            for (ArchiveWorld.Reader reader : List.of(alone, ahead, inMemory)) {
                List<String> streamed = seen(file -> {
                    try (Archive archive = reader.archives().folder(world.user(), folder.id());
                            OutputStream out = Files.newOutputStream(file)) {
                        archive.writeTo(out);
                    }
                });
                checkEqual(expected, streamed, "the same entries in the same order with the same bytes");
            }
        }
        checkRanges();
        boolean refused = false;
        try {
            alone.archives().folder(world.user(), new NodeId(new UUID(1, 1))).close();
        } catch (CloudException e) {
            refused = e.code() == ErrorCode.NOT_FOUND;
        }
        check(refused, "what cannot be planned fails before its first byte");
    }

    private void checkRanges() throws IOException {
        try (Archive archive = alone.archives().folder(world.user(), odd.id())) {
            var whole = new ByteArrayOutputStream();
            archive.writeTo(whole);
            byte[] bytes = whole.toByteArray();
            checkEqual((long) bytes.length, archive.length().orElseThrow(), "the length is known before");
            for (int start = 0; start < bytes.length; start += 7) {
                var part = new ByteArrayOutputStream();
                archive.writeTo(part, new ByteRange(start, bytes.length));
                check(Arrays.equals(Arrays.copyOfRange(bytes, start, bytes.length), part.toByteArray()), "a slice");
            }
        }
    }

    private TempArchive before() {
        return new TempArchive(alone.files(), world.user());
    }

    private List<String> seen(Writing writing) throws IOException {
        Path file = Files.createTempFile("oxicloud-benchmark", ".zip");
        try {
            writing.to(file);
            List<String> seen = new ArrayList<>();
            try (var zip = new ZipFile(file.toFile())) {
                for (ZipEntry entry : zip.stream().toList()) {
                    byte[] bytes = zip.getInputStream(entry).readAllBytes();
                    var crc32 = new CRC32();
                    crc32.update(bytes);
                    checkEqual(crc32.getValue(), entry.getCrc(), "the checksum is that of the bytes");
                    seen.add(
                            entry.getName() + ' ' + bytes.length + ' ' + entry.getCrc() + ' ' + Arrays.hashCode(bytes));
                }
            }
            return seen;
        } finally {
            Files.delete(file);
        }
    }

    @Override
    public Verdict measure(Page page) throws Exception {
        page.line("""
                *Pictures*: 48 files of 4 MiB that cannot be compressed, stored. *Texts*: 2,000 files of some kilobytes, deflated.
                Blobs lie in files of this machine, in its memory; each chunk's digest is checked as it is read. The client copies what
                it gets, as a network would. *Plan*: three queries and what becomes of them; *before* has them in its other columns, *after* has not. *First byte*
                is that of a header, *first content* that of a picture. Medians; the arms take turns.
                """);
        page.table(
                "folder",
                "arm",
                "plan ms",
                "first byte ms",
                "first content ms",
                "all ms",
                "MB/s",
                "temporary bytes",
                "allocated, answering thread");
        TempArchive temp = before();
        List<Arm> arms = List.of(
                new Arm("pictures, before: temporary file", client -> temp.send(pictures, true, client), null),
                arm("pictures, after: streamed", alone, pictures),
                arm("pictures, after: next one opened ahead", ahead, pictures),
                arm("pictures, after: contents in memory", inMemory, pictures),
                new Arm("texts, before: temporary file", client -> temp.send(texts, false, client), null),
                arm("texts, after: next one opened ahead", ahead, texts));
        int rounds = quick ? 1 : 21;
        for (int round = -Math.max(1, rounds / 2); round < rounds; round++) {
            for (Arm arm : arms) {
                arm.run(round >= 0);
            }
        }
        arms.forEach(arm -> arm.print(page));
        page.line("");
        Arm before = arms.get(0);
        Arm streamed = arms.get(2);
        Arm memory = arms.get(3);
        boolean met =
                streamed.firstByteMillis() <= FIRST_BYTE_TO_BEAT_MILLIS && streamed.wallMillis() <= WALL_TO_BEAT_MILLIS;
        Verdict enough = met ? Verdict.MET : Verdict.SHORT;
        Verdict verdict = streamed.firstByteMillis() >= before.firstByteMillis() ? Verdict.ROLL_BACK : enough;
        page.line("Verdict: **" + verdict + "**. To beat: the first byte after "
                + Page.number(FIRST_BYTE_TO_BEAT_MILLIS)
                + " ms (before 326), all after " + Page.number(WALL_TO_BEAT_MILLIS) + " ms (before 484). Here "
                + Page.number(streamed.firstByteMillis()) + " ms (before " + Page.number(before.firstByteMillis())
                + "), " + Page.number(streamed.wallMillis()) + " ms from files and " + Page.number(memory.wallMillis())
                + " ms from memory (before " + Page.number(before.wallMillis()) + ").");
        return verdict;
    }

    private Arm arm(String name, ArchiveWorld.Reader reader, Node folder) {
        return new Arm(name, null, () -> reader.archives().folder(world.user(), folder.id()));
    }

    @Override
    public void close() {
        world.close();
        try {
            blobs.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @FunctionalInterface
    private interface Writing {
        void to(Path file) throws IOException;
    }

    @FunctionalInterface
    private interface Sending {
        /** @return bytes of temporary files */
        long to(OutputStream client) throws IOException;
    }

    /** One way to get one folder, and what it took so far. */
    private static final class Arm {
        private final String name;
        private final @Nullable Sending sending;
        private final @Nullable Supplier<Archive> planning;
        private final Histogram plans = new Histogram();
        private final Histogram firsts = new Histogram();
        private final Histogram contents = new Histogram();
        private final Histogram walls = new Histogram();
        private long sent;
        private long temporary;
        private long allocated;

        Arm(String name, @Nullable Sending sending, @Nullable Supplier<Archive> planning) {
            this.name = name;
            this.sending = sending;
            this.planning = planning;
        }

        void run(boolean counts) throws IOException {
            var thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            var client = new FirstByte();
            long bytes = thread.getCurrentThreadAllocatedBytes();
            long begin = System.nanoTime();
            long planned = begin;
            if (sending != null) {
                temporary = sending.to(client);
            } else if (planning != null) {
                try (Archive archive = planning.get()) {
                    planned = System.nanoTime();
                    archive.writeTo(client);
                }
            }
            long end = System.nanoTime();
            if (counts) {
                plans.record(planned - begin);
                firsts.record(client.at() - planned);
                contents.record(client.contentAt() - planned);
                walls.record(end - planned);
                allocated = thread.getCurrentThreadAllocatedBytes() - bytes;
            }
            sent = client.count();
        }

        double firstByteMillis() {
            return firsts.percentile(0.5) / 1e6;
        }

        double wallMillis() {
            return walls.percentile(0.5) / 1e6;
        }

        void print(Page page) {
            page.row(
                    name.substring(0, name.indexOf(',')),
                    name.substring(name.indexOf(',') + 2),
                    sending == null ? Page.number(plans.percentile(0.5) / 1e6) : "–",
                    Page.number(firstByteMillis()),
                    Page.number(contents.percentile(0.5) / 1e6),
                    Page.number(wallMillis()),
                    Page.number(sent / 1e3 / wallMillis()),
                    Page.number((double) temporary),
                    Page.number((double) allocated));
        }
    }
}
