package io.oxicloud.blob.encrypted;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBackendContract;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.DamagedBlobException;
import io.oxicloud.blob.FlakyBlobs;
import io.oxicloud.blob.MemoryBlobBackend;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EncryptingBlobBackendTest implements BlobBackendContract {
    private static final int FRAME = 64 << 10;

    private final MemoryBlobBackend stored = new MemoryBlobBackend();
    private final FlakyBlobs below = new FlakyBlobs(stored);
    private final byte[] first = bytes(32, 101);
    private final byte[] second = bytes(32, 102);
    private final byte[] naming = bytes(32, 103);
    private final EncryptingBlobBackend backend = with(new BlobKeys(first, List.of(), naming));

    private EncryptingBlobBackend with(BlobKeys keys) {
        return new EncryptingBlobBackend(below, keys, new SecureRandom());
    }

    @Override
    public BlobBackend backend() {
        return backend;
    }

    @Test
    void everyLengthAndEveryRangeComesBack() throws IOException {
        var random = new Random(11);
        for (int length : new int[] {0, 1, FRAME - 1, FRAME, FRAME + 1, 3 * FRAME, 3 * FRAME + 7}) {
            byte[] bytes = bytes(length, length);
            var name = new BlobName(name(length).digest(), length);
            backend.put(name, ByteBuffer.wrap(bytes));

            assertArrayEquals(bytes, read(backend.open(name)), () -> "length " + length);
            assertEquals(OptionalLong.of(length), backend.size(name));
            for (int i = 0; i < 40 && length > 0; i++) {
                int start = i == 0 ? length - 1 : random.nextInt(length);
                int end = start + 1 + (i == 1 ? length - start - 1 : random.nextInt(length - start));
                assertArrayEquals(
                        Arrays.copyOfRange(bytes, start, end),
                        read(backend.open(name, new ByteRange(start, end))),
                        () -> "length " + length + ", " + start + " to " + end);
            }
        }
    }

    @Test
    void theStorageSeesNeitherContentNorItsHash() throws IOException {
        byte[] bytes = new byte[FRAME];
        Arrays.fill(bytes, (byte) 'x');
        backend.put(name(1), ByteBuffer.wrap(bytes));
        backend.put(name(2), ByteBuffer.wrap(bytes));

        var names = List.copyOf(stored.names());
        byte[] one = read(stored.open(names.get(0)));
        byte[] other = read(stored.open(names.get(1)));

        assertFalse(Arrays.equals(one, other), "each blob has a key of its own");
        assertFalse(new String(one, java.nio.charset.StandardCharsets.ISO_8859_1).contains("xxx"));
        assertTrue(names.stream().noneMatch(n -> n.digest().equals(name(1).digest())));
        assertNotEquals(
                new BlobKeys(first, List.of(), bytes(32, 104)).hidden(name(1)),
                new BlobKeys(first, List.of(), naming).hidden(name(1)));
    }

    /** Each bit, here one of each byte of a short blob and samples of a long one. */
    @Test
    void nothingThatWasChangedIsHandedOut() throws IOException {
        for (int length : new int[] {20, 2 * FRAME + 20}) {
            byte[] bytes = bytes(length, length);
            var name = new BlobName(name(length).digest(), length);
            backend.put(name, ByteBuffer.wrap(bytes));
            byte[] sealed = sealed(name);
            for (int at = 0; at < sealed.length; at += length < FRAME ? 1 : 997) {
                byte[] changed = sealed.clone();
                changed[at] ^= (byte) (1 << at % 8);
                int where = at;

                assertThrows(IOException.class, () -> read(opened(name, changed)), () -> "byte " + where);
            }
        }
    }

    @Test
    void framesCannotBeCutOffMovedOrMixed() throws IOException {
        byte[] bytes = bytes(3 * FRAME, 3);
        backend.put(name(1), ByteBuffer.wrap(bytes));
        backend.put(name(2), ByteBuffer.wrap(bytes));
        byte[] one = sealed(name(1));
        byte[] two = sealed(name(2));
        int frame = FRAME + 16;
        int header = one.length - 3 * frame;

        byte[] shorter = Arrays.copyOf(one, one.length - frame);
        byte[] swapped = one.clone();
        System.arraycopy(one, header, swapped, header + frame, frame);
        System.arraycopy(one, header + frame, swapped, header, frame);
        byte[] spliced = one.clone();
        System.arraycopy(two, header + frame, spliced, header + frame, frame);
        byte[] shortened = Arrays.copyOf(one, header + 2 * frame);
        ByteBuffer.wrap(shortened).putLong(5, 2L * FRAME);

        assertThrows(EOFException.class, () -> read(opened(name(1), shorter)));
        assertThrows(DamagedBlobException.class, () -> read(opened(name(1), swapped)));
        assertThrows(DamagedBlobException.class, () -> read(opened(name(1), spliced)));
        assertThrows(DamagedBlobException.class, () -> read(opened(name(1), shortened)));
        assertThrows(
                DamagedBlobException.class, () -> read(opened(name(1), spliced, new ByteRange(FRAME + 5, FRAME + 6))));
        assertArrayEquals(
                Arrays.copyOfRange(bytes, 2 * FRAME, 3 * FRAME),
                read(opened(name(1), spliced, new ByteRange(2 * FRAME, 3 * FRAME))));
    }

    @Test
    void aRangeReadsItsHeaderAndItsOwnFrames() throws IOException {
        backend.put(name(1), ByteBuffer.wrap(bytes(10 * FRAME, 1)));
        below.calls.clear();

        read(backend.open(name(1), new ByteRange(7 * FRAME + 3, 7 * FRAME + 9)));

        assertEquals(List.of("open 0", "open " + (sealed(name(1)).length - 3 * (FRAME + 16))), below.calls);
    }

    /** Somebody brings the same content between the two looks of a reader. */
    @Test
    void aBlobThatIsPutAgainBetweenTwoLooksIsReadAgain() throws IOException {
        byte[] bytes = bytes(3 * FRAME, 1);
        backend.put(name(1), ByteBuffer.wrap(bytes));
        byte[] first = sealed(name(1));
        stored.delete(backend.listedAs(name(1)));
        backend.put(name(1), ByteBuffer.wrap(bytes));
        byte[] second = sealed(name(1));
        stored.delete(backend.listedAs(name(1)));
        stored.put(backend.listedAs(name(1)), ByteBuffer.wrap(first));
        var looks = new AtomicInteger();
        below.at(what -> {
            if (looks.incrementAndGet() == 2) {
                stored.delete(backend.listedAs(name(1)));
                stored.put(backend.listedAs(name(1)), ByteBuffer.wrap(second));
            }
        });

        assertArrayEquals(
                Arrays.copyOfRange(bytes, FRAME, FRAME + 5),
                read(backend.open(name(1), new ByteRange(FRAME, FRAME + 5))));
    }

    @Test
    void olderKeysStillOpenAndNewBlobsTakeTheNewest() throws IOException {
        backend.put(name(1), ByteBuffer.wrap(bytes(10, 1)));
        var rotated = with(new BlobKeys(second, List.of(first), naming));
        rotated.put(name(2), ByteBuffer.wrap(bytes(10, 2)));

        assertArrayEquals(bytes(10, 1), read(rotated.open(name(1))));
        var onlySecond = with(new BlobKeys(second, List.of(), naming));
        assertArrayEquals(bytes(10, 2), read(onlySecond.open(name(2))));
        IOException unknown = assertThrows(IOException.class, () -> onlySecond.open(name(1)));
        assertTrue(String.valueOf(unknown.getMessage()).contains("a key that is not given"));
    }

    private byte[] sealed(BlobName name) throws IOException {
        return read(stored.open(backend.listedAs(name)));
    }

    private java.io.InputStream opened(BlobName name, byte[] sealed) throws IOException {
        return holding(name, sealed).open(name);
    }

    private java.io.InputStream opened(BlobName name, byte[] sealed, ByteRange range) throws IOException {
        return holding(name, sealed).open(name, range);
    }

    private EncryptingBlobBackend holding(BlobName name, byte[] sealed) throws IOException {
        var other = new MemoryBlobBackend();
        other.put(backend.listedAs(name), ByteBuffer.wrap(sealed));
        return new EncryptingBlobBackend(other, new BlobKeys(first, List.of(), naming), new SecureRandom());
    }
}
