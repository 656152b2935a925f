package io.oxicloud.blob;

import io.oxicloud.blob.cached.CachingBlobBackend;
import io.oxicloud.blob.cached.DiskCache;
import io.oxicloud.blob.encrypted.BlobKeys;
import io.oxicloud.blob.encrypted.EncryptingBlobBackend;
import io.oxicloud.blob.remote.MeasuredBlobBackend;
import io.oxicloud.blob.remote.RetrySettings;
import io.oxicloud.blob.remote.RetryingBlobBackend;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** All of them, one on the other, over a disk. */
class StackedBlobBackendTest implements BlobBackendContract {
    private BlobBackend backend;

    @TempDir
    private Path folder;

    @BeforeEach
    void open() throws IOException {
        var far = new MeasuredBlobBackend(LocalBlobBackend.open(folder.resolve("far")));
        var near = DiskCache.open(folder.resolve("near"), 100_000);
        var keys = new BlobKeys(bytes(32, 1), List.of(bytes(32, 2)), bytes(32, 3));
        backend = new EncryptingBlobBackend(
                new CachingBlobBackend(new RetryingBlobBackend(far, RetrySettings.DEFAULTS), near),
                keys,
                new SecureRandom());
    }

    @AfterEach
    void close() {
        backend.close();
    }

    @Override
    public BlobBackend backend() {
        return backend;
    }
}
