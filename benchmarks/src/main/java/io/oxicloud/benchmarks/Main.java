package io.oxicloud.benchmarks;

import io.oxicloud.benchmarks.Benchmark.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures and prints a result page. Exit status 0: the figure to beat is met; 1: the arms do not do the same, or nothing
 * ran; 2: not better than before; 3: better than before, but short of the figure to beat.
 */
public final class Main {
    private static final String USAGE = """
            java -jar benchmarks/target/benchmarks.jar NAME [--page FILE] [--quick]
              ingest-set       what an upload keeps of its chunks
              row-path         a row of a listing becomes a node that knows where it lies
              content-range    a range of a file that is asked for again and again
              ingest-overlap   an upload whose batches are settled while it is read
              propfind-xml     a page of a folder becomes the XML of a PROPFIND
              drive-selector   the drives of a user, asked for by every request
              ingest-rate      one upload, and the slowest of what it is made of
              cloud-download   256 MiB from an object store, handed on over HTTP
              frames           encrypted chunks, in frames of 64 and of 256 KiB
              session-gate     how much of an upload in pieces has come, asked at each piece
              delta-drain      64 chunks from a store that answers after 5 ms, in order
              sequence-verify  a list of chunks is walked while a content is verified
              user-flags       32 and 1,000 callers at once that ask for one user's flags
              zip-stream       a folder of pictures is downloaded as an archive
              jmh ARGUMENTS    the JMH benchmarks, with JMH's own arguments
              --page FILE      also writes the page; what stands below "## Reading" in it is kept
              --quick          a fraction of a second per arm: to see that it runs, not to measure
            """;

    private static final List<String> NAMES = List.of(
            "delta-drain",
            "drive-selector",
            "user-flags",
            "ingest-set",
            "row-path",
            "session-gate",
            "ingest-overlap",
            "ingest-rate",
            "cloud-download",
            "content-range",
            "frames",
            "propfind-xml",
            "sequence-verify",
            "zip-stream");

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of(arguments));
        if (!words.isEmpty() && words.get(0).equals("jmh")) {
            org.openjdk.jmh.Main.main(words.subList(1, words.size()).toArray(String[]::new));
            return;
        }
        Sizes sizes = words.remove("--quick") ? Sizes.QUICK : Sizes.FULL;
        Path file = pageFile(words);
        if (words.size() != 1 || !NAMES.contains(words.get(0))) {
            System.err.print(USAGE);
            System.exit(1);
        }
        System.exit(run(words.get(0), sizes, file).exitStatus());
    }

    private static @Nullable Path pageFile(List<String> words) {
        int option = words.indexOf("--page");
        if (option < 0 || option + 1 == words.size()) {
            return null;
        }
        words.remove(option);
        return Path.of(words.remove(option));
    }

    private static Benchmark open(String name, PostgresServer server, Sizes sizes) throws IOException, SQLException {
        return switch (name) {
            case "delta-drain" -> new DrainBenchmark(sizes);
            case "sequence-verify" -> new SequenceBenchmark(sizes);
            case "drive-selector" -> DriveSelectorBenchmark.open(server, sizes);
            case "user-flags" -> UserFlagsBenchmark.open(server, sizes);
            case "ingest-set" -> new IngestSetBenchmark(sizes);
            case "session-gate" -> SessionGateBenchmark.open(server, sizes);
            case "row-path" -> new RowPathBenchmark(sizes);
            case "ingest-overlap" -> OverlapBenchmark.open(server, sizes);
            case "ingest-rate" -> IngestRateBenchmark.open(server, sizes);
            case "propfind-xml" -> new PropfindXmlBenchmark(sizes);
            case "cloud-download" -> new CloudDownloadBenchmark(sizes);
            case "frames" -> new FramesBenchmark(sizes);
            case "content-range" -> RangeBenchmark.open(server, sizes);
            case "zip-stream" -> ZipStreamBenchmark.open(server, sizes);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Verdict run(String name, Sizes sizes, @Nullable Path file) throws Exception {
        var page = new Page();
        Verdict verdict;
        try (PostgresServer server = PostgresServer.start(20);
                Benchmark benchmark = open(name, server, sizes)) {
            page.line("# " + name);
            page.line("");
            page.line("Command: `java -jar benchmarks/target/benchmarks.jar " + name + "`"
                    + (sizes.equals(Sizes.QUICK) ? " **with --quick: not a measurement**" : ""));
            page.line("");
            Calibration.take(server).print(page, server);
            System.err.println("gate ...");
            benchmark.gate();
            page.line("Gate: passed. All arms give the same answers, and what *after* promises holds.");
            page.line("");
            verdict = benchmark.measure(page);
        }
        System.out.print(page);
        if (file != null) {
            page.writeTo(file);
        }
        return verdict;
    }
}
