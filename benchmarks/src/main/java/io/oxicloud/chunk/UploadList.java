package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code Settling} does with the chunks of an upload before and after it asks the database: the product's own classes,
 * within reach of the benchmarks. For one thread.
 */
public final class UploadList {
    private static final Hash CONTENT = Hash.of(new byte[Hash.LENGTH]);
    private static final int LIFE = 7;

    /** Chunks of usual size in a batch. */
    private static final int BATCH = 32;

    private final Batch batch = new Batch(new Buffers(), new byte[0]);
    private final ChunkList chunks = new ChunkList();
    private final List<Hash> fresh = new ArrayList<>();
    private Manifest manifest = Manifest.unpack(CONTENT, 0, new byte[0]);

    /**
     * A chunk ends.
     *
     * @param words its digest as the chunker gives it
     */
    public void cut(int length, int[] words) {
        batch.cut(length, Digests.of(words));
        if (batch.pieces().size() == BATCH) {
            list();
        }
    }

    /** Lists what is left, and packs the manifest. */
    public void settle() {
        list();
        manifest = chunks.manifest(CONTENT, 0);
    }

    private void list() {
        for (Batch.Piece piece : batch.pieces()) {
            if (chunks.add(piece.digest(), piece.length())) {
                chunks.setLife(piece.digest(), LIFE);
                fresh.add(piece.digest());
            }
        }
        batch.pieces().clear();
    }

    /** What was packed, read again. */
    public Listed listed() {
        List<String> digests = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        for (int i = 0; i < manifest.count(); i++) {
            if (manifest.chunk(i).name().life() != LIFE) {
                throw new IllegalStateException("chunk " + i + " has no life");
            }
            digests.add(manifest.digest(i).hex());
            sizes.add(manifest.chunk(i).size());
        }
        return new Listed(digests, sizes, fresh.stream().map(Hash::hex).toList());
    }

    /** In hex: the chunks in order, and those that are to be written, in the order in which they first came. */
    public record Listed(List<String> digests, List<Integer> sizes, List<String> written) {}
}
