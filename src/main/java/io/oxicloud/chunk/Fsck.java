package io.oxicloud.chunk;

import io.oxicloud.base.CloudException;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.db.Tx;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Checks the invariants of docs/storage.md between rows and backend ("Checking"). Changes nothing; uploads, deletions and
 * the sweeper may go on meanwhile. Needs memory that does not grow with what is stored. Thread-safe.
 */
public final class Fsck {
    /** Twice what the sweeper waits, who looks through a part of the folders at a time. */
    private static final Duration STRAY = Duration.ofDays(4);

    private final Tx tx;
    /** The name of a blob takes less memory than what is counted of a chunk. */
    private static final int BLOBS_PER_ROW = 4;

    private final BlobBackend blobs;
    private final List<References> references;
    private final Clock clock;
    private final int sliceRows;

    /**
     * @param tx for background work
     * @param references everybody who takes references
     */
    public Fsck(Tx tx, BlobBackend blobs, List<References> references, Clock clock) {
        this(tx, blobs, references, clock, ChunkSlice.ROWS);
    }

    /** @param sliceRows how many chunks are counted at once */
    Fsck(Tx tx, BlobBackend blobs, List<References> references, Clock clock, int sliceRows) {
        this.tx = tx;
        this.blobs = blobs;
        this.references = List.copyOf(references);
        this.clock = clock;
        this.sliceRows = sliceRows;
    }

    /**
     * Looks at every row and at the name and length of every blob.
     *
     * @throws CloudException BACKEND_DOWN or BUSY if the database or the backend does not answer
     * @throws InterruptedException soon after an interrupt
     */
    public FsckReport check() throws InterruptedException {
        return check(false, at -> {});
    }

    /** As {@link #check()}, and reads every blob. */
    public FsckReport checkDeep() throws InterruptedException {
        return check(true, at -> {});
    }

    /**
     * As the two others.
     *
     * @param deep whether every blob is read
     * @param progress told again and again how many rows and blobs were looked at and read, on this thread
     */
    public FsckReport check(boolean deep, LongConsumer progress) throws InterruptedException {
        var findings = new Findings(progress);
        var rows = new FsckRows();
        var manifests = new ManifestWalk(tx, rows);
        new ContentCheck(tx, rows, references, findings).run();
        new ChunkCheck(tx, rows, manifests, findings, sliceRows).run();
        try {
            new BlobCheck(tx, rows, blobs, findings, deep, BLOBS_PER_ROW * sliceRows).run();
            blobs.strays(clock.instant().minus(STRAY), Findings.KEPT)
                    .forEach(file -> findings.inBackend(Finding.Kind.STRAY_FILE, "no blob, but left: " + file));
        } catch (IOException e) {
            throw BlobFailures.translate(e);
        }
        return findings.report(new Owners(tx, manifests, references).name(findings.found()));
    }

    static void stopIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
