package io.oxicloud.chunk.cut;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;

/** Streams that the browser build must cut and hash as this JVM does, and the script that makes it do so. */
public final class BrowserCases {
    /** The browser build. */
    public static final Path MODULE = Path.of("target/web-assets/assets/chunker.js");

    /** How often the stream of the golden file is among the cases, fed differently each time; they come first. */
    static final int GOLDEN = 4;

    private static final int[] LENGTHS = {
        0, 1, 63, 64, 65, 1023, 1024, 1025, 2048, 2049, 65_535, 65_536, 65_537, 262_144, 1_048_576, 1_048_577
    };
    private static final List<Case> CASES = cases();

    private record Case(int seed, int length) {}

    private BrowserCases() {}

    private static List<Case> cases() {
        var cases = new ArrayList<Case>();
        for (int i = 0; i < GOLDEN; i++) {
            cases.add(new Case(Streams.GOLDEN_SEED, 8 << 20));
        }
        cases.add(new Case(0, 3 * FastCdc.MAX + 5)); // the generator does not leave 0: a flat stream
        var random = new Random(20);
        for (int length : LENGTHS) {
            cases.add(new Case(random.nextInt(), length));
        }
        for (int i = 0; i < 12; i++) {
            cases.add(new Case(random.nextInt(), random.nextInt(4 << 20)));
        }
        return List.copyOf(cases);
    }

    /** The cases as a JavaScript value, each with a seed for the sizes in which the stream is fed. */
    public static String json() {
        var random = new Random(21);
        return CASES.stream()
                .map(one -> "{\"seed\":%d,\"length\":%d,\"feed\":%d}"
                        .formatted(one.seed, one.length, 1 + random.nextInt(1 << 30)))
                .collect(Collectors.joining(",", "[", "]"));
    }

    /** What comes out on this JVM: of each stream its digest, then length and digest of its chunks. */
    public static String report() {
        return CASES.stream().map(BrowserCases::report).collect(Collectors.joining());
    }

    private static String report(Case one) {
        byte[] stream = Streams.xorshift(one.seed, one.length);
        var in = new Bytes(stream);
        var hash = new Blake3();
        hash.update(in, 0, stream.length);
        int[] digest = new int[8];
        hash.digest(digest);
        var report = new StringBuilder(hex(digest)).append('\n');
        var chunker = new Chunker((length, chunkDigest) ->
                report.append(length).append(' ').append(hex(chunkDigest)).append('\n'));
        chunker.update(in, 0, stream.length);
        chunker.finish();
        return report.toString();
    }

    private static String hex(int[] digest) {
        return HexFormat.of().formatHex(Streams.bytes(digest));
    }

    /** A module whose function {@code report} makes the same report in JavaScript. */
    public static String script() {
        try (InputStream in = Objects.requireNonNull(BrowserCases.class.getResourceAsStream("browser-cases.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
