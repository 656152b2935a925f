package io.oxicloud.app;

import io.oxicloud.app.http.Component;
import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.SettingException;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobHealth;
import io.oxicloud.blob.LocalBlobBackend;
import io.oxicloud.blob.azure.AzureBlobBackend;
import io.oxicloud.blob.cached.CachingBlobBackend;
import io.oxicloud.blob.cached.DiskCache;
import io.oxicloud.blob.encrypted.BlobKeys;
import io.oxicloud.blob.encrypted.EncryptingBlobBackend;
import io.oxicloud.blob.remote.MeasuredBlobBackend;
import io.oxicloud.blob.remote.RetrySettings;
import io.oxicloud.blob.remote.RetryingBlobBackend;
import io.oxicloud.blob.s3.S3BlobBackend;
import io.oxicloud.chunk.Fsck;
import io.oxicloud.chunk.StoreSample;
import io.oxicloud.db.OwnSecrets;
import io.oxicloud.files.ContentReferences;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Where contents are kept, as the settings say. */
final class Storage {
    private static final String NAMING_KEY = "storage.naming-key";

    private final Settings settings;
    private final DataDirectory data;
    private final OwnSecrets secrets;
    private final SecureRandom random;

    Storage(Settings settings, DataDirectory data, OwnSecrets secrets, SecureRandom random) {
        this.settings = settings;
        this.data = data;
        this.secrets = secrets;
        this.random = random;
    }

    /**
     * Opens where contents lie in the end.
     *
     * @throws StartFailure if it cannot be used
     * @throws SettingException if settings do not fit together
     */
    MeasuredBlobBackend base() {
        return new MeasuredBlobBackend(
                switch (settings.text(Setting.STORAGE_BACKEND)) {
                    case "s3" -> S3BlobBackend.open(new ObjectStores(settings).s3());
                    case "azure" -> AzureBlobBackend.open(new ObjectStores(settings).azure());
                    default -> local();
                });
    }

    /** What stands between that and the product. The failures are those of {@link #base}. */
    BlobBackend over(BlobBackend base) {
        BlobBackend stored = settings.text(Setting.STORAGE_BACKEND).equals("local") ? base : bearable(base);
        return settings.flag(Setting.STORAGE_ENCRYPTION_ENABLED)
                ? new EncryptingBlobBackend(stored, keys(), random)
                : stored;
    }

    /** What is far away is asked again when it does not answer, and kept near if that is wanted. */
    private BlobBackend bearable(BlobBackend far) {
        var retries = new RetrySettings(
                settings.count(Setting.STORAGE_RETRY_MAX_RETRIES),
                Duration.ofMillis(settings.number(Setting.STORAGE_RETRY_INITIAL_BACKOFF_MS)),
                Duration.ofMillis(settings.number(Setting.STORAGE_RETRY_MAX_BACKOFF_MS)),
                RetrySettings.DEFAULTS.growth());
        var repeated = new RetryingBlobBackend(far, retries);
        return settings.flag(Setting.STORAGE_CACHE_ENABLED) ? new CachingBlobBackend(repeated, cache()) : repeated;
    }

    private DiskCache cache() {
        Path folder = settings.path(Setting.STORAGE_CACHE_PATH).orElseGet(() -> data.resolve("blob-cache"));
        try {
            OwnFolder.make(folder);
            return DiskCache.open(folder, settings.number(Setting.STORAGE_CACHE_MAX_SIZE));
        } catch (IOException e) {
            throw new StartFailure("the folder of the storage's cache cannot be used: " + e);
        }
    }

    private BlobBackend local() {
        Path root = settings.path(Setting.STORAGE_PATH).orElseGet(() -> data.resolve("storage"));
        try {
            OwnFolder.make(root);
            return LocalBlobBackend.open(root);
        } catch (IOException e) {
            throw new StartFailure(String.valueOf(e.getMessage()));
        }
    }

    private BlobKeys keys() {
        byte[] current = settings.secret(Setting.STORAGE_ENCRYPTION_KEY)
                .map(key -> decoded(key.reveal()))
                .orElseThrow(() -> new SettingException(
                        "STORAGE_ENCRYPTION_ENABLED is true, but there is no STORAGE_ENCRYPTION_KEY: give 32 random bytes in"
                                + " base64, as from: openssl rand -base64 32"));
        List<byte[]> former = settings.secret(Setting.STORAGE_ENCRYPTION_FORMER_KEYS).stream()
                .flatMap(keys -> Arrays.stream(keys.reveal().split(",")))
                .map(Storage::decoded)
                .toList();
        byte[] naming = secrets.get(NAMING_KEY, () -> {
            byte[] made = new byte[BlobKeys.LENGTH];
            random.nextBytes(made);
            return made;
        });
        return new BlobKeys(current, former, naming);
    }

    private static byte[] decoded(String key) {
        return Base64.getDecoder().decode(key.strip());
    }

    /**
     * Sees to it that the store is the one of this database: a disk that is not mounted, another bucket or another way of
     * encryption would look like the loss of all files.
     *
     * @throws StartFailure if it is not
     */
    static void check(Ground ground) {
        boolean asked = ground.settings().flag(Setting.STORAGE_MUST_FIT);
        if (asked && !new StoreSample(ground.database().maintenance(), ground.blobs()).isThere()) {
            throw new StartFailure("the database knows contents, and none of those looked for is in the "
                    + ground.blobs().health().backend()
                    + " storage. Is its disk mounted, and do the settings STORAGE_* say"
                    + " what they said when the files were stored? Restore it from your backup; or start with"
                    + " OXICLOUD_STORAGE_MUST_FIT=false if the contents are lost");
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
