package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.checkEqual;

import io.oxicloud.benchmarks.Turns.Figures;
import io.oxicloud.chunk.UploadList.Listed;
import java.util.ArrayList;
import java.util.List;

/**
 * What an upload keeps of its chunks: which ones in which order, and which it has seen already. Asks: how much memory does
 * that take, and how much time beside the hashing? Before: texts. After: the product's packed list.
 */
final class IngestSetBenchmark implements Benchmark {
    private static final double BYTES_TO_BEAT = 0.70;
    private static final double TIMES_TO_BEAT = 1.14;

    private static final int WARM_UP = 5;

    private final Sizes sizes;
    private final List<IngestArm> arms = List.of(new HexIngest(), new RecordIngest(), new ProductIngest());

    IngestSetBenchmark(Sizes sizes) {
        this.sizes = sizes;
    }

    @Override
    public void gate() {
        List<IngestCorpus> corpora = new ArrayList<>(IngestCorpus.small());
        corpora.add(IngestCorpus.many());
        corpora.add(IngestCorpus.colliding());
        for (IngestCorpus corpus : corpora) {
            Listed expected = arms.get(0).list(corpus).listed();
            checkEqual(corpus.count(), expected.digests().size(), "every chunk is listed, " + corpus.name());
            checkEqual(corpus.distinct(), expected.written().size(), "each chunk is written once, " + corpus.name());
            for (IngestArm arm : arms) {
                String what = "chunks, sizes, and what is written, " + corpus.name() + ", " + arm.name();
                checkEqual(expected, arm.list(corpus).listed(), what);
                checkEqual(expected, arm.list(corpus.unhashed()).listed(), what + ", hashed before");
            }
        }
        checkEqual(63, IngestCorpus.small().get(0).distinct(), "the corpus is that of the note to beat");
    }

    @Override
    public Verdict measure(Page page) {
        page.line("""
                One call is one upload; the arms take turns in each of %,d rounds, and times are medians over them. *before*:
                hex texts in a set and in lists; *objects*: digests as objects in a map and a list, packed at the end, as the
                product had it; *after*: the product now. All hash alike; "no hash": the digests are there already.
                """.formatted(rounds()));
        page.table(
                "chunks", "distinct", "arm", "B/upload", "% of before", "µs/upload", "times", "µs, no hash", "times");
        List<Bar> bars = new ArrayList<>();
        for (IngestCorpus corpus : IngestCorpus.small()) {
            bars.add(rows(page, corpus, rounds(), 4));
        }
        if (sizes.jmh()) {
            rows(page, IngestCorpus.large(), 1, 1);
        }
        page.line("");
        return bars.get(0).print(page);
    }

    private int rounds() {
        return Math.max(3, sizes.rounds() / 3);
    }

    private Bar rows(Page page, IngestCorpus corpus, int rounds, int calls) {
        List<Figures> hashed = run(corpus, rounds, calls);
        List<Figures> unhashed = run(corpus.unhashed(), Math.min(rounds(), 50 * rounds), calls);
        Figures before = hashed.get(0);
        for (int i = 0; i < arms.size(); i++) {
            Figures arm = hashed.get(i);
            page.row(
                    corpus.name(),
                    Page.number(corpus.distinct()),
                    arms.get(i).name(),
                    Page.number(arm.bytes()),
                    Page.number(100 * arm.bytes() / before.bytes()),
                    Page.number(arm.nanos() / 1e3),
                    Page.number(before.nanos() / arm.nanos()),
                    Page.number(unhashed.get(i).nanos() / 1e3),
                    Page.number(unhashed.get(0).nanos() / unhashed.get(i).nanos()));
        }
        Figures after = hashed.get(arms.size() - 1);
        return new Bar(after.bytes() / before.bytes(), before.nanos() / after.nanos());
    }

    private List<Figures> run(IngestCorpus corpus, int rounds, int calls) {
        List<Turns.Call> turns = new ArrayList<>();
        for (IngestArm arm : arms) {
            turns.add(() -> arm.list(corpus));
        }
        return new Turns(rounds, rounds > 1 ? WARM_UP * rounds : 1).run(calls, turns);
    }

    @Override
    public void close() {}

    private record Bar(double bytes, double times) {
        Verdict print(Page page) {
            Verdict verdict = bytes >= 1 || times <= 1
                    ? Verdict.ROLL_BACK
                    : bytes <= BYTES_TO_BEAT && times >= TIMES_TO_BEAT ? Verdict.MET : Verdict.SHORT;
            page.line("Verdict: **" + verdict + "**. To beat, with the seed-corpus: " + Page.number(100 * BYTES_TO_BEAT)
                    + " % of the bytes, " + Page.number(TIMES_TO_BEAT) + " times as fast. Here: "
                    + Page.number(100 * bytes) + " %, " + Page.number(times) + " times.");
            return verdict;
        }
    }
}
