package io.oxicloud.account;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Names credentials without keeping them: HMAC-SHA256 of user and password. Useless to whoever lacks the key. */
final class KeyedHash {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    KeyedHash(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    Hash of(String user, Secret password) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(user.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0xff); // in no UTF-8 text: no two pairs run into each other
            return Hash.of(mac.doFinal(password.reveal().getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
