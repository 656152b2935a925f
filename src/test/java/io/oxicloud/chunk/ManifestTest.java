package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobName;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ManifestTest {
    private static final long SEED = 20260302;

    @Test
    void packingLosesNothing() {
        var random = new Random(SEED);
        for (int count = 0; count < 40; count++) {
            List<Manifest.Chunk> chunks = chunks(random, count);
            var digest = Hash.of(StoreRig.random(32, count));

            var packed = manifest(digest, 0x89ABCDEF, chunks);
            var unpacked =
                    Manifest.unpack(digest, packed.crc32(), packed.packed().clone());

            assertEquals(count * Manifest.ENTRY_BYTES, packed.packed().length);
            assertEquals(digest, unpacked.digest());
            assertEquals(0x89ABCDEF, unpacked.crc32());
            assertEquals(chunks.stream().mapToLong(Manifest.Chunk::size).sum(), unpacked.size());
            assertEquals(count, unpacked.count());
            for (int i = 0; i < count; i++) {
                assertEquals(chunks.get(i), unpacked.chunk(i));
            }
            var sorted = chunks.stream()
                    .map(chunk -> chunk.name().digest())
                    .sorted()
                    .distinct()
                    .toList();
            assertEquals(sorted, List.copyOf(unpacked.distinctDigests()));
        }
    }

    @Test
    void everyOffsetBelongsToOneChunk() {
        var manifest = manifest(Hash.of(new byte[32]), 0, chunks(new Random(SEED), 30));

        int index = 0;
        for (long offset = 0; offset < manifest.size(); offset++) {
            if (offset == manifest.start(index) + manifest.chunk(index).size()) {
                index++;
            }
            assertEquals(index, manifest.indexAt(offset), "offset " + offset);
        }
        assertEquals(29, index);
    }

    /** A cached manifest must not outlive the blobs it names, see docs/storage.md, "Why a name is used once". */
    @Test
    void cachedManifestsExpireBeforeTheirBlobsMayGo() {
        assertTrue(Manifests.KEPT.multipliedBy(2).compareTo(Grace.DEFAULTS.unused()) <= 0);
        assertTrue(Grace.DEFAULTS.lease().multipliedBy(2).compareTo(Grace.DEFAULTS.unused()) <= 0);
        assertTrue(Settling.RENEWED_EVERY.multipliedBy(5).compareTo(Grace.DEFAULTS.lease()) <= 0);
    }

    private static Manifest manifest(Hash digest, int crc32, List<Manifest.Chunk> chunks) {
        var list = new ChunkList();
        for (Manifest.Chunk chunk : chunks) {
            if (list.add(chunk.name().digest(), chunk.size())) {
                list.setLife(chunk.name().digest(), chunk.name().life());
            }
        }
        return list.manifest(digest, crc32);
    }

    /** Small ones, some of them more than once. */
    private static List<Manifest.Chunk> chunks(Random random, int count) {
        List<Manifest.Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            var digest = Hash.of(StoreRig.random(32, random.nextInt(count)));
            chunks.add(new Manifest.Chunk(new BlobName(digest, ~digest.hashCode()), 1 + random.nextInt(50)));
        }
        return chunks;
    }
}
