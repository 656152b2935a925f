package io.oxicloud.blob.encrypted;

import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.DamagedBlobException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * What an encrypted blob begins with: a version byte 1, the id of the key, the length of the content, a random salt. Big-endian.
 *
 * @param length of the content, in bytes
 */
record Header(int keyId, long length, byte[] salt) {
    private static final byte VERSION = 1;

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

    long frames() {
        return Frames.count(length);
    }
}
