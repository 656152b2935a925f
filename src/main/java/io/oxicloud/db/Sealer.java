package io.oxicloud.db;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts the secrets that lie in rows: AES-256-GCM (NIST SP 800-38D) under a key derived from the master key.
 *
 * <p>Sealed form: version byte 1, 12 bytes nonce, cipher text, 16 bytes tag. The context is authenticated but not stored, so
 * that a sealed value moved to another row does not open there. Thread-safe.
 */
public final class Sealer {
    /** Bytes in a master key. */
    public static final int KEY_LENGTH = 32;

    private static final byte VERSION = 1;
    private static final int NONCE_LENGTH = 12;
    private static final int TAG_BITS = 128;
    private static final byte[] PURPOSE = "oxicloud rows 1".getBytes(StandardCharsets.UTF_8);
    private static final String CHECK_CONTEXT = "sealed_check";

    private final SecretKey key;
    private final SecureRandom random;

    private Sealer(SecretKey key, SecureRandom random) {
        this.key = key;
        this.random = random;
    }

    /**
     * Takes the master key and proves it against the database; the first key ever used there becomes the right one.
     *
     * @param masterKey {@value #KEY_LENGTH} random bytes
     * @throws IllegalStateException if the database was sealed under another key; the start must stop
     */
    public static Sealer open(Database database, byte[] masterKey, SecureRandom random) {
        if (masterKey.length != KEY_LENGTH) {
            throw new IllegalStateException(
                    "the master key must have " + KEY_LENGTH + " bytes, it has " + masterKey.length);
        }
        var sealer = new Sealer(derive(masterKey), random);
        byte[] check = database.requests().retryingWrite("sealer.check", sealer::checkRow);
        try {
            sealer.open(check, CHECK_CONTEXT);
        } catch (CloudException e) {
            throw new IllegalStateException(
                    "the master key does not fit this database, whose secrets were sealed under another one:"
                            + " give the key that belongs to it (OXICLOUD_MASTER_KEY or the key file)",
                    e);
        }
        return sealer;
    }

    /**
     * Encrypts; twice the same plain text gives two different results.
     *
     * @param context what and where this is, such as {@code stored_setting/mail.password}; needed again to open it
     */
    public byte[] seal(byte[] plain, String context) {
        byte[] nonce = new byte[NONCE_LENGTH];
        random.nextBytes(nonce);
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, nonce, 0, context);
            byte[] sealed = new byte[1 + NONCE_LENGTH + cipher.getOutputSize(plain.length)];
            sealed[0] = VERSION;
            System.arraycopy(nonce, 0, sealed, 1, NONCE_LENGTH);
            cipher.doFinal(plain, 0, plain.length, sealed, 1 + NONCE_LENGTH);
            return sealed;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM is part of every JDK", e);
        }
    }

    /** @throws CloudException CORRUPT_CONTENT if it was not sealed with this key and context, or was changed */
    public byte[] open(byte[] sealed, String context) {
        if (sealed.length < 1 + NONCE_LENGTH + TAG_BITS / 8 || sealed[0] != VERSION) {
            throw new CloudException(ErrorCode.CORRUPT_CONTENT, "not a sealed value: " + context);
        }
        try {
            int start = 1 + NONCE_LENGTH;
            return cipher(Cipher.DECRYPT_MODE, sealed, 1, context).doFinal(sealed, start, sealed.length - start);
        } catch (AEADBadTagException e) {
            throw new CloudException(ErrorCode.CORRUPT_CONTENT, "sealed value does not open: " + context, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM is part of every JDK", e);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, int offset, String context) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce, offset, NONCE_LENGTH));
        cipher.updateAAD(context.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    /** Looked up by its key first: a start that finds it needs no query language, which takes a second to load. */
    private byte[] checkRow(Tx.Scope scope) {
        SealedCheckEntity known = scope.session().find(SealedCheckEntity.class, SealedCheckEntity.ONE);
        if (known != null) {
            return known.sealed;
        }
        scope.session()
                .createMutationQuery(
                        "insert into SealedCheckEntity (id, sealed) values (:one, :sealed) on conflict do nothing")
                .setParameter("one", SealedCheckEntity.ONE)
                .setParameter("sealed", seal(PURPOSE, CHECK_CONTEXT))
                .executeUpdate();
        return scope.session()
                .createSelectionQuery("select c.sealed from SealedCheckEntity c where c.id = :one", byte[].class)
                .setParameter("one", SealedCheckEntity.ONE)
                .getSingleResult();
    }

    /** One step of HKDF (RFC 5869): the master key may serve other purposes with other keys. */
    private static SecretKey derive(byte[] masterKey) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(masterKey, "HmacSHA256"));
            return new SecretKeySpec(mac.doFinal(PURPOSE), "AES");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HMAC-SHA256 is part of every JDK", e);
        }
    }
}
