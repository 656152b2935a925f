package io.oxicloud.chunk.cut;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Random;
import org.bouncycastle.crypto.digests.Blake3Digest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Blake3Test {
    @Test
    void officialTestVectors() throws IOException {
        int vectors = 0;
        try (var lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Blake3Test.class.getResourceAsStream("blake3-vectors.txt")),
                StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("#")) {
                    continue;
                }
                String[] fields = line.split(" ", -1);
                byte[] input = new byte[Integer.parseInt(fields[0])];
                for (int i = 0; i < input.length; i++) {
                    input[i] = (byte) (i % 251);
                }

                byte[] digest = atOnce(input);

                assertEquals(fields[1], HexFormat.of().formatHex(digest), "length " + input.length);
                vectors++;
            }
        }
        assertEquals(22, vectors);
    }

    /** Every shape of the tree up to 300 leaves, with and without a leaf that is not full. */
    @Test
    void agreesWithBouncyCastleForEveryCountOfChunks() {
        byte[] stream = Streams.xorshift(301 * 1024);
        for (int chunks = 0; chunks <= 300; chunks++) {
            for (int more : new int[] {0, 1, 64, 1023}) {
                byte[] input = java.util.Arrays.copyOf(stream, chunks * 1024 + more);
                assertArrayEquals(oracle(input), atOnce(input), input.length + " bytes");
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89})
    void howAnInputIsSplitChangesNothing(long seed) {
        var random = new Random(seed);
        byte[] input = new byte[random.nextInt(3_000_000)];
        random.nextBytes(input);
        byte[] expected = oracle(input);

        var hash = new Blake3();
        for (int round = 0; round < 5; round++) {
            hash.reset();
            Streams.split(input, random, hash::update);
            assertArrayEquals(expected, digest(hash), input.length + " bytes, round " + round);
        }
    }

    /** Pieces of less than a chunk never reach the lanes; pieces of many chunks, at any alignment, do. */
    @Test
    void lanesAndScalarCodeAgree() {
        byte[] input = Streams.xorshift(700 * 1024 + 77);
        var scalar = new Blake3();
        for (int at = 0; at < input.length; at += 1000) {
            scalar.update(new Bytes(input), at, Math.min(1000, input.length - at));
        }
        byte[] expected = digest(scalar);

        for (int first = 0; first <= 40; first++) {
            for (int chunks : new int[] {15, 16, 17, 31, 32, 64, 127, 128, 129, 256}) {
                var lanes = new Blake3();
                lanes.update(new Bytes(input), 0, first * 1024);
                lanes.update(new Bytes(input), first * 1024, chunks * 1024);
                int done = (first + chunks) * 1024;
                lanes.update(new Bytes(input), done, input.length - done);
                assertArrayEquals(expected, digest(lanes), first + " chunks, then " + chunks);
            }
        }
    }

    private static byte[] atOnce(byte[] input) {
        var hash = new Blake3();
        hash.update(new Bytes(input), 0, input.length);
        return digest(hash);
    }

    private static byte[] digest(Blake3 hash) {
        int[] words = new int[8];
        hash.digest(words);
        return Streams.bytes(words);
    }

    static byte[] oracle(byte[] input) {
        var oracle = new Blake3Digest(256);
        oracle.update(input, 0, input.length);
        byte[] digest = new byte[32];
        oracle.doFinal(digest, 0);
        return digest;
    }
}
