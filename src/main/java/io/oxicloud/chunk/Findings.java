package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** What a running check has found so far, and what it has counted. For one thread. */
final class Findings {
    /** More are counted only, so that a lost disk does not fill the heap. */
    static final int KEPT = 10_000;

    private final List<Found> found = new ArrayList<>();
    private final LongConsumer progress;
    private long count;
    private long looked;

    long contents;
    long chunks;
    long blobs;

    /** @param progress told how many rows and blobs were looked at so far */
    Findings(LongConsumer progress) {
        this.progress = progress;
    }

    /** So many rows or blobs more were looked at. */
    void looked(long more) {
        looked += more;
        progress.accept(looked);
    }

    void inContent(Finding.Kind kind, Hash content, String what) {
        add(new Found(kind, "content " + content + " " + what, content, null));
    }

    void inChunk(Finding.Kind kind, Hash chunk, String what) {
        add(new Found(kind, "chunk " + chunk + " " + what, null, chunk));
    }

    void inBackend(Finding.Kind kind, String what) {
        add(new Found(kind, what, null, null));
    }

    private void add(Found one) {
        count++;
        if (found.size() < KEPT) {
            found.add(one);
        }
    }

    List<Found> found() {
        return found;
    }

    FsckReport report(List<Finding> named) {
        return new FsckReport(named, count, contents, chunks, blobs);
    }

    /**
     * A finding whose files are not known yet.
     *
     * @param content that is wrong, or null
     * @param chunk that is wrong, and with it every content that holds it, or null
     */
    record Found(
            Finding.Kind kind,
            String what,
            @Nullable Hash content,
            @Nullable Hash chunk) {}
}
