package io.oxicloud.chunk;

/**
 * How much of the machine the store may use.
 *
 * @param overlap most uploads that settle on a second thread at a time; 0 for none
 * @param readAheadThreads most threads that read the next chunks for somebody; 0 for none
 * @param contentCacheBytes of contents that are kept in memory; 0 for none
 */
public record StoreSettings(int overlap, int readAheadThreads, long contentCacheBytes) {
    private static final long MIB = 1L << 20;

    /** For a heap of 256 MiB. */
    public static final StoreSettings DEFAULTS = new StoreSettings(8, 8, usualCacheBytes(256 * MIB));

    public StoreSettings {
        if (overlap < 0 || readAheadThreads < 0) {
            throw new IllegalArgumentException(
                    "a number of threads is not negative: " + overlap + ", " + readAheadThreads);
        }
        if (contentCacheBytes != 0 && contentCacheBytes < MIB) {
            throw new IllegalArgumentException(
                    "a cache of contents has at least " + MIB + " bytes, or 0 for none, not " + contentCacheBytes);
        }
    }

    /** An eighth of the heap, but no more than 256 MiB. */
    public static long usualCacheBytes(long heapBytes) {
        return Math.max(MIB, Math.min(256 * MIB, heapBytes / 8));
    }
}
