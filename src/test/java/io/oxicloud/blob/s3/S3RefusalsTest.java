package io.oxicloud.blob.s3;

import io.oxicloud.base.Secret;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.object.RefusalsContract;
import java.net.URI;

class S3RefusalsTest implements RefusalsContract {
    @Override
    public BlobBackend reach(URI address) {
        return S3BlobBackend.open(new S3Settings("abc", "us-east-1", "key", new Secret(SECRET), address, true));
    }

    @Override
    public int alreadyThere() {
        return 412;
    }

    @Override
    public String alreadyThereCode() {
        return "PreconditionFailed";
    }
}
