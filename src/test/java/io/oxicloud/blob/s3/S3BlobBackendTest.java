package io.oxicloud.blob.s3;

import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.object.Limits;
import io.oxicloud.blob.object.ObjectBackendContract;
import io.oxicloud.blob.object.ObjectStore;
import io.oxicloud.blob.object.Opened;
import java.net.URI;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("io.oxicloud.blob.s3.S3Mock#isPresent")
class S3BlobBackendTest implements ObjectBackendContract {
    private final String bucket = "t-" + UUID.randomUUID();
    private final Opened opened = new Opened();
    private BlobBackend backend;

    @BeforeEach
    void makeBucket() {
        try (var client = S3Clients.open(S3Mock.bucket(bucket, S3Mock.uri()), Limits.usual(1_000))) {
            client.createBucket(create -> create.bucket(bucket));
        }
        backend = opened.keep(S3BlobBackend.open(S3Mock.bucket(bucket, S3Mock.uri())));
    }

    @AfterEach
    void close() throws Exception {
        opened.close();
    }

    @Override
    public BlobBackend backend() {
        return backend;
    }

    @Override
    public URI server() {
        return S3Mock.uri();
    }

    @Override
    public BlobBackend reach(URI address, Limits limits) {
        return opened.keep(S3BlobBackend.open(S3Mock.bucket(bucket, address), limits));
    }

    @Override
    public BlobBackend absent() {
        return opened.keep(S3BlobBackend.open(S3Mock.bucket("absent", S3Mock.uri())));
    }

    @Override
    public ObjectStore store() {
        return opened.keep(new S3Store(S3Mock.bucket(bucket, S3Mock.uri()), Limits.usual(1_000)));
    }
}
