package io.oxicloud.blob.s3;

import io.oxicloud.Tools;
import io.oxicloud.base.Secret;
import io.oxicloud.blob.object.Limits;
import io.oxicloud.blob.object.TestServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Adobe's emulator of S3, one for all tests of this JVM. It knows no credentials. */
public final class S3Mock {
    private static final Path JARS = Path.of(".ci", "s3mock", "target", "lib").toAbsolutePath();

    private S3Mock() {}

    public static boolean isPresent() {
        return Tools.allow(
                "blobs in S3 (./mvnw -f .ci/s3mock/pom.xml process-test-resources)", Files.isDirectory(JARS));
    }

    public static URI uri() {
        return URI.create("http://127.0.0.1:" + Running.SERVER.port());
    }

    /** A bucket that was just made. */
    public static S3Settings freshBucket() {
        S3Settings fresh = bucket("t-" + UUID.randomUUID(), uri());
        try (var client = S3Clients.open(fresh, Limits.usual(1_000))) {
            client.createBucket(create -> create.bucket(fresh.bucket()));
        }
        return fresh;
    }

    static S3Settings bucket(String name, URI address) {
        return new S3Settings(name, "eu-central-1", "key", new Secret("c2VjcmV0"), address, true);
    }

    private static final class Running {
        static final TestServer SERVER = TestServer.start(
                "s3mock",
                Map.of(),
                (folder, port) -> List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx1g",
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        JARS + "/*",
                        "com.adobe.testing.s3mock.S3MockApplication",
                        // in the place of TLS; its other door, on some port, cannot be shut
                        "--server.ssl.enabled=false",
                        "--server.address=127.0.0.1",
                        "--server.port=" + port,
                        "--com.adobe.testing.s3mock.httpPort=0"));
    }
}
