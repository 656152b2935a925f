package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.checkEqual;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.NodeName;
import io.oxicloud.benchmarks.PathCorpus.Row;
import io.oxicloud.benchmarks.Turns.Figures;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every row of a listing becomes a node that knows where it lies. Asks: what does that cost? Before: paths of names, taken
 * apart and put together again. After: the product's projection.
 */
final class RowPathBenchmark implements Benchmark {
    private static final Bar FILES = new Bar("file", 416.8, 1.78);
    private static final Bar FOLDERS = new Bar("folder", 620.4, 1.14);

    private final Sizes sizes;
    private final PathCorpus corpus = new PathCorpus();
    private final List<PathArm> arms = List.of(new JoinedPaths(), new ProductListing(corpus));
    private volatile @Nullable Object last;

    RowPathBenchmark(Sizes sizes) {
        this.sizes = sizes;
    }

    @Override
    public void gate() {
        for (List<Row> rows : List.of(corpus.files, corpus.directories)) {
            for (Row row : rows) {
                var before = arms.get(0);
                var after = arms.get(1);
                checkEqual(
                        before.seen(before.listed(row)),
                        after.seen(after.listed(row)),
                        "name, path and segments of " + row.columns().name + " in " + row.folder());
            }
        }
        checkNames();
    }

    /** The product settles when a name is stored what the other way settles for each row: both must decide alike. */
    private static void checkNames() {
        List<String> given = new ArrayList<>(List.of(
                "",
                ".",
                "..",
                "a//b",
                "/a",
                "a/",
                "a\0b",
                "\ud800",
                "\udc00x",
                "a\u0301",
                "e\u0301le\u0300ve",
                "n\u0303"));
        given.addAll(List.of("é", "😀.png", "a".repeat(255), "a".repeat(256), "é".repeat(127), "é".repeat(128), "Å"));
        for (String name : given) {
            checkEqual(beforeStores(name), afterStores(name), "what becomes of the name '" + name + "'");
        }
    }

    private static String beforeStores(String name) {
        List<String> segments = JoinedPaths.segments(name);
        boolean refused = segments.size() != 1
                || name.contains("/")
                || name.contains("\0")
                || List.of(".", "..").contains(segments.get(0))
                || !StandardCharsets.UTF_8.newEncoder().canEncode(name)
                || segments.get(0).getBytes(StandardCharsets.UTF_8).length > 255;
        return refused ? "refused" : "stored as " + segments.get(0);
    }

    private static String afterStores(String name) {
        try {
            return "stored as " + NodeName.of(name);
        } catch (CloudException e) {
            return "refused";
        }
    }

    @Override
    public Verdict measure(Page page) {
        int rounds = Math.max(5, sizes.rounds() / 10);
        page.line("""
                %,d rows, the folders 0 to 5 deep; the arms take turns for %,d passes over all rows, and times are those of the
                median pass. Both make all of a node: ids, digest, times, users; what differs is the path.
                """.formatted(corpus.files.size(), rounds));
        page.table("row", "arm", "ns/row", "B/row", "times");
        Verdict files = rows(page, FILES, corpus.files, rounds);
        Verdict folders = rows(page, FOLDERS, corpus.directories, rounds);
        page.line("");
        Verdict worse = files.compareTo(folders) > 0 ? files : folders;
        Verdict verdict = files == Verdict.ROLL_BACK || folders == Verdict.ROLL_BACK ? Verdict.ROLL_BACK : worse;
        page.line("Verdict: **" + verdict + "**. To beat: " + FILES + "; " + FOLDERS + ".");
        return verdict;
    }

    private Verdict rows(Page page, Bar bar, List<Row> rows, int rounds) {
        List<Turns.Call> turns = new ArrayList<>();
        for (PathArm arm : arms) {
            turns.add(() -> pass(arm, rows));
        }
        List<Figures> figures = new Turns(rounds).run(1, turns);
        double before = figures.get(0).nanos();
        for (int i = 0; i < arms.size(); i++) {
            page.row(
                    bar.row,
                    arms.get(i).name(),
                    Page.number(figures.get(i).nanos() / rows.size()),
                    Page.number(figures.get(i).bytes() / rows.size()),
                    Page.number(before / figures.get(i).nanos()));
        }
        double after = figures.get(1).nanos();
        return before <= after ? Verdict.ROLL_BACK : bar.verdict(after / rows.size(), before / after);
    }

    private @Nullable Object pass(PathArm arm, List<Row> rows) {
        for (Row row : rows) {
            last = arm.listed(row);
        }
        return last;
    }

    @Override
    public void close() {}

    private record Bar(String row, double nanos, double times) {
        Verdict verdict(double nanosHere, double timesHere) {
            return nanosHere <= nanos && timesHere >= times ? Verdict.MET : Verdict.SHORT;
        }

        @Override
        public String toString() {
            return row + " " + Page.number(nanos) + " ns, " + Page.number(times) + " times";
        }
    }
}
