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
            // scanned and hashed by the slab, while it lies in the cache
            int to = cuts.scan(in, at, at + Math.min(end - at, Blake3Wide.SLAB));
            hash.update(in, at, to - at);
            length += to - at;
            at = to;
            if (cuts.atCut()) {
                endChunk();
            }
        }
    }

    /** Ends the stream and with it the last chunk, if any; the next call begins a new stream. */
    public void finish() {
        if (length > 0) {
            endChunk();
        }
        cuts.reset();
    }

    private void endChunk() {
        hash.digest(digest);
        hash.reset();
        int ended = length;
        length = 0;
        sink.chunk(ended, digest);
    }
}
