package io.oxicloud.chunk.cut;

import java.util.Random;

/** Test streams that are the same everywhere, and the ways to feed them. */
final class Streams {
    static final int GOLDEN_SEED = 0x12345678;

    private Streams() {}

    /** The stream of the golden file; a browser makes the same one. */
    static byte[] xorshift(int length) {
        return xorshift(GOLDEN_SEED, length);
    }

    static byte[] xorshift(int seed, int length) {
        byte[] stream = new byte[length];
        int state = seed;
        for (int i = 0; i < length; i++) {
            state ^= state << 13;
            state ^= state >>> 17;
            state ^= state << 5;
            stream[i] = (byte) state;
        }
        return stream;
    }

    interface Feed {
        void take(Bytes in, int offset, int length);
    }

    /** Feeds all of {@code stream}, cut at random: some pieces tiny, some whole chunks, some large. */
    static void split(byte[] stream, Random random, Feed feed) {
        var in = new Bytes(stream);
        int at = 0;
        while (at < stream.length) {
            int wish = switch (random.nextInt(4)) {
                case 0 -> 1 + random.nextInt(200);
                case 1 -> 1024 * (1 + random.nextInt(300));
                case 2 -> 1 + random.nextInt(5_000);
                default -> 1 + random.nextInt(400_000);
            };
            int length = Math.min(wish, stream.length - at);
            feed.take(in, at, length);
            at += length;
        }
    }

    static byte[] bytes(int[] digest) {
        byte[] bytes = new byte[32];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (digest[i / 4] >>> (8 * (i % 4)));
        }
        return bytes;
    }
}
