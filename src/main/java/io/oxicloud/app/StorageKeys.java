package io.oxicloud.app;

import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.SettingException;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.blob.encrypted.BlobKeys;
import io.oxicloud.db.OwnSecrets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of encrypted contents: given as settings, but for the one that names blobs. For one thread. */
final class StorageKeys {
    private static final String NAMING_KEY = "storage.naming-key";

    private final Settings settings;
    private final OwnSecrets secrets;
    private final SecureRandom random;
    private @Nullable BlobKeys used;

    StorageKeys(Settings settings, OwnSecrets secrets, SecureRandom random) {
        this.settings = settings;
        this.secrets = secrets;
        this.random = random;
    }

    SecureRandom random() {
        return random;
    }

    /** Null if nobody asked for them: nothing is encrypted. */
    @Nullable
    BlobKeys used() {
        return used;
    }

    /** @throws SettingException if there is none */
    BlobKeys get() {
        if (used == null) {
            used = read();
        }
        return used;
    }

    private BlobKeys read() {
        byte[] current = settings.secret(Setting.STORAGE_ENCRYPTION_KEY)
                .map(key -> decoded(key.reveal()))
                .orElseThrow(() -> new SettingException(
                        "STORAGE_ENCRYPTION_ENABLED is true, but there is no STORAGE_ENCRYPTION_KEY: give 32 random bytes in"
                                + " base64, as from: openssl rand -base64 32"));
        List<byte[]> former = settings.secret(Setting.STORAGE_ENCRYPTION_FORMER_KEYS).stream()
                .flatMap(keys -> Arrays.stream(keys.reveal().split(",")))
                .map(StorageKeys::decoded)
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
}
