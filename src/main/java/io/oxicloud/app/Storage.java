package io.oxicloud.app;

import io.oxicloud.app.http.Component;
import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobHealth;
import io.oxicloud.blob.LocalBlobBackend;
import io.oxicloud.chunk.Fsck;
import io.oxicloud.files.ContentReferences;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Where contents are kept, as the settings say. */
final class Storage {
    private Storage() {}

    /** @throws StartFailure if it cannot be used */
    static BlobBackend open(Settings settings, DataDirectory data) {
        Path root = settings.path(Setting.STORAGE_PATH).orElseGet(() -> data.resolve("storage"));
        try {
            OwnFolder.make(root);
            return LocalBlobBackend.open(root);
        } catch (IOException e) {
            throw new StartFailure(String.valueOf(e.getMessage()));
        }
    }

    static Component component(BlobBackend blobs) {
        return new Component("storage", () -> {
            BlobHealth health = blobs.health();
            if (!health.connected()) {
                throw new IOException(health.message());
            }
        });
    }

    /** The check of all contents, for everybody who holds some. */
    static Fsck fsck(Ground ground) {
        return new Fsck(
                ground.database().maintenance(), ground.blobs(), List.of(new ContentReferences()), ground.clock());
    }

    /** For quotas that no disk could hold; a backend that cannot tell has room. */
    static long freeBytes(BlobBackend blobs) {
        Long free = blobs.health().availableBytes();
        return free == null ? Long.MAX_VALUE : free;
    }
}
