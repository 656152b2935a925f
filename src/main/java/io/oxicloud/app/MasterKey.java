package io.oxicloud.app;

import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.base.Secret;
import java.security.SecureRandom;
import java.util.Base64;

/** The key that seals secrets in the database: given as a setting, or kept in a file of the data directory. */
final class MasterKey {
    private static final String FILE = "master-key";
    private static final int BYTES = 32;

    private MasterKey() {}

    /**
     * The 32 bytes. Made and written at the first start where no setting gives them.
     *
     * @throws StartFailure if the file holds something else
     */
    static byte[] of(Settings settings, DataDirectory data, SecureRandom random) {
        String text = settings.secret(Setting.MASTER_KEY)
                .map(Secret::reveal)
                .or(() -> data.read(FILE))
                .orElseGet(() -> make(data, random));
        try {
            byte[] key = Base64.getDecoder().decode(text);
            if (key.length == BYTES) {
                return key;
            }
        } catch (IllegalArgumentException e) {
            // said below, without the text
        }
        throw new StartFailure("the file " + data.resolve(FILE) + " does not hold a master key (" + BYTES
                + " bytes in base64); restore it from your backup, or give OXICLOUD_MASTER_KEY");
    }

    private static String make(DataDirectory data, SecureRandom random) {
        byte[] key = new byte[BYTES];
        random.nextBytes(key);
        String text = Base64.getEncoder().encodeToString(key);
        data.write(FILE, text);
        return text;
    }
}
