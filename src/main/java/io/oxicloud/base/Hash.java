package io.oxicloud.base;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Content address: the BLAKE3-256 digest of some bytes, as four longs, so that millions of them compare and hash without
 * an array each. Immutable. Order is that of the digest's unsigned bytes, as both databases sort them.
 */
public final class Hash implements Comparable<Hash> {
    /** Bytes in a digest. */
    public static final int LENGTH = 32;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final long a;
    private final long b;
    private final long c;
    private final long d;

    private Hash(long a, long b, long c, long d) {
        this.a = a;
        this.b = b;
        this.c = c;
        this.d = d;
    }

    /** Reads 32 bytes from {@code offset}. */
    public static Hash of(byte[] digests, int offset) {
        return new Hash(
                (long) LONGS.get(digests, offset),
                (long) LONGS.get(digests, offset + 8),
                (long) LONGS.get(digests, offset + 16),
                (long) LONGS.get(digests, offset + 24));
    }

    public static Hash of(byte[] digest) {
        if (digest.length != LENGTH) {
            throw new IllegalArgumentException("a digest has " + LENGTH + " bytes, not " + digest.length);
        }
        return of(digest, 0);
    }

    /** Eight words, each with its first byte lowest, as BLAKE3 works them out. */
    public static Hash ofWords(int[] words) {
        return new Hash(pair(words, 0), pair(words, 2), pair(words, 4), pair(words, 6));
    }

    private static long pair(int[] words, int at) {
        long first = Integer.reverseBytes(words[at]);
        return first << 32 | Integer.toUnsignedLong(Integer.reverseBytes(words[at + 1]));
    }

    /**
     * Reads 64 hex digits of either case.
     *
     * @throws CloudException INVALID_INPUT for anything else
     */
    public static Hash parse(String hex) {
        if (hex.length() == 2 * LENGTH) {
            try {
                return of(HexFormat.of().parseHex(hex));
            } catch (IllegalArgumentException e) {
                throw new CloudException(ErrorCode.INVALID_INPUT, "not a content hash", e);
            }
        }
        throw new CloudException(ErrorCode.INVALID_INPUT, "not a content hash");
    }

    /** Writes the 32 bytes to {@code offset}. */
    public void writeTo(byte[] target, int offset) {
        LONGS.set(target, offset, a);
        LONGS.set(target, offset + 8, b);
        LONGS.set(target, offset + 16, c);
        LONGS.set(target, offset + 24, d);
    }

    /** Whether the 32 bytes at {@code offset} are this digest. */
    public boolean isAt(byte[] digests, int offset) {
        return a == (long) LONGS.get(digests, offset)
                && b == (long) LONGS.get(digests, offset + 8)
                && c == (long) LONGS.get(digests, offset + 16)
                && d == (long) LONGS.get(digests, offset + 24);
    }

    public byte[] bytes() {
        byte[] digest = new byte[LENGTH];
        writeTo(digest, 0);
        return digest;
    }

    /** The first eight bytes, the first of them highest: enough to tell apart what nobody makes to collide. */
    public long head() {
        return a;
    }

    /** 64 lower-case digits: the form at every edge. */
    public String hex() {
        return HexFormat.of().formatHex(bytes());
    }

    @Override
    public int compareTo(Hash other) {
        int first = Long.compareUnsigned(a, other.a);
        if (first != 0) {
            return first;
        }
        int second = Long.compareUnsigned(b, other.b);
        if (second != 0) {
            return second;
        }
        int third = Long.compareUnsigned(c, other.c);
        return third != 0 ? third : Long.compareUnsigned(d, other.d);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Hash hash && a == hash.a && b == hash.b && c == hash.c && d == hash.d;
    }

    /** A digest is random already: any word of it spreads well. */
    @Override
    public int hashCode() {
        return Long.hashCode(a);
    }

    @Override
    public String toString() {
        return hex();
    }
}
