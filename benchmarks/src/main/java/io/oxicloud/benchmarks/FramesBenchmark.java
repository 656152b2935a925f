package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.check;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Hash;
import io.oxicloud.benchmarks.ClosedLoop.Figures;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.encrypted.BlobKeys;
import io.oxicloud.blob.encrypted.EncryptingBlobBackend;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.crypto.spec.SecretKeySpec;

/**
 * A chunk is encrypted in frames, and none of a frame is handed out before all of it has come. Asks: are frames of 64 KiB
 * better than such of 256 KiB, which hold a usual chunk as a whole? Before: the larger. After: the smaller, as the product has
 * them.
 */
final class FramesBenchmark implements Benchmark {
    private static final double FIRST_BYTE_TO_BEAT = 0.85;
    private static final double MEMORY_TO_BEAT = 0.5;
    private static final double RATE_TO_KEEP = 0.95;

    private static final int CHUNK = 256 << 10;
    private static final int LARGEST = 1 << 20;
    private static final int PART = 4 << 10;
    private static final long SEED = 11;
    private static final byte[] KEY = new byte[BlobKeys.LENGTH];

    private final Sizes sizes;
    private final BlobFolder folder;
    private final EncryptingBlobBackend product;
    private final FrameSize before = new FrameSize(256 << 10, new SecretKeySpec(KEY, "AES"));
    private final FrameSize after = new FrameSize(64 << 10, new SecretKeySpec(KEY, "AES"));
    private final byte[] content = new byte[LARGEST];

    FramesBenchmark(Sizes sizes) throws IOException {
        this.sizes = sizes;
        this.folder = BlobFolder.make();
        this.product =
                new EncryptingBlobBackend(folder.backend(), new BlobKeys(KEY, List.of(), KEY), new SecureRandom());
        new Random(SEED).nextBytes(content);
    }

    @Override
    public void gate() throws Exception {
        var random = new Random(SEED);
        for (int length : new int[] {1, CHUNK, CHUNK + 1, LARGEST}) {
            byte[] plain = Arrays.copyOf(content, length);
            var name = new BlobName(Hash.of(Arrays.copyOf(plain, Hash.LENGTH)), length);
            product.put(name, ByteBuffer.wrap(plain));
            for (int i = 0; i < 200; i++) {
                int start = random.nextInt(length);
                var range = new ByteRange(start, start + 1 + random.nextInt(length - start));
                byte[] expected = Arrays.copyOfRange(plain, (int) range.start(), (int) range.end());
                try (InputStream in = product.open(name, range)) {
                    check(Arrays.equals(expected, in.readAllBytes()), "the product gives back " + range);
                }
                for (FrameSize frames : List.of(before, after)) {
                    byte[] got = read(frames, frames.seal(plain), range, length);
                    check(Arrays.equals(expected, got), frames.plain() + " gives back " + range);
                }
            }
        }
        for (FrameSize frames : List.of(before, after)) {
            byte[] sealed = frames.seal(content);
            sealed[sealed.length - 1 - random.nextInt(LARGEST)] ^= 1;
            boolean refused = false;
            try {
                read(frames, sealed, new ByteRange(0, LARGEST), LARGEST);
            } catch (IOException e) {
                refused = true;
            }
            check(refused, frames.plain() + " finds what was changed");
        }
    }

    private static byte[] read(FrameSize frames, byte[] sealed, ByteRange range, int length) throws IOException {
        ByteRange stored = frames.stored(range, length);
        var in = new ByteArrayInputStream(sealed, (int) stored.start(), (int) stored.length());
        return frames.open(in, range, length).readAllBytes();
    }

    @Override
    public Verdict measure(Page page) throws Exception {
        page.line("""
                Chunks as they lie in a store. *First byte*: from a store that answers after 2 ms and then sends 100 MB/s, the median.
                *Reads*: how often it is read from, of which each is a system call at least. *Memory*: what a reader holds, two
                buffers of a frame. *Near*: whole chunks from memory, which is what opening the frames costs.
                """);
        page.table(
                "chunk KiB",
                "what",
                "frames KiB",
                "first byte µs",
                "reads",
                "memory KiB",
                "near MB/s",
                "allocated KiB");
        Row old = row(page, CHUNK, new ByteRange(0, CHUNK), before);
        Row now = row(page, CHUNK, new ByteRange(0, CHUNK), after);
        row(page, LARGEST, new ByteRange(0, LARGEST), before);
        row(page, LARGEST, new ByteRange(0, LARGEST), after);
        row(page, LARGEST, new ByteRange(600_000, 600_000 + PART), before);
        row(page, LARGEST, new ByteRange(600_000, 600_000 + PART), after);
        double first = now.firstMicros() / old.firstMicros();
        double memory = now.memory() / old.memory();
        double rate = now.rate() / old.rate();
        Verdict verdict = first >= 1 || memory >= 1
                ? Verdict.ROLL_BACK
                : first <= FIRST_BYTE_TO_BEAT && memory <= MEMORY_TO_BEAT && rate >= RATE_TO_KEEP
                        ? Verdict.MET
                        : Verdict.SHORT;
        page.line("");
        page.line(
                "Verdict: **" + verdict + "**. Wanted of 64 KiB, for a chunk of 256 KiB: the first byte after at most "
                        + Page.number(FIRST_BYTE_TO_BEAT) + " of the time, " + Page.number(MEMORY_TO_BEAT)
                        + " of the memory, and no less than " + Page.number(RATE_TO_KEEP) + " of the rate. Here: "
                        + Page.number(first) + ", " + Page.number(memory) + ", " + Page.number(rate) + ".");
        return verdict;
    }

    private record Row(double firstMicros, double memory, double rate) {}

    private Row row(Page page, int length, ByteRange range, FrameSize frames) throws Exception {
        byte[] sealed = frames.seal(Arrays.copyOf(content, length));
        ByteRange stored = frames.stored(range, length);
        var loop = new ClosedLoop(1, sizes.window());
        ClosedLoop.Call first = number -> {
            try (InputStream in = frames.open(far(sealed, stored), range, length)) {
                return in.read();
            }
        };
        ClosedLoop.Call near = number -> {
            var in = new ByteArrayInputStream(sealed, (int) stored.start(), (int) stored.length());
            return (int) frames.open(in, range, length).transferTo(OutputStream.nullOutputStream());
        };
        loop.run(near); // to warm up
        Figures nearby = loop.run(near);
        Figures far = loop.run(first);
        FarStore counted = far(sealed, stored);
        frames.open(counted, range, length).readAllBytes();
        double memory = 2.0 * Math.min(frames.plain(), length);
        double rate = nearby.perSecond() * range.length() / 1e6;
        page.row(
                Page.number(length >> 10),
                range.length() == length ? "all" : range.length() / 1024 + " KiB of it",
                Page.number(frames.plain() >> 10),
                Page.number(far.p50Micros()),
                Page.number(counted.calls()),
                Page.number(memory / 1024),
                Page.number(rate),
                Page.number(nearby.bytesPerCall() / 1024));
        return new Row(far.p50Micros(), memory, rate);
    }

    private static FarStore far(byte[] sealed, ByteRange stored) {
        return new FarStore(sealed, (int) stored.start(), (int) stored.length());
    }

    @Override
    public void close() {
        try {
            folder.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
