package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.checkEqual;

import io.oxicloud.benchmarks.Turns.Figures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a folder becomes the XML of a PROPFIND. Asks: what does that cost, its rows loaded already? Before: lists of
 * properties, formatters and the JDK's writer. After: the product's.
 */
final class PropfindXmlBenchmark implements Benchmark {
    private static final Bar NAMED = new Bar("named", 1_253.1, 1.22);
    private static final Bar ALL = new Bar("all", 895.1, 1.20);

    private final Sizes sizes;
    private final PropfindCorpus corpus = new PropfindCorpus();
    private final List<XmlArm> named;
    private final List<XmlArm> all;

    PropfindXmlBenchmark(Sizes sizes) throws IOException {
        this.sizes = sizes;
        named = List.of(new ListedXml(corpus, false), new ProductXml(corpus, PropfindCorpus.SYNC));
        all = List.of(new ListedXml(corpus, true), new ProductXml(corpus, PropfindCorpus.ALL));
    }

    @Override
    public void gate() throws IOException {
        for (List<XmlArm> arms : List.of(named, all)) {
            List<String> before = XmlSeen.lines(written(arms.get(0)));
            List<String> after = XmlSeen.lines(written(arms.get(1)));
            checkEqual(corpus.nodes.size(), before.size(), "a response for each row");
            checkEqual(before.size(), after.size(), "as many responses");
            for (int i = 0; i < before.size(); i++) {
                checkEqual(before.get(i), after.get(i), "row " + i + " says the same");
            }
        }
    }

    private static byte[] written(XmlArm arm) throws IOException {
        var bytes = new ByteArrayOutputStream();
        arm.write(bytes);
        return bytes.toByteArray();
    }

    @Override
    public Verdict measure(Page page) throws IOException {
        int rounds = Math.max(5, sizes.rounds() / 5);
        page.line("""
                A page of %,d rows; the arms take turns for %,d pages, and times are those of the median page. What is written is
                thrown away.
                """.formatted(corpus.nodes.size(), rounds));
        page.table("properties", "arm", "µs/page", "B/page", "B/row", "KiB of XML", "times");
        Verdict first = rows(page, NAMED, named, rounds);
        Verdict second = rows(page, ALL, all, rounds);
        page.line("");
        Verdict worse = first.compareTo(second) > 0 ? first : second;
        Verdict verdict = first == Verdict.ROLL_BACK || second == Verdict.ROLL_BACK ? Verdict.ROLL_BACK : worse;
        page.line("Verdict: **" + verdict + "**. To beat: " + NAMED + "; " + ALL + ".");
        return verdict;
    }

    private Verdict rows(Page page, Bar bar, List<XmlArm> arms, int rounds) throws IOException {
        List<Turns.Call> turns = new ArrayList<>();
        for (XmlArm arm : arms) {
            turns.add(() -> page(arm));
        }
        List<Figures> figures = new Turns(rounds).run(1, turns);
        double before = figures.get(0).nanos();
        for (int i = 0; i < arms.size(); i++) {
            page.row(
                    bar.properties,
                    arms.get(i).name(),
                    Page.number(figures.get(i).nanos() / 1_000),
                    Page.number(figures.get(i).bytes()),
                    Page.number(figures.get(i).bytes() / corpus.nodes.size()),
                    Page.number(written(arms.get(i)).length / 1_024.0),
                    Page.number(before / figures.get(i).nanos()));
        }
        double after = figures.get(1).nanos();
        return before <= after ? Verdict.ROLL_BACK : bar.verdict(after / 1_000, before / after);
    }

    private static @Nullable Object page(XmlArm arm) {
        try {
            arm.write(OutputStream.nullOutputStream());
            return arm;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {}

    private record Bar(String properties, double micros, double times) {
        Verdict verdict(double microsHere, double timesHere) {
            return microsHere <= micros && timesHere >= times ? Verdict.MET : Verdict.SHORT;
        }

        @Override
        public String toString() {
            return properties + " " + Page.number(micros) + " µs, " + Page.number(times) + " times";
        }
    }
}
