package io.oxicloud.chunk.cut;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.bouncycastle.crypto.digests.Blake3Digest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkerTest {
    record Chunk(int length, String digest) {}

    @Test
    void cutPointsAndDigestsOfTheGoldenStream() throws IOException {
        assertEquals(golden(), chunks(Streams.xorshift(8 << 20)));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
    void howAStreamIsSplitChangesNothing(long seed) throws IOException {
        var found = new ArrayList<Chunk>();
        var chunker = chunker(found);

        Streams.split(Streams.xorshift(8 << 20), new Random(seed), chunker::update);
        chunker.finish();

        assertEquals(golden(), found);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
    void slabsAreTakenOnceTheyAreWholeAndTheRestIsOfferedAgain(long seed) throws IOException {
        var found = new ArrayList<Chunk>();
        var chunker = chunker(found);
        int[] taken = new int[1];

        byte[] stream = Streams.xorshift(8 << 20);
        Streams.split(stream, new Random(seed), (in, offset, length) -> {
            int left = offset + length - taken[0];
            int wanted = chunker.wanted();
            int took = chunker.updateSlabs(in, taken[0], left);
            assertEquals(left >= wanted, took > 0, took + " of " + left + ", wanted " + wanted);
            taken[0] += took;
            assertTrue(left - took < chunker.wanted(), "a whole slab was left");
        });
        chunker.update(new Bytes(stream), taken[0], stream.length - taken[0]);
        chunker.finish();

        assertEquals(golden(), found);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
    void chunksCoverTheStreamKeepTheirBoundsAndBearTheirOwnDigest(long seed) {
        var random = new Random(seed);
        byte[] stream = new byte[random.nextInt(4 << 20)];
        random.nextBytes(stream);

        List<Chunk> found = chunks(stream);

        int at = 0;
        for (int i = 0; i < found.size(); i++) {
            var chunk = found.get(i);
            boolean last = i == found.size() - 1;
            assertTrue(chunk.length <= FastCdc.MAX && (chunk.length > FastCdc.MIN || last), "chunk " + i);
            assertEquals(oracle(stream, at, chunk.length), chunk.digest);
            at += chunk.length;
        }
        assertEquals(stream.length, at);
    }

    @Test
    void aByteMoreChangesOnlyTheChunksNearIt() {
        byte[] stream = Streams.xorshift(8 << 20);
        byte[] longer = new byte[stream.length + 1];
        System.arraycopy(stream, 0, longer, 0, 1_000_000);
        System.arraycopy(stream, 1_000_000, longer, 1_000_001, stream.length - 1_000_000);

        List<Chunk> before = chunks(stream);
        var after = new HashSet<>(chunks(longer));

        long kept = before.stream().filter(after::contains).count();
        assertTrue(kept >= before.size() - 2, kept + " of " + before.size());
    }

    @Test
    void aFlatStreamIsCutAtTheGreatestLength() {
        List<Chunk> found = chunks(new byte[3 * FastCdc.MAX + 5]);

        assertEquals(List.of(FastCdc.MAX, FastCdc.MAX, FastCdc.MAX, 5), lengths(found));
        assertEquals(2, new HashSet<>(found).size());
    }

    @Test
    void anEmptyStreamHasNoChunks() {
        assertEquals(List.of(), chunks(new byte[0]));
    }

    @Test
    void oneChunkerServesStreamAfterStream() throws IOException {
        var found = new ArrayList<Chunk>();
        var chunker = chunker(found);
        byte[] other = new byte[100_000];
        Arrays.fill(other, (byte) 7);
        chunker.update(new Bytes(other), 0, other.length);
        chunker.finish();
        found.clear();

        byte[] stream = Streams.xorshift(8 << 20);
        chunker.update(new Bytes(stream), 0, stream.length);
        chunker.finish();

        assertEquals(golden(), found);
    }

    /** The table is as documented: nothing up the sleeve, and another implementation can be written from the text. */
    @Test
    void theGearTableComesFromItsSeed() {
        byte[] input =
                Arrays.copyOf(FastCdc.GEAR_SEED.getBytes(StandardCharsets.US_ASCII), FastCdc.GEAR_SEED.length() + 1);
        int[] table = FastCdc.gear();
        for (int b = 0; b < 256; b++) {
            input[input.length - 1] = (byte) b;
            byte[] digest = HexFormat.of().parseHex(oracle(input, 0, input.length));
            assertEquals(new Bytes(digest).word(0), table[b], "entry " + b);
        }
        assertEquals(256, Arrays.stream(table).distinct().count());
    }

    private static List<Chunk> chunks(byte[] stream) {
        var found = new ArrayList<Chunk>();
        var chunker = chunker(found);
        chunker.update(new Bytes(stream), 0, stream.length);
        chunker.finish();
        return found;
    }

    private static Chunker chunker(List<Chunk> found) {
        return new Chunker(
                (length, digest) -> found.add(new Chunk(length, HexFormat.of().formatHex(Streams.bytes(digest)))));
    }

    private static List<Integer> lengths(List<Chunk> chunks) {
        return chunks.stream().map(Chunk::length).toList();
    }

    static List<Chunk> golden() throws IOException {
        try (var lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(ChunkerTest.class.getResourceAsStream("golden-chunks.txt")),
                StandardCharsets.US_ASCII))) {
            return lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ", -1))
                    .map(fields -> new Chunk(Integer.parseInt(fields[0]), fields[1]))
                    .toList();
        }
    }

    private static String oracle(byte[] stream, int at, int length) {
        var oracle = new Blake3Digest(256);
        oracle.update(stream, at, length);
        byte[] digest = new byte[32];
        oracle.doFinal(digest, 0);
        return HexFormat.of().formatHex(digest);
    }
}
