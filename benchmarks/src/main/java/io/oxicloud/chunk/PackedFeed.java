package io.oxicloud.chunk;

import io.oxicloud.base.Hash;

/** What the product asks of the chunks that it verifies, within reach of the benchmarks. */
public final class PackedFeed {
    private final Manifest chunks;

    /** The digest of chunk i begins at 32 i. */
    public PackedFeed(byte[] digests, int[] sizes) {
        var list = new ChunkList();
        for (int i = 0; i < sizes.length; i++) {
            Hash digest = Hash.of(digests, i * Hash.LENGTH);
            list.add(digest, sizes[i]);
            list.setLife(digest, 0);
        }
        this.chunks = list.manifest(Settling.NO_CONTENT, 0);
    }

    public int count() {
        return chunks.count();
    }

    public boolean hasSize(int index, int size) {
        return chunks.end(index) - chunks.start(index) == size;
    }

    public boolean hasDigest(int index, int[] words) {
        return chunks.hasDigest(index, words);
    }
}
