package io.oxicloud.blob.encrypted;

import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.DamagedBlobException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;

/**
 * What the frames of a blob hold, from one on to the end: no byte is handed out before its frame was found genuine, and the
 * stream ends only after the frame that is marked as the last. For one thread at a time.
 */
final class OpenedFrames extends InputStream {
    private final BlobName name;
    private final SecretKey key;
    private final Header header;
    private final InputStream sealed;
    private final byte[] read;

    private long next;
    private byte[] frame = new byte[0];
    private int at;

    /**
     * @param sealed at the beginning of a frame; closed with this one
     * @param first that frame
     */
    OpenedFrames(BlobName name, SecretKey key, Header header, InputStream sealed, long first) {
        this.name = name;
        this.key = key;
        this.header = header;
        this.sealed = sealed;
        this.next = first;
        this.read = new byte[(int) Math.min(Frames.SEALED, header.length() + Frames.TAG)];
    }

    /** Opens the next frame; false if there is none. */
    private boolean open() throws IOException {
        if (next == header.frames()) {
            return false;
        }
        int length = (int) Math.min(Frames.PLAIN, header.length() - next * Frames.PLAIN) + Frames.TAG;
        if (sealed.readNBytes(read, 0, length) < length) {
            throw new EOFException("blob " + name + " ends before its last frame");
        }
        try {
            frame = Frames.cipher(Cipher.DECRYPT_MODE, key, header, next).doFinal(read, 0, length);
        } catch (AEADBadTagException e) {
            throw new DamagedBlobException("frame " + next + " of blob " + name + " is not what was stored", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM is part of every JDK", e);
        }
        at = 0;
        next++;
        return true;
    }

    /** Has the first frame opened, so that its failure comes before anything is handed out, and leaves out some of its bytes. */
    OpenedFrames from(int offset) throws IOException {
        if (open()) {
            at = Math.min(offset, frame.length);
        }
        return this;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (at == frame.length) {
            if (!open()) {
                return -1;
            }
        }
        int count = Math.min(length, frame.length - at);
        System.arraycopy(frame, at, to, offset, count);
        at += count;
        return count;
    }

    @Override
    public int available() {
        return frame.length - at;
    }

    @Override
    public void close() throws IOException {
        sealed.close();
    }
}
