package io.oxicloud.blob.encrypted;

import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.DamagedBlobException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * What an encrypted blob begins with: a version byte 1, the id of the key, the length of the content, a random salt. Big-endian.
 * Immutable.
 */
final class Header {
    private static final byte VERSION = 1;

    private final int keyId;
    private final long length;
    private final byte[] salt;

    /** @param length of the content, in bytes */
    Header(int keyId, long length, byte[] salt) {
        this.keyId = keyId;
        this.length = length;
        this.salt = salt.clone();
    }

    /** @throws IOException also if this is no header of ours */
    static Header read(BlobName name, InputStream in) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(in.readNBytes(Frames.HEADER));
        if (bytes.remaining() < Frames.HEADER) {
            throw new EOFException("blob " + name + " ends within its header");
        }
        if (bytes.get() != VERSION) {
            throw new DamagedBlobException("blob " + name + " is not encrypted, or in a form of a later version", null);
        }
        int keyId = bytes.getInt();
        long length = bytes.getLong();
        byte[] salt = new byte[BlobKeys.LENGTH];
        bytes.get(salt);
        if (length < 0) {
            throw new DamagedBlobException("blob " + name + " has a header that is not what was stored", null);
        }
        return new Header(keyId, length, salt);
    }

    byte[] bytes() {
        return ByteBuffer.allocate(Frames.HEADER)
                .put(VERSION)
                .putInt(keyId)
                .putLong(length)
                .put(salt)
                .array();
    }

    int keyId() {
        return keyId;
    }

    long length() {
        return length;
    }

    byte[] salt() {
        return salt.clone();
    }

    long frames() {
        return Frames.count(length);
    }
}
