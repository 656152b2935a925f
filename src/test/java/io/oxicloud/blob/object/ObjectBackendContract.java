package io.oxicloud.blob.object;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBackendContract;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.StoredBlob;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What a backend over a network must do besides, against a real server. */
public interface ObjectBackendContract extends BlobBackendContract {
    int LARGE = Boolean.getBoolean("full") ? 256 << 20 : 48 << 20;

    /** More than sockets hold, and much less than there is. */
    int WINDOW = 16 << 20;

    Limits SHORT = new Limits(Duration.ofSeconds(5), Duration.ofSeconds(2), Duration.ofSeconds(2), 400);

    /** Where the server is. */
    URI server();

    /** The same bucket by way of another address. */
    BlobBackend reach(URI address, Limits limits);

    /** A bucket that is not there. */
    BlobBackend absent();

    /** The bucket itself. */
    ObjectStore store();

    @Test
    default void aMissingBucketIsNotTakenForMissingBlobs() {
        BlobBackend absent = absent();

        List<Executable> calls = List.of(
                () -> read(absent.open(name(1))),
                () -> read(absent.open(name(1), new ByteRange(0, 1))),
                () -> absent.size(name(1)),
                () -> absent.delete(name(1)),
                () -> absent.put(name(1), ByteBuffer.allocate(1)),
                () -> absent.list(0),
                () -> absent.strays(Instant.MAX, 1));
        for (var call : calls) {
            var failure = assertThrows(IOException.class, call);
            assertFalse(failure instanceof NoSuchFileException, failure::toString);
            assertTrue(failure.toString().contains("404"), failure::toString);
        }
        var health = absent.health();
        assertFalse(health.connected());
        assertTrue(health.message().contains("404"), health::message);
    }

    @Test
    default void aServerThatIsNotThereIsSaidToBeUnreachable() throws IOException {
        URI nowhere;
        try (var meter = new Meter(server())) {
            nowhere = meter.uri();
        }
        BlobBackend gone = reach(nowhere, SHORT);

        var failure = assertThrows(IOException.class, () -> gone.open(name(1)));
        assertFalse(failure instanceof NoSuchFileException, failure::toString);
        assertThrows(IOException.class, () -> gone.put(name(1), ByteBuffer.allocate(1)));
        assertThrows(IOException.class, () -> gone.list(0));
        assertFalse(gone.health().connected());
        assertTrue(gone.health().message().contains("ConnectException"), gone.health()::message);
    }

    @Test
    default void aConnectionThatIsCutNeverLooksLikeAShortBlob() throws IOException {
        byte[] bytes = bytes(3 << 20, 1);
        store().replace(ObjectKeys.key(name(1)), ByteBuffer.wrap(bytes));

        for (int cut : new int[] {1 << 10, 100_000, 3 << 20}) {
            for (boolean part : new boolean[] {false, true}) {
                try (var meter = new Meter(server())) {
                    BlobBackend backend = reach(meter.uri(), SHORT);
                    meter.cutAfter(cut);
                    var failure = assertThrows(
                            IOException.class,
                            () -> read(
                                    part
                                            ? backend.open(name(1), new ByteRange(10, bytes.length))
                                            : backend.open(name(1))));
                    assertFalse(failure instanceof EOFException, failure::toString);
                    assertFalse(failure instanceof NoSuchFileException, failure::toString);
                }
            }
        }
    }

    @Test
    default void aServerThatFallsSilentIsGivenUp() throws IOException {
        store().replace(ObjectKeys.key(name(1)), ByteBuffer.wrap(bytes(LARGE, 1)));
        try (var meter = new Meter(server())) {
            BlobBackend backend = reach(meter.uri(), SHORT);
            try (InputStream in = backend.open(name(1))) {
                meter.stop();
                var failure = assertThrows(IOException.class, in::readAllBytes);
                assertInstanceOf(SocketTimeoutException.class, failure);
            }
            var health = backend.health();
            assertFalse(health.connected(), health::message);
        }
    }

    @Test
    default void aSlowReaderHoldsTheServerBackAndGetsEverything() throws Exception {
        byte[] bytes = bytes(LARGE, 1);
        store().replace(ObjectKeys.key(name(1)), ByteBuffer.wrap(bytes));
        try (var meter = new Meter(server());
                InputStream in = reach(meter.uri(), Limits.usual(1)).open(name(1))) {
            byte[] first = in.readNBytes(1 << 20);

            assertTrue(meter.settled() < first.length + WINDOW, () -> meter.bytes() + " bytes have come");
            for (int at = first.length; at < bytes.length; at += first.length) {
                assertArrayEquals(Arrays.copyOfRange(bytes, at, at + first.length), in.readNBytes(first.length));
            }
            assertEquals(-1, in.read());
        }
    }

    @Test
    default void aReaderThatLeavesEarlyEndsTheConnectionAndNotTheBackend() throws Exception {
        store().replace(ObjectKeys.key(name(1)), ByteBuffer.wrap(bytes(LARGE, 1)));
        store().replace(ObjectKeys.key(name(2)), ByteBuffer.wrap(bytes(10, 2)));
        try (var meter = new Meter(server())) {
            BlobBackend backend = reach(meter.uri(), Limits.usual(1));
            for (int i = 0; i < 3; i++) {
                try (InputStream in = backend.open(name(1))) {
                    assertEquals(100, in.readNBytes(100).length);
                }
            }

            meter.awaitNobody();
            assertTrue(meter.bytes() < WINDOW, () -> meter.bytes() + " bytes have come");
            assertArrayEquals(bytes(10, 2), read(backend.open(name(2))));
        }
    }

    @Test
    default void oneConnectionServesReadersThatComeAfterEachOther() throws IOException {
        backend().put(name(1), ByteBuffer.wrap(bytes(300_000, 1)));
        try (var meter = new Meter(server())) {
            BlobBackend backend = reach(meter.uri(), Limits.usual(1));
            for (int i = 0; i < 10; i++) {
                try (InputStream in = backend.open(name(1))) {
                    assertEquals(300_000, in.readNBytes(300_000).length);
                }
                assertThrows(NoSuchFileException.class, () -> backend.open(name(2)));
                backend.size(name(1));
                backend.delete(name(3));
                backend.put(name(10 + i), ByteBuffer.wrap(bytes(300_000, 1)));
            }

            assertTrue(meter.callers() <= 2, () -> meter.callers() + " connections");
        }
    }

    @Test
    default void manyBlobsAreListedPageAfterPage() throws IOException {
        BlobBackend paged = reach(server(), SHORT);
        List<StoredBlob> put = new ArrayList<>();
        try (var batch = paged.batch()) {
            for (int i = 0; i < 1_050; i++) {
                byte[] digest = bytes(Hash.LENGTH, i);
                digest[0] = (byte) 0xAB;
                var name = new BlobName(Hash.of(digest), i * 0x10001);
                batch.put(name, ByteBuffer.allocate(i % 3));
                put.add(new StoredBlob(name, i % 3));
            }
            batch.sync();
        }
        backend().put(name(1), ByteBuffer.allocate(1));

        put.sort(null);
        assertEquals(put, paged.list(0xAB));
        assertEquals(List.of(), paged.strays(Instant.MAX, 10));
    }

    @Test
    default void whatIsNoBlobIsAStray() throws IOException {
        backend().put(name(1), ByteBuffer.allocate(1));
        String key = ObjectKeys.key(name(1));
        Set<String> foreign = Set.of(
                "notes.txt",
                "a-folder/more.txt",
                key.substring(0, 3) + "readme",
                key + ".tmp",
                key.substring(3),
                "zz/" + key.substring(3),
                key.replace(".blob", ".BLOB"));
        for (String stray : foreign) {
            store().replace(stray, ByteBuffer.allocate(3));
        }

        assertEquals(foreign, Set.copyOf(backend().strays(Instant.MAX, 100)));
        assertEquals(2, backend().strays(Instant.MAX, 2).size());
        assertEquals(List.of(), backend().strays(Instant.EPOCH, 100));
        int first = name(1).digest().bytes()[0] & 0xFF;
        assertEquals(List.of(new StoredBlob(name(1), 1)), backend().list(first));
    }

    @Test
    default void deletingNothingTenTimesIsNoFailure() throws IOException {
        backend().put(name(1), ByteBuffer.allocate(1));
        for (int i = 0; i < 10; i++) {
            backend().delete(name(2));
            backend().delete(name(1));
        }

        assertTrue(backend().size(name(1)).isEmpty());
    }

    @Test
    default void aBlobLongerThanAnyChunkIsPutAsWell() throws IOException {
        byte[] bytes = bytes(5 << 20, 1);
        var direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();

        backend().put(name(1), direct);

        assertArrayEquals(bytes, read(backend().open(name(1))));
        assertEquals(bytes.length, direct.remaining());
    }

    @Test
    default void anInterruptedThreadFailsOrGoesOnAndStaysInterrupted() throws IOException {
        backend().put(name(1), ByteBuffer.wrap(bytes(100_000, 1)));
        List<Executable> calls = List.of(
                () -> read(backend().open(name(1))),
                () -> backend().size(name(1)),
                () -> backend().delete(name(9)),
                () -> backend().list(0),
                () -> backend().put(name(2), ByteBuffer.allocate(1)));

        for (var call : calls) {
            Thread.currentThread().interrupt();
            try {
                call.execute();
            } catch (Throwable e) {
                assertInstanceOf(ClosedByInterruptException.class, e);
            } finally {
                assertTrue(Thread.interrupted(), call::toString);
            }
        }
        assertArrayEquals(bytes(100_000, 1), read(backend().open(name(1))));
    }
}
