package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkListTest {
    private static final long SEED = 20261130;
    private static final Hash CONTENT = Hash.of(new byte[Hash.LENGTH]);

    @ParameterizedTest(name = "{0} chunks")
    @ValueSource(ints = {0, 1, 2, 15, 16, 17, 33, 64, 500, 5_000})
    void itListsAllInOrderAndNamesTheFirstOfEachDigest(int count) {
        var random = new Random(SEED);
        var list = new ChunkList();
        Map<Hash, Integer> lives = new LinkedHashMap<>();
        List<Manifest.Chunk> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            var digest = Hash.of(StoreRig.random(Hash.LENGTH, random.nextInt(1 + count / 2)));
            boolean first = lives.putIfAbsent(digest, i) == null;

            assertEquals(first, list.add(digest, i + 1), "chunk " + i);
            expected.add(new Manifest.Chunk(new BlobName(digest, lives.get(digest)), i + 1));
        }

        lives.forEach(list::setLife);

        assertEquals(expected, chunks(list.manifest(CONTENT, 1)));
    }

    @Test
    void digestsThatAreAlikeInAnyWordButOneAreTwo() {
        var list = new ChunkList();
        List<Hash> digests = new ArrayList<>();
        for (int other = 0; other < Hash.LENGTH; other++) {
            for (int round = 1; round <= 3; round++) {
                byte[] bytes = new byte[Hash.LENGTH];
                bytes[other] = (byte) round;
                digests.add(Hash.of(bytes));
            }
        }

        for (Hash digest : digests) {
            assertTrue(list.add(digest, 1), () -> digest + " is new");
            list.setLife(digest, digest.bytes()[Hash.LENGTH - 1]);
        }
        for (Hash digest : digests) {
            assertFalse(list.add(digest, 1), () -> digest + " is known");
        }

        List<Manifest.Chunk> chunks = chunks(list.manifest(CONTENT, 1));
        for (int i = 0; i < chunks.size(); i++) {
            Hash digest = digests.get(i % digests.size());
            var name = new BlobName(digest, digest.bytes()[Hash.LENGTH - 1]);
            assertEquals(new Manifest.Chunk(name, 1), chunks.get(i));
        }
        assertEquals(2 * digests.size(), chunks.size());
    }

    @Test
    void onlyWhatIsListedCanGetALife() {
        var list = new ChunkList();
        list.add(CONTENT, 1);

        var stranger = Hash.of(StoreRig.random(Hash.LENGTH, SEED));
        assertThrows(IllegalStateException.class, () -> list.setLife(stranger, 1));
    }

    private static List<Manifest.Chunk> chunks(Manifest manifest) {
        List<Manifest.Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < manifest.count(); i++) {
            chunks.add(manifest.chunk(i));
        }
        return chunks;
    }
}
