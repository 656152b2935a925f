package io.oxicloud.blob.azure;

import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.object.Limits;
import io.oxicloud.blob.object.ObjectBlobBackend;

/** Opens the backend that keeps blobs in a container of Azure Blob Storage. */
public final class AzureBlobBackend {
    private static final int PAGE = 5_000;

    private AzureBlobBackend() {}

    /** Asks nobody anything yet: {@link BlobBackend#health} says whether the container can be used. */
    public static BlobBackend open(AzureSettings settings) {
        return open(settings, Limits.usual(PAGE));
    }

    static BlobBackend open(AzureSettings settings, Limits limits) {
        return new ObjectBlobBackend(new AzureStore(settings, limits));
    }
}
