package io.oxicloud.blob;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MemoryBlobBackendTest implements BlobBackendContract {
    private final MemoryBlobBackend backend = new MemoryBlobBackend();

    @Override
    public BlobBackend backend() {
        return backend;
    }

    @Test
    void whatDoesNotFitIsRefusedAndRoomComesBackWithADelete() throws IOException {
        var small = new MemoryBlobBackend(100);
        small.put(name(1), ByteBuffer.wrap(bytes(60, 1)));

        assertThrows(BlobStoreFullException.class, () -> small.put(name(2), ByteBuffer.wrap(bytes(60, 2))));
        try (var dropped = small.batch()) {
            dropped.put(name(3), ByteBuffer.wrap(bytes(40, 3)));
        }
        assertEquals(40L, small.health().availableBytes());
        small.delete(name(1));
        small.put(name(2), ByteBuffer.wrap(bytes(60, 2)));

        assertEquals(Set.of(name(2)), small.names());
    }
}
