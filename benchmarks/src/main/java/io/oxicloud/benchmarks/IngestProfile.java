package io.oxicloud.benchmarks;

import java.util.List;
import java.util.Map;

/** Where the processor time of uploads goes: by thread and process, and by what they do. */
final class IngestProfile {
    private final PostgresServer server;
    private CpuTime begun = CpuTime.NONE;
    private CpuTime sum = CpuTime.NONE;
    private int uploads;

    IngestProfile(PostgresServer server) {
        this.server = server;
    }

    /** An upload begins. */
    void begin() {
        begun = CpuTime.now(server);
    }

    /** It has ended; its threads are still there. */
    void end() {
        sum = sum.plus(CpuTime.now(server).minus(begun));
        uploads++;
    }

    /** @param chunker milliseconds of processor time that the chunker alone takes */
    void print(Page page, double chunker) {
        int cores = Runtime.getRuntime().availableProcessors();
        double least = Math.max(millis(sum.caller()), millis(sum.total()) / cores);
        page.line("Processor time of an upload (*after*), on average. The chunker alone takes " + Page.number(chunker)
                + " ms; shared out evenly over " + cores + " processors, and the reading thread on one, all this takes "
                + Page.number(least) + " ms at least: a share of " + Page.number(chunker / least) + ".");
        page.line("");
        page.table("who", "ms", "% of all");
        row(page, "the reading thread", sum.caller());
        row(page, "the settling thread", sum.settlers());
        row(page, "the JVM (compiling, collecting)", sum.machine());
        row(page, "PostgreSQL", sum.database());
        page.line("");
    }

    private void row(Page page, String who, long nanos) {
        page.row(who, Page.number(millis(nanos)), Page.number(100.0 * nanos / sum.total()));
    }

    private double millis(long nanos) {
        return nanos / 1e6 / uploads;
    }

    /** Watches uploads by the flight recorder and tells what each thread does. */
    static void printParts(Page page, Samples.Work work) throws Exception {
        Map<String, Integer> counts = Samples.of(work, IngestProfile::part);
        double all = counts.values().stream().mapToInt(Integer::intValue).sum();
        page.line(
                "What the two threads run, by " + Page.number(all)
                        + " samples of the JVM's flight recorder. (It sees no system calls, and little of what copies and clears memory.)");
        page.line("");
        page.table("thread, part", "% of all");
        counts.forEach((part, count) -> page.row(part, Page.number(100 * count / all)));
        page.line("");
    }

    private static String part(List<String> calls) {
        boolean settles = calls.get(calls.size() - 1).startsWith("oxicloud-settle");
        boolean reads = has(calls, "chunk.Ingest.run");
        return settles || reads ? (settles ? "settling, " : "reading, ") + what(calls) : "";
    }

    private static String what(List<String> calls) {
        if (has(calls, "cut.FastCdc.")) {
            return "cut";
        }
        if (has(calls, "cut.Blake3.")) {
            return has(calls, "cut.Chunker.") ? "hash of chunks" : "hash of the whole";
        }
        if (has(calls, "CRC32")) {
            return "CRC-32";
        }
        if (has(calls, "blob.")) {
            return "copy into the backend";
        }
        return has(calls, "db.Tx.") ? "database statements" : has(calls, "Batch.") ? "fetch and buffer" : "the rest";
    }

    private static boolean has(List<String> calls, String what) {
        return calls.stream().anyMatch(call -> call.contains(what));
    }
}
