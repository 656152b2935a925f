package io.oxicloud.blob.s3;

import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.object.Limits;
import io.oxicloud.blob.object.ObjectBackendContract;
import io.oxicloud.blob.object.ObjectStore;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("io.oxicloud.blob.s3.S3Mock#isPresent")
class S3BlobBackendTest implements ObjectBackendContract {
    private final String bucket = "t-" + UUID.randomUUID();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private BlobBackend backend;

    @BeforeEach
    void makeBucket() {
        try (var client = S3Clients.open(S3Mock.bucket(bucket, S3Mock.uri()), Limits.usual(1_000))) {
            client.createBucket(create -> create.bucket(bucket));
        }
        backend = keep(S3BlobBackend.open(S3Mock.bucket(bucket, S3Mock.uri())));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
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
        return keep(S3BlobBackend.open(S3Mock.bucket(bucket, address), limits));
    }

    @Override
    public BlobBackend absent() {
        return keep(S3BlobBackend.open(S3Mock.bucket("absent", S3Mock.uri())));
    }

    @Override
    public ObjectStore store() {
        return keep(new S3Store(S3Mock.bucket(bucket, S3Mock.uri()), Limits.usual(1_000)));
    }

    private <T extends AutoCloseable> T keep(T one) {
        opened.add(one);
        return one;
    }
}
