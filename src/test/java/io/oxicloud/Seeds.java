package io.oxicloud;

import java.util.Random;
import java.util.stream.LongStream;

/**
 * Random tests: one run for each seed, which is in the name of the run, so that a failure can be repeated. Use as
 * {@code @MethodSource("io.oxicloud.Seeds#all")}.
 */
public final class Seeds {
    private static final int RUNS = 200;
    private static final String ODD =
            "\u0000\u0007\n\"'<>&/\\.. ~%#?;\u00e9\u0308\u0130\u00df\u2028\ue000\uffff\ud83d\ude00";

    private Seeds() {}

    public static LongStream all() {
        return new Random(20260301).longs(RUNS);
    }

    /** Up to {@code longest} characters: plain ones, odd ones, and any at all, lone surrogates among them. */
    public static String text(Random random, int longest) {
        var text = new StringBuilder();
        for (int left = random.nextInt(longest + 1); left > 0; left--) {
            switch (random.nextInt(3)) {
                case 0 -> text.append((char) ('a' + random.nextInt(26)));
                case 1 -> text.append(ODD.charAt(random.nextInt(ODD.length())));
                default -> text.append((char) random.nextInt(Character.MAX_VALUE + 1));
            }
        }
        return text.toString();
    }
}
