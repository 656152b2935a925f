package io.oxicloud.blob.azure;

import io.oxicloud.base.Secret;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.object.RefusalsContract;
import java.net.URI;

class AzureRefusalsTest implements RefusalsContract {
    @Override
    public BlobBackend reach(URI address) {
        return AzureBlobBackend.open(AzureSettings.withSas("tester", new Secret("sv=1&sig=" + SECRET), "abc", address));
    }

    @Override
    public int alreadyThere() {
        return 409;
    }

    @Override
    public String alreadyThereCode() {
        return "BlobAlreadyExists";
    }
}
