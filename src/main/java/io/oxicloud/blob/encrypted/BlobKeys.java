package io.oxicloud.blob.encrypted;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobName;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.digests.Blake3Digest;
import org.bouncycastle.crypto.macs.Blake3Mac;
import org.bouncycastle.crypto.params.KeyParameter;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an encrypted store: those that open its blobs, the first of which also closes them, and one that names them.
 * Immutable, thread-safe.
 */
public final class BlobKeys {
    /** Bytes in each key. */
    public static final int LENGTH = 32;

    private static final String MAC = "HmacSHA256";
    private static final byte[] PURPOSE = "oxicloud blob 1".getBytes(StandardCharsets.UTF_8);
    private static final byte[] ID_PURPOSE = "oxicloud blob key id 1".getBytes(StandardCharsets.UTF_8);

    private final Map<Integer, byte[]> masters = new HashMap<>();
    private final int currentId;
    private final byte[] current;
    private final byte[] naming;

    /**
     * @param current what new blobs are encrypted with
     * @param former what older ones may have been encrypted with
     * @param naming never another one as long as the store lives
     */
    public BlobKeys(byte[] current, List<byte[]> former, byte[] naming) {
        former.forEach(this::add);
        this.currentId = add(current);
        this.current = current.clone();
        this.naming = checked(naming);
    }

    private int add(byte[] key) {
        int id = ByteBuffer.wrap(hmac(checked(key), ID_PURPOSE)).getInt();
        masters.put(id, key.clone());
        return id;
    }

    private static byte[] checked(byte[] key) {
        if (key.length != LENGTH) {
            throw new IllegalArgumentException("a key has " + LENGTH + " bytes, not " + key.length);
        }
        return key.clone();
    }

    /** Tells which key a blob was closed with; says nothing of the key. */
    public int currentId() {
        return currentId;
    }

    /** Whether there are others, too. */
    public boolean hasFormer() {
        return masters.size() > 1;
    }

    /** The key of a new blob. */
    SecretKey currentKey(byte[] salt) {
        return derive(current, salt);
    }

    /** The key of one blob (HKDF, RFC 5869, one block), or null if no key has that id. */
    @Nullable
    SecretKey blobKey(int id, byte[] salt) {
        byte[] master = masters.get(id);
        return master == null ? null : derive(master, salt);
    }

    private static SecretKey derive(byte[] master, byte[] salt) {
        byte[] info = new byte[PURPOSE.length + 1];
        System.arraycopy(PURPOSE, 0, info, 0, PURPOSE.length);
        info[PURPOSE.length] = 1;
        return new SecretKeySpec(hmac(hmac(salt, master), info), "AES");
    }

    /**
     * What the storage may know of a blob's name: always the same for the same one, and nothing that could be worked out
     * from content without the key.
     */
    BlobName hidden(BlobName name) {
        var mac = new Blake3Mac(new Blake3Digest(Hash.LENGTH));
        mac.init(new KeyParameter(naming));
        byte[] text = new byte[Hash.LENGTH + Integer.BYTES];
        name.digest().writeTo(text, 0);
        ByteBuffer.wrap(text).putInt(Hash.LENGTH, name.life());
        mac.update(text, 0, text.length);
        byte[] digest = new byte[Hash.LENGTH];
        mac.doFinal(digest, 0);
        return new BlobName(Hash.of(digest), name.life());
    }

    private static byte[] hmac(byte[] key, byte[] text) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key, MAC));
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + MAC, e);
        }
    }
}
