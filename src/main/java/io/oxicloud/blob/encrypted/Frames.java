package io.oxicloud.blob.encrypted;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * The form of an encrypted blob: a header, then frames of {@value #PLAIN} bytes, each closed by itself so that a range needs
 * only its own. The last one is marked in its nonce, and there is always one, perhaps an empty one; the header and the number of a
 * frame are authenticated with it. So nothing can be changed, cut off, put elsewhere or taken from another blob unseen.
 */
final class Frames {
    /** Bytes of a {@link Header}. */
    static final int HEADER = 1 + Integer.BYTES + Long.BYTES + BlobKeys.LENGTH;

    /** Bytes of content in each frame but the last one. */
    static final int PLAIN = 64 << 10;

    static final int TAG = 16;

    /** Bytes of each frame but the last one, as it is stored. */
    static final int SEALED = PLAIN + TAG;

    private static final int NONCE = 12;

    private Frames() {}

    /** Of how many frames content of that length consists. */
    static long count(long plain) {
        return Math.max(1, (plain + PLAIN - 1) / PLAIN);
    }

    /** Bytes that content of that length takes in the store. */
    static long sealedSize(long plain) {
        return HEADER + plain + count(plain) * TAG;
    }

    /** The length of content that takes so much in the store, or -1 if none does. */
    static long plainSize(long sealed) {
        long frames = Math.max(1, (sealed - HEADER + SEALED - 1) / SEALED);
        long plain = sealed - HEADER - frames * TAG;
        return plain >= 0 && sealedSize(plain) == sealed ? plain : -1;
    }

    /** Where a frame begins in the store. */
    static long start(long frame) {
        return HEADER + frame * SEALED;
    }

    static Cipher cipher(int mode, SecretKey key, Header header, long frame) throws GeneralSecurityException {
        byte[] nonce = new byte[NONCE];
        ByteBuffer.wrap(nonce).putLong(0, frame);
        nonce[NONCE - 1] = (byte) (frame == header.frames() - 1 ? 1 : 0);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(8 * TAG, nonce));
        cipher.updateAAD(header.bytes());
        cipher.updateAAD(nonce);
        return cipher;
    }
}
