package io.oxicloud.blob.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBackendContract;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Batches and lists over a store that does as it is told. */
class ObjectBlobBackendTest implements BlobBackendContract {
    private final MemoryStore store = new MemoryStore();
    private final BlobBackend backend = new ObjectBlobBackend(store);

    @Override
    public BlobBackend backend() {
        return backend;
    }

    @AfterEach
    void close() {
        backend.close();
    }

    @Test
    void aNameThatIsPutTwiceIsSentOnce() throws IOException {
        try (var batch = backend.batch()) {
            batch.put(name(1), ByteBuffer.allocate(5));
            batch.put(name(1), ByteBuffer.allocate(5));
            batch.put(name(2), ByteBuffer.allocate(5));
            batch.sync();
        }

        assertEquals(2, store.uploads().size());
        assertEquals(2, new HashSet<>(store.uploads()).size());
    }

    @Test
    void whatIsWrongIsSaid() {
        store.failWith(new IOException("no such bucket"));

        assertFalse(backend.health().connected());
        assertEquals("test", backend.health().backend());
        assertTrue(backend.health().message().contains("no such bucket"));
    }
}
