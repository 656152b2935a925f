package io.oxicloud.blob.moving;

import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBackendContract;
import io.oxicloud.blob.LocalBlobBackend;
import io.oxicloud.blob.remote.RetrySettings;
import io.oxicloud.blob.remote.RetryingBlobBackend;
import io.oxicloud.blob.s3.S3BlobBackend;
import io.oxicloud.blob.s3.S3Mock;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** From a folder to a bucket, after the turn. */
@EnabledIf("io.oxicloud.blob.s3.S3Mock#isPresent")
class LocalToObjectStoreTest implements BlobBackendContract {
    private BlobBackend backend;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        backend = new MigratingBlobBackend(
                LocalBlobBackend.open(folder),
                new RetryingBlobBackend(S3BlobBackend.open(S3Mock.freshBucket()), RetrySettings.DEFAULTS),
                () -> true);
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
