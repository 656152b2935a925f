package io.oxicloud.app;

import io.oxicloud.blob.BlobHealth;
import io.oxicloud.blob.remote.BlobCallFigures;
import io.oxicloud.blob.remote.MeasuredBlobBackend;
import io.oxicloud.rest.storage.StorageState;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of the storage as the API tells it, which does not know backends.
 *
 * @param target where contents are to move, or null
 */
public record StorageReport(
        MeasuredBlobBackend blobs, @Nullable MeasuredBlobBackend target) implements Supplier<StorageState> {
    @Override
    public StorageState get() {
        BlobHealth health = blobs.health();
        return new StorageState(
                health.backend(),
                health.connected(),
                health.message(),
                health.availableBytes(),
                calls(blobs),
                target == null ? null : place(target));
    }

    private static StorageState.Place place(MeasuredBlobBackend backend) {
        BlobHealth health = backend.health();
        return new StorageState.Place(
                health.backend(), health.connected(), health.message(), health.availableBytes(), calls(backend));
    }

    private static List<StorageState.Calls> calls(MeasuredBlobBackend backend) {
        return backend.figures().stream().map(StorageReport::calls).toList();
    }

    private static StorageState.Calls calls(BlobCallFigures did) {
        return new StorageState.Calls(
                did.call().name().toLowerCase(Locale.ROOT), did.calls(), did.failures(), did.bytes());
    }
}
