package io.oxicloud.blob.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBackendContract;
import io.oxicloud.blob.FlakyBlobs;
import io.oxicloud.blob.MemoryBlobBackend;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasuredBlobBackendTest implements BlobBackendContract {
    private final FlakyBlobs far = new FlakyBlobs(new MemoryBlobBackend());
    private final MeasuredBlobBackend backend = new MeasuredBlobBackend(far);

    @Override
    public BlobBackend backend() {
        return backend;
    }

    @Test
    void everyCallIsCountedWithItsBytesAndFailures() throws IOException {
        backend.put(name(1), ByteBuffer.wrap(bytes(100, 1)));
        read(backend.open(name(1)));
        read(backend.open(name(1), new ByteRange(10, 30)));
        assertThrows(IOException.class, () -> backend.open(name(2)));
        far.breaksAfter = 5;
        assertThrows(IOException.class, () -> read(backend.open(name(1))));
        backend.size(name(1));
        backend.delete(name(1));
        backend.list(0);

        assertEquals(
                List.of(
                        new BlobCallFigures(BlobCall.OPEN, 3, 2, 105),
                        new BlobCallFigures(BlobCall.OPEN_RANGE, 1, 0, 20),
                        new BlobCallFigures(BlobCall.PUT, 1, 0, 100),
                        new BlobCallFigures(BlobCall.SIZE, 1, 0, 0),
                        new BlobCallFigures(BlobCall.DELETE, 1, 0, 0),
                        new BlobCallFigures(BlobCall.LIST, 1, 0, 0)),
                backend.figures());
    }
}
