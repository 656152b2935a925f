package io.oxicloud.benchmarks;

import static io.oxicloud.benchmarks.GateFailedException.check;

import io.oxicloud.benchmarks.CloudProcess.Answer;
import io.oxicloud.chunk.cut.Blake3;
import io.oxicloud.chunk.cut.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A blob of 256 MiB comes from a storage beyond a network and is handed on over HTTP. Before: it is read to its end, then sent.
 * After: it is sent as it comes, through the product's Azure backend and its retries. Asks: when does the first byte come, and what
 * does a reader cost while it reads?
 */
final class CloudDownloadBenchmark implements Benchmark {
    private static final double FIRST_TO_BEAT_MS = 4;
    private static final double FIRST_OF_TAIL_TO_BEAT_MS = 1.3;
    private static final double RATIO_TO_BEAT = 87;
    private static final double LIVE_TO_BEAT_MIB = 1.9;
    private static final int READERS = 8;
    private static final int MIB = 1 << 20;

    /** Short requests for each one that is measured, before a server is warm. */
    private static final int WARMING = 20;

    /** What sockets, the HTTP client and buffers hold between the stub and a reader that stands still. */
    private static final long WINDOW = 16 * MIB;

    private static final int[] HEAPS = {16, 20, 24, 32, 48, 64, 96};

    private final long length;
    private final int times;
    private final int slowTimes;
    private final CloudStub stub;
    private final CloudProcess server;
    private final byte[] whole;
    private final byte[] tail;

    CloudDownloadBenchmark(Sizes sizes) throws IOException {
        boolean quick = sizes.equals(Sizes.QUICK);
        length = (quick ? 32L : 256L) * MIB;
        times = quick ? 3 : 50;
        slowTimes = quick ? 1 : 10;
        stub = new CloudStub(length);
        server = new CloudProcess(stub.uri(), 1_024);
        whole = digestOfSource(0);
        tail = digestOfSource(length / 2);
    }

    private byte[] digestOfSource(long from) {
        var hash = new Blake3();
        for (long at = from; at < length; at += 256 << 10) {
            byte[] frame = stub.frame(at);
            hash.update(new Bytes(frame), 0, frame.length);
        }
        return words(hash);
    }

    private static byte[] words(Blake3 hash) {
        int[] words = new int[8];
        hash.digest(words);
        return Arrays.toString(words).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    private String path(String arm, boolean all) {
        return "/" + arm + "/" + (all ? 0 : length / 2) + "/" + length;
    }

    private byte[] digest(CloudProcess from, String path) throws IOException {
        try (Answer answer = from.get(path);
                InputStream in = answer.body()) {
            var hash = new Blake3();
            byte[] buffer = new byte[256 << 10];
            for (int count = in.readNBytes(buffer, 0, buffer.length);
                    count > 0;
                    count = in.readNBytes(buffer, 0, buffer.length)) {
                hash.update(new Bytes(buffer), 0, count);
            }
            return words(hash);
        }
    }

    @Override
    public void gate() throws Exception {
        for (String arm : List.of("before", "after")) {
            check(Arrays.equals(whole, digest(server, path(arm, true))), arm + " gives the whole blob");
            check(Arrays.equals(tail, digest(server, path(arm, false))), arm + " gives its second half");
        }
        stub.cuts.set(1);
        check(
                Arrays.equals(whole, digest(server, path("after", true))),
                "a connection that is cut is taken up where it was");
        try (Answer answer = server.get("/missing")) {
            check(answer.status() == 404, "what is missing is said to be so before a byte is sent");
        }
        stub.takeSent();
        try (Answer slow = server.get(path("after", true))) {
            slow.body().readNBytes(MIB);
            Thread.sleep(500);
            check(
                    stub.sent() < MIB + WINDOW,
                    "a slow reader holds the storage back: " + stub.sent() + " bytes were sent");
        }
        List<Future<byte[]>> all = readAtOnce(server);
        for (Future<byte[]> one : all) {
            check(Arrays.equals(whole, one.get()), "each of eight readers gets the whole blob");
        }
    }

    private List<Future<byte[]>> readAtOnce(CloudProcess from) throws InterruptedException {
        ExecutorService readers = Executors.newFixedThreadPool(READERS);
        try {
            List<java.util.concurrent.Callable<byte[]>> reads = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                reads.add(() -> digest(from, path("after", true)));
            }
            return readers.invokeAll(reads);
        } finally {
            readers.shutdownNow();
        }
    }

    /** Milliseconds, medians. */
    private record Times(double first, double all) {}

    private Times time(String arm, boolean all, int count) throws IOException {
        return time(() -> server.get(path(arm, all)), count);
    }

    private interface Asking {
        Answer ask() throws IOException;
    }

    private static Times time(Asking asking, int count) throws IOException {
        double[] firsts = new double[count];
        double[] wholes = new double[count];
        byte[] buffer = new byte[128 << 10];
        for (int i = 0; i < count; i++) {
            long begin = System.nanoTime();
            try (Answer answer = asking.ask();
                    InputStream in = answer.socket().getInputStream()) {
                firsts[i] = answer.nanos() / 1e6;
                while (in.read(buffer) >= 0) {
                    // as quickly as can be
                }
            }
            wholes[i] = (System.nanoTime() - begin) / 1e6;
        }
        Arrays.sort(firsts);
        Arrays.sort(wholes);
        return new Times(firsts[count / 2], wholes[count / 2]);
    }

    /** MiB that one reader keeps in use, of eight that have read a quarter and wait. */
    private double live() throws IOException {
        long idle = server.live();
        List<Answer> readers = new ArrayList<>();
        try {
            for (int i = 0; i < READERS; i++) {
                Answer answer = server.get(path("after", true));
                readers.add(answer);
                answer.socket().getInputStream().readNBytes((int) (length / 4));
            }
            return (double) (server.live() - idle) / READERS / MIB;
        } finally {
            for (Answer answer : readers) {
                answer.close();
            }
        }
    }

    /** The least heap, in MiB, with which eight readers get the whole blob at once; 0 if none of those tried will do. */
    private int leastHeap() throws InterruptedException {
        for (int heap : HEAPS) {
            try (var small = new CloudProcess(stub.uri(), heap)) {
                boolean well = true;
                for (Future<byte[]> one : readAtOnce(small)) {
                    well &= Arrays.equals(whole, one.get());
                }
                if (well) {
                    return heap;
                }
            } catch (IOException | java.util.concurrent.ExecutionException e) {
                // too small
            }
        }
        return 0;
    }

    /** So many short requests that what answers them is compiled. */
    private void warm() throws IOException {
        for (int i = 0; i < WARMING * times; i++) {
            try (Answer answer = server.get("/after/" + (length - MIB) + "/" + length)) {
                answer.body().transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    @Override
    public Verdict measure(Page page) throws Exception {
        Times before = time("before", true, slowTimes);
        Times beforeTail = time("before", false, slowTimes);
        Times after = time("after", true, times);
        Times afterTail = time("after", false, times);
        Times direct = time(() -> CloudProcess.get(stub.uri().getPort(), "/stub/blobs/direct"), times);
        warm();
        Times warm = time("after", true, times);
        Times warmTail = time("after", false, times);
        Times warmDirect = time(() -> CloudProcess.get(stub.uri().getPort(), "/stub/blobs/direct"), times);
        double live = live();
        int heap = leastHeap();
        page.line("*First byte*: from before the connection to the server until the first byte of the body, medians of "
                + times
                + " (before: " + slowTimes
                + "). *All*: until the last one. The storage is a stub on this machine that makes its"
                + " bytes up, the server a process of its own.");
        page.line("");
        page.table(
                "what",
                "before: first byte ms",
                "all ms",
                "after: first byte ms",
                "all ms",
                "first byte, times as soon");
        row(page, length / MIB + " MiB", before, after);
        row(page, "the last " + length / 2 / MIB + " MiB", beforeTail, afterTail);
        page.line("");
        page.line("The stub itself, asked by the same client: first byte after " + Page.number(direct.first)
                + " ms, all after " + Page.number(direct.all) + " ms.");
        page.line("");
        page.line("All that by a server that has answered a few dozen requests. After " + WARMING * times
                + " short ones more: first byte after " + Page.number(warm.first) + " ms, of the tail after "
                + Page.number(warmTail.first) + " ms, from the stub itself after " + Page.number(warmDirect.first)
                + " ms.");
        page.line("");
        page.line("In use after a collection for each of " + READERS + " readers that have read a quarter and wait: "
                + Page.number(live) + " MiB, on the heap and off it. Least heap with which " + READERS
                + " readers are served at once: -Xmx" + heap + "m.");
        page.line("");
        double ratio = before.first / after.first;
        boolean enough = after.first <= FIRST_TO_BEAT_MS
                && afterTail.first <= FIRST_OF_TAIL_TO_BEAT_MS
                && ratio >= RATIO_TO_BEAT
                && live <= LIVE_TO_BEAT_MIB;
        Verdict verdict = ratio <= 1 ? Verdict.ROLL_BACK : enough ? Verdict.MET : Verdict.SHORT;
        page.line("Verdict: **" + verdict + "**. To beat: first byte within " + FIRST_TO_BEAT_MS
                + " ms, of the tail within "
                + FIRST_OF_TAIL_TO_BEAT_MS + " ms, " + Page.number(RATIO_TO_BEAT) + " times as soon as before, and "
                + LIVE_TO_BEAT_MIB + " MiB for each reader.");
        return verdict;
    }

    private static void row(Page page, String what, Times before, Times after) {
        page.row(
                what,
                Page.number(before.first),
                Page.number(before.all),
                Page.number(after.first),
                Page.number(after.all),
                Page.number(before.first / after.first));
    }

    @Override
    public void close() {
        server.close();
        stub.close();
    }
}
