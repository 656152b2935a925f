package io.oxicloud.blob.azure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.blob.sas.BlobContainerSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import com.azure.storage.common.StorageSharedKeyCredential;
import io.oxicloud.base.Secret;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.object.Limits;
import io.oxicloud.blob.object.ObjectBackendContract;
import io.oxicloud.blob.object.ObjectStore;
import io.oxicloud.blob.object.Opened;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("io.oxicloud.blob.azure.Azurite#isPresent")
class AzureBlobBackendTest implements ObjectBackendContract {
    private final String name = "t-" + UUID.randomUUID();
    private final Opened opened = new Opened();
    private BlobContainerClient container;
    private BlobBackend backend;

    @BeforeEach
    void makeContainer() {
        container = new BlobContainerClientBuilder()
                .pipeline(http().pipeline())
                .endpoint(Azurite.uri() + "/" + name)
                .buildClient();
        container.create();
        backend = opened.keep(AzureBlobBackend.open(Azurite.container(name, Azurite.uri())));
    }

    @AfterEach
    void close() throws Exception {
        container.delete();
        opened.close();
    }

    @Override
    public BlobBackend backend() {
        return backend;
    }

    @Override
    public URI server() {
        return Azurite.uri();
    }

    @Override
    public BlobBackend reach(URI address, Limits limits) {
        return opened.keep(AzureBlobBackend.open(Azurite.container(name, address), limits));
    }

    @Override
    public BlobBackend absent() {
        return opened.keep(AzureBlobBackend.open(Azurite.container("absent", Azurite.uri())));
    }

    @Override
    public ObjectStore store() {
        return opened.keep(new AzureStore(Azurite.container(name, Azurite.uri()), Limits.usual(1_000)));
    }

    @Test
    void aWrongKeyIsSaidToBeRefused() {
        BlobBackend stranger = opened.keep(AzureBlobBackend.open(
                AzureSettings.withKey(Azurite.ACCOUNT, new Secret("d3Jvbmc="), name, Azurite.uri())));

        assertThrows(AccessDeniedException.class, () -> stranger.open(name(1)));
        assertThrows(AccessDeniedException.class, () -> stranger.put(name(1), ByteBuffer.allocate(1)));
        assertThrows(AccessDeniedException.class, () -> stranger.list(0));
        assertFalse(stranger.health().connected());
        assertTrue(stranger.health().message().contains("403"), stranger.health()::message);
    }

    @Test
    void aSignatureForJustTheContainerIsEnough() throws IOException {
        BlobBackend signed = opened.keep(AzureBlobBackend.open(
                AzureSettings.withSas(Azurite.ACCOUNT, new Secret("?" + signature()), name, Azurite.uri())));
        signed.put(name(1), ByteBuffer.wrap(bytes(1_000, 1)));

        assertArrayEquals(bytes(1_000, 1), read(signed.open(name(1))));
        assertEquals(1, signed.list(name(1).digest().bytes()[0] & 0xFF).size());
        assertTrue(signed.health().connected(), signed.health()::message);
        signed.delete(name(1));
        assertTrue(signed.size(name(1)).isEmpty());
    }

    @Test
    void aConnectionStringIsEnough() throws IOException {
        var text = "DefaultEndpointsProtocol=http;AccountName=" + Azurite.ACCOUNT + ";AccountKey=" + Azurite.KEY
                + ";BlobEndpoint=" + Azurite.uri() + "/;";
        BlobBackend connected =
                opened.keep(AzureBlobBackend.open(AzureSettings.ofConnectionString(new Secret(text), name, null)));
        connected.put(name(1), ByteBuffer.allocate(1));

        assertEquals(1, backend.size(name(1)).orElseThrow());
    }

    @Test
    void aBlobWithASnapshotIsDeletedWithIt() throws IOException {
        backend.put(name(1), ByteBuffer.allocate(1));
        container.getBlobClient(name(1).shard() + "/" + name(1) + ".blob").createSnapshot();

        backend.delete(name(1));

        assertTrue(backend.size(name(1)).isEmpty());
    }

    private String signature() {
        var credential = new StorageSharedKeyCredential(Azurite.ACCOUNT, Azurite.KEY);
        var rights = new BlobContainerSasPermission()
                .setReadPermission(true)
                .setWritePermission(true)
                .setCreatePermission(true)
                .setDeletePermission(true)
                .setListPermission(true);
        var signer = new BlobContainerClientBuilder()
                .endpoint(Azurite.uri() + "/" + name)
                .credential(credential)
                .httpClient(http().pipeline().getHttpClient())
                .buildClient();
        return signer.generateSas(
                new BlobServiceSasSignatureValues(OffsetDateTime.of(2099, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC), rights));
    }

    private AzureHttp http() {
        return opened.keep(new AzureHttp(Azurite.container(name, Azurite.uri()), Limits.usual(1_000)));
    }
}
