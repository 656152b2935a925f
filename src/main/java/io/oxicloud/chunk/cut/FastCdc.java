package io.oxicloud.chunk.cut;

/**
 * Finds cut points by content, after FastCDC (Xia and others, USENIX ATC 2016, and their IEEE TPDS paper of 2020): a
 * byte put in or taken out moves the cuts near it and no others. Chunks have 64 KiB to 1 MiB, most often about 256 KiB.
 * Not thread-safe.
 */
public final class FastCdc {
    /** No cut before this many bytes; they are not even looked at. */
    public static final int MIN = 64 << 10;

    /** Where the rule for a cut turns from strict to loose, so that sizes gather here. */
    public static final int NORMAL = 256 << 10;

    /** A cut here at the latest. */
    public static final int MAX = 1 << 20;

    /**
     * Makes the gear table: entry b is the first word, little-endian, of BLAKE3(these characters as ASCII, then byte b).
     * Anybody can make the same table, and nobody can have chosen it.
     */
    public static final String GEAR_SEED = "fastcdc gear table v1";

    /*
     * The fingerprint has 32 bits on purpose: a Java long is slow in a browser. It moves left by one bit a byte, so that
     * bit k depends on the last k + 1 bytes; the masks therefore test its top bits. 20 bits below the normal size and 16
     * above are level 2 of the paper's normalised chunking.
     */
    private static final int STRICT = -1 << 12;
    private static final int LOOSE = -1 << 16;
    private static final int[] GEAR = gear();

    private int length;
    private int fingerprint;
    private boolean cut;

    public void reset() {
        length = 0;
        fingerprint = 0;
        cut = false;
    }

    /**
     * Reads from {@code offset} to the next cut, or to {@code end}; returns where it stopped. After a cut, of which
     * {@link #atCut} tells, the next call begins a new chunk.
     */
    public int scan(Bytes in, int offset, int end) {
        if (cut) {
            reset();
        }
        int skipped = Math.min(Math.max(MIN - length, 0), end - offset);
        length += skipped;
        int at = offset + skipped;
        if (at < end && length < NORMAL) {
            at = roll(in, at, Math.min(end, at + NORMAL - length), STRICT);
        }
        if (at < end && !cut) {
            at = roll(in, at, Math.min(end, at + MAX - length), LOOSE);
            cut |= length == MAX;
        }
        return at;
    }

    public boolean atCut() {
        return cut;
    }

    private int roll(Bytes in, int offset, int end, int mask) {
        int[] gear = GEAR;
        int rolled = fingerprint;
        int at = offset;
        while (at < end) {
            rolled = (rolled << 1) + gear[in.octet(at)];
            at++;
            if ((rolled & mask) == 0) {
                cut = true;
                break;
            }
        }
        fingerprint = rolled;
        length += at - offset;
        return at;
    }

    static int[] gear() {
        int[] block = new int[16];
        int seed = GEAR_SEED.length();
        for (int i = 0; i < seed; i++) {
            block[i >> 2] |= GEAR_SEED.charAt(i) << (8 * (i & 3));
        }
        int[] table = new int[256];
        int word = block[seed >> 2];
        for (int b = 0; b < 256; b++) {
            block[seed >> 2] = word | (b << (8 * (seed & 3)));
            table[b] = Blake3.firstWord(block, seed + 1);
        }
        return table;
    }
}
