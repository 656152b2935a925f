package io.oxicloud.chunk.cut;

/** Stands in where no compiler makes vectors of loops: no count of chunks is worth the detour. */
final class Blake3Wide {
    static final int LANES = 1;
    static final int LEAST = 2;
    static final int SLAB = 32 << 10;

    void hash(Bytes in, int at, int counter, int count) {
        throw new IllegalStateException();
    }

    int reduce(int count) {
        throw new IllegalStateException();
    }

    void copyChainingValue(int lane, int[] to, int toAt) {
        throw new IllegalStateException();
    }
}
