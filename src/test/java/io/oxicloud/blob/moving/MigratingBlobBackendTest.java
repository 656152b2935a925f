package io.oxicloud.blob.moving;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBackendContract;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.FlakyBlobs;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.blob.encrypted.BlobKeys;
import io.oxicloud.blob.encrypted.EncryptingBlobBackend;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MigratingBlobBackendTest {
    private final MemoryBlobBackend source = new MemoryBlobBackend();
    private final MemoryBlobBackend target = new MemoryBlobBackend();
    private volatile boolean toTarget;
    private final BlobBackend both = new MigratingBlobBackend(source, target, () -> toTarget);

    @Nested
    class BeforeTheTurn implements BlobBackendContract {
        @Override
        public BlobBackend backend() {
            return both;
        }
    }

    @Nested
    class AfterTheTurn implements BlobBackendContract {
        @Override
        public BlobBackend backend() {
            toTarget = true;
            return both;
        }
    }

    /** Nodes that know of the turn and nodes that do not, on one store. */
    @Nested
    class InTheTurn implements BlobBackendContract {
        private final AtomicInteger asked = new AtomicInteger();
        private final BlobBackend unsteady =
                new MigratingBlobBackend(source, target, () -> asked.incrementAndGet() % 3 == 0);

        @Override
        public BlobBackend backend() {
            return unsteady;
        }

        /** Its halves may hold a length each; that is of damaged blobs, which are put anew where they are read. */
        @Test
        @Override
        public void aBlobOfAnotherLengthIsReplaced() throws IOException {
            both.put(name(1), ByteBuffer.wrap(bytes(60, 1)));
            toTarget = true;
            both.put(name(1), ByteBuffer.wrap(bytes(100, 1)));

            assertArrayEquals(bytes(100, 1), read(both.open(name(1))));
        }
    }

    @Nested
    class IntoAnEncryptedStore implements BlobBackendContract {
        private final BlobBackend sealed = new MigratingBlobBackend(
                source,
                new EncryptingBlobBackend(
                        target, new BlobKeys(bytes(32, 1), List.of(), bytes(32, 2)), new SecureRandom()),
                () -> toTarget);

        @Override
        public BlobBackend backend() {
            toTarget = true;
            return sealed;
        }

        @Test
        void whatIsInThePlainHalfIsFoundByItsSize() throws IOException {
            source.put(name(1), ByteBuffer.wrap(bytes(10, 1)));

            assertEquals(10, backend().size(name(1)).orElseThrow());
            assertEquals(List.of(), backend().list(name(1).digest().bytes()[0] & 0xFF));
            assertArrayEquals(bytes(10, 1), read(backend().open(name(1))));
        }
    }

    @Test
    void newBlobsGoWhereTheTurnSaysAndAllAreRead() throws IOException {
        both.put(name(1), ByteBuffer.wrap(new byte[] {1}));
        toTarget = true;
        both.put(name(2), ByteBuffer.wrap(new byte[] {2}));

        assertEquals(Set.of(name(1)), source.names());
        assertEquals(Set.of(name(2)), target.names());
        for (boolean turn : new boolean[] {true, false}) {
            toTarget = turn;
            assertArrayEquals(new byte[] {1}, both.open(name(1)).readAllBytes());
            assertArrayEquals(
                    new byte[] {2}, both.open(name(2), new ByteRange(0, 1)).readAllBytes());
        }
    }

    @Test
    void aBatchThatIsSyncedAfterTheTurnLeavesNothingBehind() throws IOException {
        try (var batch = both.batch()) {
            batch.put(name(1), ByteBuffer.wrap(new byte[] {1}));
            toTarget = true;
            batch.put(name(2), ByteBuffer.wrap(new byte[] {2}));
            batch.sync();
        }

        assertEquals(Set.of(name(1), name(2)), target.names());
    }

    @Test
    void deletingDeletesBothAlsoIfOneDoesNotAnswer() throws IOException {
        var down = new FlakyBlobs(target);
        var halfDown = new MigratingBlobBackend(source, down, () -> true);
        source.put(name(1), ByteBuffer.wrap(new byte[] {1}));
        target.put(name(1), ByteBuffer.wrap(new byte[] {1}));
        down.at(what -> {
            throw new IOException("down");
        });

        assertThrows(IOException.class, () -> halfDown.delete(name(1)));
        assertEquals(Set.of(), source.names());
        down.at(what -> {});
        halfDown.delete(name(1));

        assertEquals(Set.of(), target.names());
    }

    @Test
    void aHalfThatDoesNotAnswerMakesNoBlobLookLost() throws IOException {
        var down = new FlakyBlobs(target);
        var halfDown = new MigratingBlobBackend(source, down, () -> true);
        source.put(name(1), ByteBuffer.wrap(new byte[] {1}));
        down.at(what -> {
            throw new IOException("down");
        });

        assertArrayEquals(new byte[] {1}, halfDown.open(name(1)).readAllBytes());
        var failure = assertThrows(IOException.class, () -> halfDown.open(name(2)));
        assertFalse(failure instanceof NoSuchFileException, failure::toString);
        assertThrows(IOException.class, () -> halfDown.size(name(2)));
    }

    @Test
    void itIsWellIfWhatIsNeededIs() {
        var far = new FlakyBlobs(target);
        var near = new FlakyBlobs(source);
        var some = new MigratingBlobBackend(near, far, () -> toTarget);
        far.down(true);
        assertTrue(some.health().connected());
        toTarget = true;
        assertFalse(some.health().connected());
        far.down(false);
        assertTrue(some.health().connected());
        near.down(true);

        assertFalse(some.health().connected());
        assertEquals("flaky: down", some.health().message());
    }

    @Test
    void aNodeThatHeardNothingOfTheOthersReadsAndDoesNotWrite() throws IOException {
        source.put(name(1), ByteBuffer.wrap(new byte[] {1}));
        var deaf = new MigratingBlobBackend(source, target, () -> {
            throw new IOException("heard nothing");
        });

        var refused = assertThrows(IOException.class, () -> deaf.put(name(2), ByteBuffer.allocate(1)));
        assertEquals("heard nothing", refused.getMessage());
        assertArrayEquals(new byte[] {1}, deaf.open(name(1)).readAllBytes());
    }

    private static BlobName name(int number) {
        return new BlobBackendContract() {
            @Override
            public BlobBackend backend() {
                throw new IllegalStateException();
            }
        }.name(number);
    }
}
