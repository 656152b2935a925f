package io.oxicloud.app;

import io.oxicloud.blob.BlobHealth;
import io.oxicloud.blob.remote.BlobCallFigures;
import io.oxicloud.blob.remote.MeasuredBlobBackend;
import io.oxicloud.rest.storage.StorageState;
import java.util.Locale;
import java.util.function.Supplier;

/** The state of the storage as the API tells it, which does not know backends. */
public record StorageReport(MeasuredBlobBackend blobs) implements Supplier<StorageState> {
    @Override
    public StorageState get() {
        BlobHealth health = blobs.health();
        return new StorageState(
                health.backend(),
                health.connected(),
                health.message(),
                health.availableBytes(),
                blobs.figures().stream().map(StorageReport::calls).toList());
    }

    private static StorageState.Calls calls(BlobCallFigures did) {
        return new StorageState.Calls(
                did.call().name().toLowerCase(Locale.ROOT), did.calls(), did.failures(), did.bytes());
    }
}
