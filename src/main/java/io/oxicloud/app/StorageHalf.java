package io.oxicloud.app;

import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.LocalBlobBackend;
import io.oxicloud.blob.azure.AzureBlobBackend;
import io.oxicloud.blob.azure.AzureSettings;
import io.oxicloud.blob.cached.CachingBlobBackend;
import io.oxicloud.blob.cached.DiskCache;
import io.oxicloud.blob.encrypted.BlobKeys;
import io.oxicloud.blob.encrypted.EncryptingBlobBackend;
import io.oxicloud.blob.remote.MeasuredBlobBackend;
import io.oxicloud.blob.remote.RetrySettings;
import io.oxicloud.blob.remote.RetryingBlobBackend;
import io.oxicloud.blob.s3.S3BlobBackend;
import io.oxicloud.blob.s3.S3Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A place for contents and what stands before it, opened: the present one, or the one that contents move to.
 *
 * @param place says where it is, without a secret
 * @param measured what is really asked of it
 * @param direct the same contents as {@code served}, past the copies that are kept near; closed with that
 * @param served for the product; closes all
 */
record StorageHalf(String place, MeasuredBlobBackend measured, BlobBackend direct, BlobBackend served) {
    /** What encrypts there, if anything does. */
    Optional<EncryptingBlobBackend> sealed() {
        return direct instanceof EncryptingBlobBackend sealed ? Optional.of(sealed) : Optional.empty();
    }

    /** What both are made from. */
    record Maker(Settings settings, DataDirectory data, SecureRandom random, Supplier<BlobKeys> keys) {
        StorageHalf source() {
            return new Opening(this, false).open(settings.flag(Setting.STORAGE_ENCRYPTION_ENABLED));
        }

        StorageHalf target() {
            boolean encrypted = settings.find(Setting.STORAGE_TARGET_ENCRYPTION_ENABLED)
                    .map(Boolean::parseBoolean)
                    .orElseGet(() -> settings.flag(Setting.STORAGE_ENCRYPTION_ENABLED));
            return new Opening(this, true).open(encrypted);
        }
    }

    private static final class Opening {
        private final Settings settings;
        private final Maker maker;
        private final boolean target;
        private String place = "";

        Opening(Maker maker, boolean target) {
            this.maker = maker;
            this.settings = maker.settings;
            this.target = target;
        }

        StorageHalf open(boolean encrypted) {
            BlobKeys keys = encrypted ? maker.keys.get() : null;
            String kind = settings.text(target ? Setting.STORAGE_TARGET_BACKEND : Setting.STORAGE_BACKEND);
            var measured = new MeasuredBlobBackend(base(kind));
            if (kind.equals("local")) {
                BlobBackend all = sealed(measured, keys);
                return new StorageHalf(place, measured, all, all);
            }
            var repeated = new RetryingBlobBackend(measured, retries());
            BlobBackend direct = sealed(repeated, keys);
            BlobBackend served = settings.flag(Setting.STORAGE_CACHE_ENABLED)
                    ? sealed(new CachingBlobBackend(repeated, cache()), keys)
                    : direct;
            return new StorageHalf(place, measured, direct, served);
        }

        private BlobBackend sealed(BlobBackend backend, @Nullable BlobKeys keys) {
            place += keys == null || place.endsWith(" encrypted") ? "" : " encrypted";
            return keys == null ? backend : new EncryptingBlobBackend(backend, keys, maker.random);
        }

        private BlobBackend base(String kind) {
            var stores = new ObjectStores(settings, target);
            return switch (kind) {
                case "s3" -> s3(stores.s3());
                case "azure" -> azure(stores.azure());
                default -> local();
            };
        }

        private BlobBackend s3(S3Settings at) {
            place = "s3 " + (at.endpoint() == null ? "" : at.endpoint() + " ") + at.bucket();
            return S3BlobBackend.open(at);
        }

        private BlobBackend azure(AzureSettings at) {
            URI url = at.endpoint();
            place = "azure " + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort()) + url.getRawPath() + " "
                    + at.container();
            return AzureBlobBackend.open(at);
        }

        private BlobBackend local() {
            Path root = target
                    ? settings.path(Setting.STORAGE_TARGET_PATH)
                            .orElseThrow(() -> new StartFailure(
                                    "STORAGE_TARGET_BACKEND is local, but there is no STORAGE_TARGET_PATH"))
                    : settings.path(Setting.STORAGE_PATH).orElseGet(() -> maker.data.resolve("storage"));
            place = "local " + root.toAbsolutePath().normalize();
            try {
                OwnFolder.make(root);
                return LocalBlobBackend.open(root);
            } catch (IOException e) {
                throw new StartFailure(String.valueOf(e.getMessage()));
            }
        }

        private RetrySettings retries() {
            return new RetrySettings(
                    settings.count(Setting.STORAGE_RETRY_MAX_RETRIES),
                    Duration.ofMillis(settings.number(Setting.STORAGE_RETRY_INITIAL_BACKOFF_MS)),
                    Duration.ofMillis(settings.number(Setting.STORAGE_RETRY_MAX_BACKOFF_MS)),
                    RetrySettings.DEFAULTS.growth());
        }

        private DiskCache cache() {
            Path usual = settings.path(Setting.STORAGE_CACHE_PATH).orElseGet(() -> maker.data.resolve("blob-cache"));
            Path folder = target ? usual.resolveSibling(usual.getFileName() + "-target") : usual;
            try {
                OwnFolder.make(folder);
                return DiskCache.open(folder, settings.number(Setting.STORAGE_CACHE_MAX_SIZE));
            } catch (IOException e) {
                throw new StartFailure("the folder of the storage's cache cannot be used: " + e);
            }
        }
    }
}
