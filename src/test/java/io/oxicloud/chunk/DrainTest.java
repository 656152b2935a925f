package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.UserId;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.ForwardingBlobBackend;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sixty-four chunks from a backend that is far away: in order, some of them at once, and never more than eight at hand. */
class DrainTest {
    private static final int CHUNKS = 64;
    private static final int CHUNK_BYTES = 4_096;

    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger delivered = new AtomicInteger();
    private final AtomicInteger mostAtHand = new AtomicInteger();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private final Set<BlobName> lost = ConcurrentHashMap.newKeySet();

    /** Opens that wait until eight are under way, so that the count of them does not depend on the clock. */
    private final CountDownLatch eight = new CountDownLatch(Reads.WINDOW);

    private final StoreRig rig;
    private final byte[] content = StoreRig.random(CHUNKS * CHUNK_BYTES, 3);
    private final List<Hash> digests = new ArrayList<>();
    private final ByteArrayOutputStream framed = new ByteArrayOutputStream();

    DrainTest() {
        var far = new ForwardingBlobBackend(memory) {
            @Override
            public int readAhead() {
                return 8;
            }

            @Override
            public InputStream open(BlobName name) throws IOException {
                mostAtHand.accumulateAndGet(opened.incrementAndGet() - delivered.get(), Math::max);
                mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                eight.countDown();
                try {
                    assertTrue(eight.await(30, TimeUnit.SECONDS));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                atOnce.decrementAndGet();
                if (lost.contains(name)) {
                    throw new NoSuchFileException(name.toString());
                }
                return super.open(name);
            }
        };
        rig = new StoreRig(TestDatabase.source(Engine.H2), memory, far);
    }

    @BeforeEach
    void store() throws IOException {
        for (int i = 0; i < CHUNKS; i++) {
            framed.writeBytes(ByteBuffer.allocate(4).putInt(CHUNK_BYTES).array());
            framed.write(content, i * CHUNK_BYTES, CHUNK_BYTES);
        }
        try (LooseChunks loose = rig.store.ingestChunks(
                new Frames(new ByteArrayInputStream(framed.toByteArray()), framed.size(), CHUNKS), sizes -> {})) {
            for (int i = 0; i < CHUNKS; i++) {
                digests.add(loose.sequence().digest(i));
            }
            rig.change(scope -> new PendingChunks().keep(scope, new UserId(new UUID(0, 1)), loose, Duration.ofDays(1)));
        }
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aDownloadHasEightChunksAtHandAndSendsThemInOrder() throws IOException {
        var out = new Delivered();

        try (FramedChunks chunks = rig.store.frames(digests)) {
            chunks.writeTo(out);
        }

        assertArrayEquals(framed.toByteArray(), out.toByteArray());
        assertEquals(CHUNKS, opened.get());
        assertEquals(Reads.WINDOW, mostAtOnce.get());
        assertEquals(Reads.WINDOW, mostAtHand.get());
    }

    @Test
    void whatIsBeforeALostChunkIsSentAndNothingElse() {
        BlobName third = name(digests.get(2));
        lost.add(third);
        var out = new Delivered();

        CloudException failure = assertThrows(CloudException.class, () -> {
            try (FramedChunks chunks = rig.store.frames(digests)) {
                chunks.writeTo(out);
            }
        });

        assertEquals(ErrorCode.CORRUPT_CONTENT, failure.code());
        assertEquals(2 * (Frames.HEAD + CHUNK_BYTES), out.size());
    }

    private BlobName name(Hash digest) {
        ChunkEntity row =
                rig.inTx(scope -> new ChunkRows().stored(scope, List.of(digest)).get(0));
        return new BlobName(digest, row.life);
    }

    /** Counts the chunks that have been written. */
    private final class Delivered extends ByteArrayOutputStream {
        @Override
        public void write(byte[] bytes) throws IOException {
            super.write(bytes);
            if (bytes.length == CHUNK_BYTES) {
                delivered.incrementAndGet();
            }
        }
    }
}
