package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobName;
import io.oxicloud.db.Engine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading from the backend, alone and with threads to spare; the rows are the same on either engine, so one will do. */
@ParameterizedClass
@ValueSource(ints = {0, 8})
class ContentTest {
    private static final int SIZE = 5_000_000;

    private final byte[] content = StoreRig.random(SIZE, 1);
    private final int threads;
    private final StoreRig rig;
    private Hash hash = Hash.of(new byte[32]);

    ContentTest(int threads) {
        this.threads = threads;
        rig = new StoreRig(Engine.H2, new StoreSettings(0, threads, 0));
    }

    @BeforeEach
    void store() throws IOException {
        hash = rig.keep(content);
        rig.blobs.calls();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aRangeIsASliceAndOpensOnlyTheChunksItOverlaps() throws IOException {
        var manifest = manifest();
        var random = new Random(2);
        for (int i = 0; i < 200; i++) {
            int start = i == 0 ? 0 : random.nextInt(SIZE);
            int end = i == 1 ? SIZE : start + 1 + random.nextInt(SIZE - start);

            byte[] slice = read(rig.store.open(hash, new ByteRange(start, end)));

            assertArrayEquals(Arrays.copyOfRange(content, start, end), slice);
            int overlapping = manifest.indexAt(end - 1) - manifest.indexAt(start) + 1;
            assertEquals(overlapping, rig.blobs.calls().opens(), start + " to " + end);
        }
    }

    @Test
    void everyWayToReadAStreamGivesTheSame() throws IOException {
        var copied = new ByteArrayOutputStream();
        try (var in = rig.store.open(hash).stream()) {
            in.transferTo(copied);
        }
        var single = new ByteArrayOutputStream();
        try (var in = rig.store.open(hash, new ByteRange(100, 300_000))) {
            for (int b = in.read(); b >= 0; b = in.read()) {
                single.write(b);
            }
            assertEquals(-1, in.read(new byte[1]));
            assertEquals(0, in.read(new byte[0]));
        }

        assertArrayEquals(content, copied.toByteArray());
        assertArrayEquals(Arrays.copyOfRange(content, 100, 300_000), single.toByteArray());
    }

    @Test
    void chunksThatAreSkippedAreNotOpened() throws IOException {
        var random = new Random(3);
        for (int i = 0; i < 50; i++) {
            int skipped = random.nextInt(SIZE);
            try (var in = rig.store.open(hash).stream()) {
                assertEquals(skipped, in.skip(skipped));
                assertEquals(content[skipped], (byte) in.read());
                assertEquals(SIZE - skipped - 1, in.skip(Long.MAX_VALUE));
                assertEquals(0, in.skip(1));
                assertEquals(-1, in.read());
            }
            assertTrue(rig.blobs.calls().opens() <= 2 || threads > 0);
        }
    }

    @Test
    void aRangePastTheEndIsRefused() {
        var failure = assertThrows(CloudException.class, () -> rig.store.open(hash, new ByteRange(SIZE - 1, SIZE + 1)));

        assertEquals(ErrorCode.INVALID_INPUT, failure.code());
    }

    @Test
    void aContentThatIsNotThereIsDamage() {
        var failure = assertThrows(CloudException.class, () -> rig.store.open(Hash.of(new byte[32])));

        assertEquals(ErrorCode.CORRUPT_CONTENT, failure.code());
    }

    /** Invariant 8. */
    @ParameterizedTest
    @EnumSource(Damage.class)
    void damageIsToldAndWhatCameBeforeItIsRight(Damage damage) throws IOException {
        var manifest = manifest();
        for (int i = 0; i < manifest.count(); i++) {
            var name = manifest.chunk(i).name();
            byte[] right = replace(name, damage.apply(read(rig.memory.open(name))));

            var before = new ByteArrayOutputStream();
            var failure = assertThrows(CloudException.class, () -> {
                try (var in = rig.store.open(hash).stream()) {
                    in.transferTo(before);
                }
            });

            assertEquals(ErrorCode.CORRUPT_CONTENT, failure.code());
            assertTrue(failure.message().contains(name.digest().hex()), failure.message());
            assertArrayEquals(Arrays.copyOf(content, (int) manifest.start(i)), before.toByteArray());
            replace(name, right);
            assertArrayEquals(content, rig.read(hash));
        }
    }

    @Test
    void damageOfTheFirstChunkIsToldBeforeTheStreamIsHandedOut() throws IOException {
        rig.memory.delete(manifest().chunk(0).name());

        var content = rig.store.open(hash);

        assertEquals(
                ErrorCode.CORRUPT_CONTENT,
                assertThrows(CloudException.class, content::stream).code());
        assertEquals(
                ErrorCode.CORRUPT_CONTENT,
                assertThrows(CloudException.class, () -> content.stream(new ByteRange(5, 10)))
                        .code());
    }

    @ParameterizedTest(name = "{0} chunks")
    @ValueSource(ints = {1, 64, 65, 1_024, 1_025, 40_000})
    void aManifestOfAnyLengthIsReadFromItsRowOnce(int chunks) {
        var list = new ChunkList();
        for (int i = 0; i < chunks; i++) {
            list.add(Hash.of(new byte[32]), 1);
        }
        var manifest = list.manifest(Hash.of(StoreRig.random(32, chunks)), 5);
        rig.change(scope -> new ManifestRows().insert(scope, manifest));
        rig.database.statements().reset();

        for (int i = 0; i < 3; i++) {
            assertEquals(chunks, rig.store.open(manifest.digest()).size());
        }

        assertEquals(1, rig.database.statements().count());
    }

    /** Ways in which a stored chunk may go wrong. */
    enum Damage implements UnaryOperator<byte[]> {
        FLIPPED {
            @Override
            public byte[] apply(byte[] chunk) {
                byte[] damaged = chunk.clone();
                damaged[chunk.length / 2] ^= 0x10;
                return damaged;
            }
        },
        CUT_SHORT {
            @Override
            public byte[] apply(byte[] chunk) {
                return Arrays.copyOf(chunk, chunk.length - 1);
            }
        },
        EMPTY {
            @Override
            public byte[] apply(byte[] chunk) {
                return new byte[0];
            }
        },
        LONGER {
            @Override
            public byte[] apply(byte[] chunk) {
                return Arrays.copyOf(chunk, chunk.length + 1);
            }
        }
    }

    private byte[] replace(BlobName name, byte[] bytes) throws IOException {
        byte[] before = read(rig.memory.open(name));
        rig.memory.delete(name);
        rig.memory.put(name, ByteBuffer.wrap(bytes));
        return before;
    }

    private Manifest manifest() {
        return rig.database
                .requests()
                .read("test", scope -> new ManifestRows().find(scope, hash))
                .orElseThrow();
    }

    private static byte[] read(InputStream in) throws IOException {
        try (in) {
            return in.readAllBytes();
        }
    }
}
