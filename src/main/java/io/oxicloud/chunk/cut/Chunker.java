package io.oxicloud.chunk.cut;

/**
 * Cuts a stream into chunks and hashes each, reading every byte once. How the stream is split over calls changes
 * nothing. Not thread-safe.
 */
public final class Chunker {
    /** Takes the chunks, in order, each as soon as its end is known. */
    @FunctionalInterface
    public interface Sink {
        /**
         * @param length in bytes, from 1 to {@link FastCdc#MAX}
         * @param digest as {@link Blake3#digest} gives it; only valid during the call
         */
        void chunk(int length, int[] digest);
    }

    private final FastCdc cuts = new FastCdc();
    private final Blake3 hash = new Blake3();
    private final int[] digest = new int[8];
    private final Sink sink;
    private int length;

    public Chunker(Sink sink) {
        this.sink = sink;
    }

    public void update(Bytes in, int offset, int count) {
        int at = offset;
        int end = offset + count;
        while (at < end) {
            at = step(in, at, Math.min(end, at + Blake3Wide.SLAB));
        }
    }

    /**
     * Takes no more than pays: a chunk is hashed quickest in slabs from its own beginning. What is left is to be offered again,
     * with what comes after it.
     *
     * @return how many bytes were taken
     */
    public int updateSlabs(Bytes in, int offset, int count) {
        int at = offset;
        int end = offset + count;
        while (end - at >= wanted()) {
            at = step(in, at, at + wanted());
        }
        return at - offset;
    }

    /** How many bytes {@link #updateSlabs} needs to take any. */
    public int wanted() {
        return Blake3Wide.SLAB - length % Blake3Wide.SLAB;
    }

    /** Ends the stream and with it the last chunk, if any; the next call begins a new stream. */
    public void finish() {
        if (length > 0) {
            endChunk();
        }
        cuts.reset();
    }

    /** Scanned and hashed while it lies in the cache; returns the end of the chunk, or {@code end} if that comes first. */
    private int step(Bytes in, int at, int end) {
        int to = cuts.scan(in, at, end);
        hash.update(in, at, to - at);
        length += to - at;
        if (cuts.atCut()) {
            endChunk();
        }
        return to;
    }

    private void endChunk() {
        hash.digest(digest);
        hash.reset();
        int ended = length;
        length = 0;
        sink.chunk(ended, digest);
    }
}
