package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.checkEqual;

import io.oxicloud.base.Hash;
import io.oxicloud.benchmarks.Turns.Figures;
import io.oxicloud.chunk.PackedFeed;
import io.oxicloud.chunk.cut.Blake3;
import io.oxicloud.chunk.cut.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A content is put together from chunks, and each is compared with what was said of it. Asks: what does it cost to hand what was
 * said to who compares? Before: a list of pairs, copied for it. After: the packed list that the product keeps.
 */
final class SequenceBenchmark implements Benchmark {
    private static final double BYTES_TO_BEAT = 0;
    private static final long SEED = 17;

    private final Sizes sizes;
    private final Sequence seed = sequence(64, 1_024);
    private final Sequence many = sequence(4_096, 64);

    SequenceBenchmark(Sizes sizes) {
        this.sizes = sizes;
    }

    private record Said(Hash digest, int size) {}

    /** @param words the digests again, as they come out of the hash function */
    private record Sequence(List<byte[]> chunks, List<int[]> words, List<Said> said, PackedFeed packed) {}

    private static Sequence sequence(int count, int firstBytes) {
        var random = new Random(SEED);
        List<byte[]> chunks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] chunk = new byte[firstBytes + i % 64];
            random.nextBytes(chunk);
            chunks.add(chunk);
        }
        return sequence(chunks, chunks);
    }

    /** @param meant what is said of {@code chunks} is true of these */
    private static Sequence sequence(List<byte[]> chunks, List<byte[]> meant) {
        var hash = new Blake3();
        List<int[]> words = new ArrayList<>();
        List<Said> said = new ArrayList<>();
        byte[] digests = new byte[meant.size() * Hash.LENGTH];
        int[] lengths = new int[meant.size()];
        for (int i = 0; i < meant.size(); i++) {
            var digest = new int[8];
            hash.reset();
            hash.update(new Bytes(meant.get(i)), 0, meant.get(i).length);
            hash.digest(digest);
            words.add(digest);
            said.add(new Said(Hash.ofWords(digest), meant.get(i).length));
            Hash.ofWords(digest).writeTo(digests, i * Hash.LENGTH);
            lengths[i] = meant.get(i).length;
        }
        return new Sequence(chunks, words, said, new PackedFeed(digests, lengths));
    }

    @Override
    public void gate() {
        for (Sequence good : List.of(seed, many)) {
            checkEqual(before(good), after(good), "the same digest of the whole");
            checkEqual(false, before(good).startsWith("chunk"), "what is said is true");
        }
        List<byte[]> chunks = seed.chunks;
        List<byte[]> flipped = new ArrayList<>(chunks);
        flipped.set(9, chunks.get(9).clone());
        flipped.get(9)[100] ^= 1;
        List<byte[]> swapped = new ArrayList<>(chunks);
        swapped.set(3, chunks.get(4));
        swapped.set(4, chunks.get(3));
        List<byte[]> shorter = new ArrayList<>(chunks);
        shorter.set(63, Arrays.copyOf(chunks.get(63), 1_000));
        for (List<byte[]> bad : List.of(flipped, swapped, shorter)) {
            Sequence sequence = sequence(bad, chunks);
            checkEqual(before(sequence), after(sequence), "the same failure at the same chunk");
            checkEqual(true, before(sequence).startsWith("chunk"), "what is wrong is found");
        }
    }

    private static String before(Sequence sequence) {
        List<Said> copied = sequence.said.stream()
                .map(one -> new Said(one.digest, one.size))
                .toList();
        var whole = new Blake3();
        var hash = new Blake3();
        int[] digest = new int[8];
        for (int i = 0; i < copied.size(); i++) {
            byte[] bytes = sequence.chunks.get(i);
            hash.reset();
            hash.update(new Bytes(bytes), 0, bytes.length);
            hash.digest(digest);
            if (bytes.length != copied.get(i).size || !Hash.ofWords(digest).equals(copied.get(i).digest)) {
                return "chunk " + i;
            }
            whole.update(new Bytes(bytes), 0, bytes.length);
        }
        whole.digest(digest);
        return Hash.ofWords(digest).hex();
    }

    private static String after(Sequence sequence) {
        var whole = new Blake3();
        var hash = new Blake3();
        int[] digest = new int[8];
        for (int i = 0; i < sequence.packed.count(); i++) {
            byte[] bytes = sequence.chunks.get(i);
            hash.reset();
            hash.update(new Bytes(bytes), 0, bytes.length);
            hash.digest(digest);
            if (!sequence.packed.hasSize(i, bytes.length) || !sequence.packed.hasDigest(i, digest)) {
                return "chunk " + i;
            }
            whole.update(new Bytes(bytes), 0, bytes.length);
        }
        whole.digest(digest);
        return Hash.ofWords(digest).hex();
    }

    /** What is said, as it is handed over: nothing is hashed. */
    private static Boolean feedBefore(Sequence sequence) {
        List<Said> copied = sequence.said.stream()
                .map(one -> new Said(one.digest, one.size))
                .toList();
        boolean same = true;
        for (int i = 0; i < copied.size(); i++) {
            same &= copied.get(i).size == sequence.chunks.get(i).length
                    && Hash.ofWords(sequence.words.get(i)).equals(copied.get(i).digest);
        }
        return same;
    }

    private static Boolean feedAfter(Sequence sequence) {
        boolean same = true;
        for (int i = 0; i < sequence.packed.count(); i++) {
            same &= sequence.packed.hasSize(i, sequence.chunks.get(i).length)
                    && sequence.packed.hasDigest(i, sequence.words.get(i));
        }
        return same;
    }

    @Override
    public Verdict measure(Page page) {
        page.line("""
                One call is one content. *Feed*: what was said is handed over and compared, with the digests at hand; *verify*: the
                chunks are hashed as well, and the whole. Medians over %,d rounds, arms in turn.
                """.formatted(sizes.rounds()));
        page.table("chunks", "arm", "B/feed", "ns/feed", "ns/chunk", "µs/verify", "times");
        Figures best = rows(page, seed, 20);
        rows(page, many, 1);
        Verdict verdict = best.bytes() <= BYTES_TO_BEAT + 0.5 ? Verdict.MET : Verdict.ROLL_BACK;
        page.line("");
        page.line("Verdict: **" + verdict + "**. To beat, with the 64 chunks of the note: no byte in the feed. Here: "
                + Page.number(best.bytes()) + " B.");
        return verdict;
    }

    private Figures rows(Page page, Sequence sequence, int calls) {
        var turns = new Turns(sizes.rounds());
        List<Figures> feeds = turns.run(10 * calls, List.of(() -> feedBefore(sequence), () -> feedAfter(sequence)));
        List<Figures> whole = turns.run(calls, List.of(() -> before(sequence), () -> after(sequence)));
        for (int arm = 0; arm < 2; arm++) {
            Figures feed = feeds.get(arm);
            page.row(
                    Page.number(sequence.chunks.size()),
                    arm == 0 ? "before" : "after",
                    Page.number(feed.bytes()),
                    Page.number(feed.nanos()),
                    Page.number(feed.nanos() / sequence.chunks.size()),
                    Page.number(whole.get(arm).nanos() / 1e3),
                    Page.number(feeds.get(0).nanos() / feed.nanos()));
        }
        return feeds.get(1);
    }

    @Override
    public void close() {}
}
