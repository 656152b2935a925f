package io.oxicloud.blob.azure;

import com.azure.storage.blob.BlobContainerClientBuilder;
import io.oxicloud.Tools;
import io.oxicloud.base.Secret;
import io.oxicloud.blob.object.Limits;
import io.oxicloud.blob.object.TestServer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Microsoft's emulator of Azure Storage, one for all tests of this JVM. */
public final class Azurite {
    static final String ACCOUNT = "tester";
    static final String KEY = Base64.getEncoder().encodeToString("any key will do".getBytes(StandardCharsets.UTF_8));

    private Azurite() {}

    public static boolean isPresent() {
        return Tools.allow(
                "blobs in Azure Blob Storage (npm install -g azurite@3.35.0)",
                Tools.find("azurite-blob").isPresent());
    }

    static URI uri() {
        return URI.create("http://127.0.0.1:" + Running.SERVER.port() + "/" + ACCOUNT);
    }

    /** A container that was just made. */
    public static AzureSettings freshContainer() {
        AzureSettings fresh = container("t-" + UUID.randomUUID(), uri());
        try (var http = new AzureHttp(fresh, Limits.usual(1_000))) {
            new BlobContainerClientBuilder()
                    .pipeline(http.pipeline())
                    .endpoint(fresh.containerUrl())
                    .buildClient()
                    .create();
        }
        return fresh;
    }

    static AzureSettings container(String name, URI address) {
        return AzureSettings.withKey(ACCOUNT, new Secret(KEY), name, address);
    }

    private static final class Running {
        static final TestServer SERVER = TestServer.start(
                "azurite",
                Map.of("AZURITE_ACCOUNTS", ACCOUNT + ":" + KEY),
                (folder, port) -> List.of(
                        Tools.find("azurite-blob").orElseThrow().toString(),
                        "--blobHost",
                        "127.0.0.1",
                        "--blobPort",
                        port.toString(),
                        "--location",
                        folder.toString(),
                        "--skipApiVersionCheck",
                        "--disableTelemetry",
                        "--silent"));
    }
}
