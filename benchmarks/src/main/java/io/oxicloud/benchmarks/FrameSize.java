package io.oxicloud.benchmarks;

import io.oxicloud.base.ByteRange;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/** The product's way to encrypt a blob, with frames of any size: so that sizes can be compared and nothing else differs. */
record FrameSize(int plain, SecretKey key) {
    static final int HEADER = 45;
    private static final int TAG = 16;

    byte[] seal(byte[] content) throws GeneralSecurityException {
        ByteBuffer sealed = ByteBuffer.allocate(HEADER + content.length + count(content.length) * TAG);
        sealed.position(HEADER);
        for (int frame = 0; frame < count(content.length); frame++) {
            int from = frame * plain;
            ByteBuffer one = ByteBuffer.wrap(content, from, Math.min(plain, content.length - from));
            cipher(Cipher.ENCRYPT_MODE, frame, content.length).doFinal(one, sealed);
        }
        return sealed.array();
    }

    private int count(int length) {
        return (length + plain - 1) / plain;
    }

    /** The bytes of the stored form that a range takes, without those of the header. */
    ByteRange stored(ByteRange range, int length) {
        long first = range.start() / plain;
        long end = (range.end() + plain - 1) / plain;
        return new ByteRange(HEADER + first * (plain + TAG), HEADER + Math.min(end * plain, length) + end * TAG);
    }

    /** @param in at the first byte of {@link #stored}; closed with the result */
    InputStream open(InputStream in, ByteRange range, int length) throws IOException {
        var opened = new Opened(in, (int) (range.start() / plain), length, range.end());
        opened.skipNBytes(range.start() % plain);
        return opened;
    }

    private Cipher cipher(int mode, int frame, int length) throws GeneralSecurityException {
        byte[] nonce = new byte[12];
        ByteBuffer.wrap(nonce).putLong(0, frame);
        nonce[11] = (byte) (frame == count(length) - 1 ? 1 : 0);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(8 * TAG, nonce));
        cipher.updateAAD(new byte[HEADER]);
        cipher.updateAAD(nonce);
        return cipher;
    }

    private final class Opened extends InputStream {
        private final InputStream sealed;
        private final int length;
        private final byte[] read;
        private long left;
        private int next;
        private byte[] frame = {};
        private int at;

        Opened(InputStream sealed, int first, int length, long end) {
            this.sealed = sealed;
            this.length = length;
            this.next = first;
            this.left = end - (long) first * plain;
            this.read = new byte[Math.min(plain, length) + TAG];
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] to, int offset, int wanted) throws IOException {
            if (left == 0) {
                return -1;
            }
            if (at == frame.length) {
                open();
            }
            int count = (int) Math.min(left, Math.min(wanted, frame.length - at));
            System.arraycopy(frame, at, to, offset, count);
            at += count;
            left -= count;
            return count;
        }

        private void open() throws IOException {
            int size = Math.min(plain, length - next * plain) + TAG;
            if (sealed.readNBytes(read, 0, size) < size) {
                throw new EOFException("ends within frame " + next);
            }
            try {
                frame = cipher(Cipher.DECRYPT_MODE, next, length).doFinal(read, 0, size);
            } catch (GeneralSecurityException e) {
                throw new IOException("frame " + next + " is not what was stored", e);
            }
            at = 0;
            next++;
        }

        @Override
        public void close() throws IOException {
            sealed.close();
        }
    }
}
