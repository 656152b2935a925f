package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.check;
import static io.oxicloud.benchmarks.GateFailedException.checkEqual;

import io.oxicloud.chunk.LeasedContent;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;

/** That an upload is the same with and without overlap, and leaves as little behind when it breaks. */
final class OverlapGate {
    private static final long BYTES = 24L << 20;
    private static final int BREAKS = 3;
    private static final long SEED = 34;

    private final IngestWorld world;
    private final BlobFolder folder;

    OverlapGate(IngestWorld world, BlobFolder folder) {
        this.world = world;
        this.folder = folder;
    }

    void pass() throws IOException {
        checkSameContent();
        checkBreaks();
    }

    private void checkSameContent() throws IOException {
        List<String> inline;
        try (var lease = world.ingest(false, stream(1))) {
            inline = LeasedContent.of(lease);
        }
        folder.clear(); // so that the other way writes as well
        try (var lease = world.ingest(true, stream(1))) {
            checkEqual(inline, LeasedContent.of(lease), "chunks, digest, size and CRC-32 of both ways");
            checkEqual(crc32(), lease.crc32(), "the CRC-32 is that of the stream");
            checkEqual(BYTES, lease.size(), "and so is the size");
            world.adopt(lease);
            checkEqual(crc32(), world.crc32(lease.hash()), "what was kept is the stream");
        }
        checkEqual((long) inline.size() - 1, world.count("ChunkEntity c where c.refs = 1"), "each chunk is held once");
        checkEqual((long) inline.size() - 1, folder.blobs(), "each chunk is one file");
        checkEqual(0L, world.count("PinEntity"), "no pin is left");
        checkEqual(0L, world.count("UploadLeaseEntity"), "no lease is left");
    }

    private void checkBreaks() throws IOException {
        var random = new Random(SEED);
        for (int i = 0; i < BREAKS; i++) {
            long at = (long) (random.nextDouble() * BYTES);
            for (boolean overlap : List.of(false, true)) {
                String what = (overlap ? "overlapped" : "inline") + ", after a stream that breaks at " + at;
                boolean broke = false;
                try (var lease = world.ingest(overlap, new UniqueStream(100 + i, BYTES, 0, at))) {
                    check(lease.size() == at, "it ended otherwise, " + what);
                } catch (IOException e) {
                    broke = true;
                }
                check(broke, "the failure is seen, " + what);
                checkEqual(0L, world.count("PinEntity"), "no pin is left, " + what);
                checkEqual(0L, world.count("UploadLeaseEntity"), "no lease is left, " + what);
                checkEqual(0L, folder.leftovers(), "no temporary file is left, " + what);
            }
        }
    }

    private static UniqueStream stream(long number) {
        return new UniqueStream(number, BYTES, 0);
    }

    private static int crc32() throws IOException {
        var crc = new CRC32();
        byte[] frame = new byte[UniqueStream.FRAME];
        var in = stream(1);
        for (int count = in.read(frame, 0, frame.length); count >= 0; count = in.read(frame, 0, frame.length)) {
            crc.update(frame, 0, count);
        }
        return (int) crc.getValue();
    }
}
