package io.oxicloud.benchmarks;

import io.oxicloud.chunk.cut.Blake3;
import io.oxicloud.chunk.cut.Bytes;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** The chunks of one upload. Equal keys are equal chunks: the bytes from {@code 64 * key} on. For one thread. */
final class IngestCorpus {
    private static final long SEED = 17;
    private static final int SMALL = 64;
    private static final int SMALL_BYTES = 280;
    private static final int LARGE = 4_096;
    private static final int LARGE_BYTES = 256 << 10;

    private final String name;
    private final int[] keys;
    private final int chunkBytes;
    private final Bytes bytes;
    private final Blake3 hash = new Blake3();
    private final int[][] digests;
    private final boolean hashed;

    private IngestCorpus(String name, int[] keys, int chunkBytes, Bytes bytes, int[][] digests, boolean hashed) {
        this.name = name;
        this.keys = keys;
        this.chunkBytes = chunkBytes;
        this.bytes = bytes;
        this.digests = digests;
        this.hashed = hashed;
    }

    /** 64 chunks; of the first corpus, as the note to beat has it, only one comes again. */
    static List<IngestCorpus> small() {
        return List.of(
                of("seed-corpus", SMALL, SMALL_BYTES, i -> i % 2 == 0 && i >= 2 ? i - 2 : i),
                of("true-half", SMALL, SMALL_BYTES, i -> i / 2),
                of("all-new", SMALL, SMALL_BYTES, i -> i),
                of("all-dup", SMALL, SMALL_BYTES, i -> 0));
    }

    /** As uploads are: 1 GiB in chunks of 256 KiB, all new. */
    static IngestCorpus large() {
        return of("4,096 × 256 KiB", LARGE, LARGE_BYTES, i -> i);
    }

    /** Enough that every table grows more than once. */
    static IngestCorpus many() {
        return of("4,096 × 280 B, two thirds new", LARGE, SMALL_BYTES, i -> i % 3 == 0 ? i / 2 : i);
    }

    /** Digests that no bytes have: alike in their first eight bytes, by which tables place them. */
    static IngestCorpus colliding() {
        int[] keys = IntStream.range(0, SMALL).map(i -> i % 24).toArray();
        int[][] digests = new int[SMALL][8];
        for (int i = 0; i < SMALL; i++) {
            digests[i][2 + keys[i] % 6] = 1 + keys[i] / 6;
        }
        return new IngestCorpus("colliding", keys, SMALL_BYTES, new Bytes(new byte[0]), digests, false);
    }

    private static IngestCorpus of(String name, int count, int chunkBytes, IntUnaryOperator key) {
        int[] keys = IntStream.range(0, count).map(key).toArray();
        byte[] array = new byte[chunkBytes + 64 * count];
        new Random(SEED).nextBytes(array);
        var corpus = new IngestCorpus(name, keys, chunkBytes, new Bytes(array), new int[count][8], true);
        for (int i = 0; i < count; i++) {
            corpus.digest(i, corpus.digests[i]);
        }
        return corpus;
    }

    /** The same chunks, whose digests are there already. */
    IngestCorpus unhashed() {
        return new IngestCorpus(name, keys, chunkBytes, bytes, digests, false);
    }

    /** The digest of chunk {@code i}, hashed now unless this is {@link #unhashed}. */
    void digest(int i, int[] words) {
        if (hashed) {
            hash.update(bytes, 64 * keys[i], chunkBytes);
            hash.digest(words);
            hash.reset();
        } else {
            System.arraycopy(digests[i], 0, words, 0, words.length);
        }
    }

    String name() {
        return name;
    }

    boolean hashed() {
        return hashed;
    }

    int count() {
        return keys.length;
    }

    int distinct() {
        return (int) IntStream.of(keys).distinct().count();
    }

    int chunkBytes() {
        return chunkBytes;
    }
}
