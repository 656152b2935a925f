package io.oxicloud.blob;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Hash;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every backend must do. A new backend ships with a class that implements this, or not at all. */
public interface BlobBackendContract {
    BlobBackend backend();

    @Test
    default void whatWasPutComesBackWholeAndInParts() throws IOException {
        byte[] bytes = bytes(1 << 20, 1);
        backend().put(name(1), ByteBuffer.wrap(bytes));

        assertArrayEquals(bytes, read(backend().open(name(1))));
        assertEquals(OptionalLong.of(bytes.length), backend().size(name(1)));
        var random = new Random(7);
        for (int i = 0; i < 50; i++) {
            int start = random.nextInt(bytes.length);
            int end = start + 1 + random.nextInt(bytes.length - start);
            assertArrayEquals(
                    java.util.Arrays.copyOfRange(bytes, start, end),
                    read(backend().open(name(1), new ByteRange(start, end))));
        }
    }

    @Test
    default void aBufferIsTakenFromPositionToLimitAndLeftAsItWas() throws IOException {
        for (var buffer : List.of(ByteBuffer.allocate(10), ByteBuffer.allocateDirect(10))) {
            var name = name(buffer.isDirect() ? 1 : 2);
            buffer.put("0123456789".getBytes(UTF_8)).position(3).limit(7);

            backend().put(name, buffer.asReadOnlyBuffer());
            backend().put(name(3 + name.life()), buffer);

            assertArrayEquals("3456".getBytes(UTF_8), read(backend().open(name)));
            assertEquals(3, buffer.position());
            assertEquals(7, buffer.limit());
        }
    }

    @Test
    default void anEmptyBlobIsABlob() throws IOException {
        backend().put(name(1), ByteBuffer.allocate(0));

        assertEquals(OptionalLong.of(0), backend().size(name(1)));
        assertEquals(0, read(backend().open(name(1))).length);
    }

    @Test
    default void aBatchMakesAllItsBlobsSeenWhenItIsSynced() throws IOException {
        try (var batch = backend().batch()) {
            for (int i = 0; i < 20; i++) {
                batch.put(name(i), ByteBuffer.wrap(bytes(1_000, i)));
            }
            batch.sync();
            batch.put(name(20), ByteBuffer.wrap(bytes(1_000, 20)));
            batch.sync();
        }

        for (int i = 0; i <= 20; i++) {
            assertArrayEquals(bytes(1_000, i), read(backend().open(name(i))));
        }
    }

    @Test
    default void puttingABlobAgainIsHarmless() throws IOException {
        try (var batch = backend().batch()) {
            batch.put(name(1), ByteBuffer.wrap(bytes(100, 1)));
            batch.put(name(1), ByteBuffer.wrap(bytes(100, 1)));
            batch.sync();
            batch.put(name(1), ByteBuffer.wrap(bytes(100, 1)));
            batch.sync();
        }
        backend().put(name(1), ByteBuffer.wrap(bytes(100, 1)));

        assertArrayEquals(bytes(100, 1), read(backend().open(name(1))));
    }

    @Test
    default void aBlobOfAnotherLengthIsReplaced() throws IOException {
        backend().put(name(1), ByteBuffer.wrap(bytes(60, 1)));

        backend().put(name(1), ByteBuffer.wrap(bytes(100, 1)));

        try (var in = backend().open(name(1))) {
            assertArrayEquals(bytes(100, 1), in.readAllBytes());
        }
    }

    @Test
    default void aBlobIsReplacedByOneOfTheSameLength() throws IOException {
        backend().put(name(1), ByteBuffer.wrap(bytes(100, 1)));
        assertArrayEquals(bytes(100, 1), read(backend().open(name(1))));

        backend().replace(name(1), ByteBuffer.wrap(bytes(100, 2)));
        backend().replace(name(2), ByteBuffer.wrap(bytes(10, 3)));

        assertArrayEquals(bytes(100, 2), read(backend().open(name(1))));
        assertArrayEquals(bytes(10, 3), read(backend().open(name(2))));
    }

    @Test
    default void aBatchThatIsDroppedHarmsNobody() throws IOException {
        backend().put(name(1), ByteBuffer.wrap(bytes(100, 1)));
        try (var other = backend().batch()) {
            try (var batch = backend().batch()) {
                batch.put(name(1), ByteBuffer.wrap(bytes(100, 1)));
                batch.put(name(2), ByteBuffer.wrap(bytes(100, 2)));
                other.put(name(2), ByteBuffer.wrap(bytes(100, 2)));
            }
            other.sync();
        }

        assertArrayEquals(bytes(100, 1), read(backend().open(name(1))));
        assertArrayEquals(bytes(100, 2), read(backend().open(name(2))));
    }

    @Test
    default void whatIsNotThereIsSaidToBeMissing() throws IOException {
        assertThrows(NoSuchFileException.class, () -> read(backend().open(name(1))));
        assertThrows(NoSuchFileException.class, () -> read(backend().open(name(1), new ByteRange(0, 1))));
        assertEquals(OptionalLong.empty(), backend().size(name(1)));
        backend().delete(name(1));
    }

    @Test
    default void aRangePastTheEndFails() throws IOException {
        backend().put(name(1), ByteBuffer.wrap(bytes(10, 1)));

        assertThrows(EOFException.class, () -> read(backend().open(name(1), new ByteRange(9, 11))));
        assertThrows(EOFException.class, () -> read(backend().open(name(1), new ByteRange(20, 30))));
    }

    @Test
    default void deletingOneLifeLeavesTheNext() throws IOException {
        var first = name(1);
        var second = new BlobName(first.digest(), 77);
        backend().put(first, ByteBuffer.wrap(bytes(10, 1)));
        backend().put(second, ByteBuffer.wrap(bytes(10, 1)));

        backend().delete(first);

        assertThrows(NoSuchFileException.class, () -> read(backend().open(first)));
        assertArrayEquals(bytes(10, 1), read(backend().open(second)));
    }

    @Test
    default void manyWritersOfTheSameBlobsAllSucceed() throws Exception {
        int writers = 8;
        var start = new CountDownLatch(1);
        var pool = Executors.newFixedThreadPool(writers);
        try {
            List<Future<Boolean>> results = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                Callable<Boolean> writer = () -> {
                    start.await();
                    try (var batch = backend().batch()) {
                        for (int i = 0; i < 6; i++) {
                            batch.put(name(i), ByteBuffer.wrap(bytes(5_000, i)));
                        }
                        batch.sync();
                        for (int i = 0; i < 6; i++) {
                            assertArrayEquals(bytes(5_000, i), read(backend().open(name(i))));
                        }
                    }
                    return true;
                };
                results.add(pool.submit(writer));
            }
            start.countDown();
            for (var result : results) {
                assertTrue(result.get());
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    default void leftoversGoAndBlobsStay() throws IOException {
        backend().put(name(1), ByteBuffer.wrap(bytes(10, 1)));
        for (int i = 0; i < 300; i++) {
            backend().removeLeftovers(Instant.MAX);
        }

        assertArrayEquals(bytes(10, 1), read(backend().open(name(1))));
    }

    @Test
    default void allBlobsAreListedInOrderUnderTheirFirstByte() throws IOException {
        List<StoredBlob> put = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            for (int life : new int[] {i, -i - 1}) {
                var name = new BlobName(name(i).digest(), life);
                backend().put(name, ByteBuffer.wrap(bytes(i, i)));
                put.add(new StoredBlob(backend().listedAs(name), i));
            }
        }
        var removed = new BlobName(name(2).digest(), 2);
        backend().delete(removed);
        put.remove(new StoredBlob(backend().listedAs(removed), 2));

        List<StoredBlob> listed = new ArrayList<>();
        for (int first = 0; first < 256; first++) {
            int byteWanted = first;
            List<StoredBlob> some = backend().list(first);
            assertTrue(some.stream().allMatch(b -> (b.name().digest().bytes()[0] & 0xFF) == byteWanted));
            listed.addAll(some);
        }
        put.sort(null);
        assertEquals(put, listed);
        assertEquals(List.of(), backend().strays(Instant.MAX, 10));
    }

    @Test
    default void aWorkingBackendIsHealthy() {
        var health = backend().health();

        assertTrue(health.connected(), health::message);
    }

    /** A name for tests: the digest is made up, since backends do not check it. */
    default BlobName name(int number) {
        return new BlobName(Hash.of(bytes(Hash.LENGTH, 1_000L + number)), number);
    }

    default byte[] bytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    default byte[] read(InputStream in) throws IOException {
        try (in) {
            return in.readAllBytes();
        }
    }
}
