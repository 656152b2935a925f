package io.oxicloud.chunk.cut;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Bytes to be cut and hashed; on the JVM a byte array, which is not copied. */
public final class Bytes {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] array;

    public Bytes(byte[] array) {
        this.array = array;
    }

    /** The byte at {@code at}, from 0 to 255. */
    int octet(int at) {
        return array[at] & 0xFF;
    }

    /** The four bytes from {@code at} on, the first one lowest. */
    int word(int at) {
        return (int) WORDS.get(array, at);
    }
}
