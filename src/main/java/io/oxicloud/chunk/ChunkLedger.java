package io.oxicloud.chunk;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.db.Tx;
import java.util.List;
import java.util.SortedMap;

/**
 * Counts who needs a content. Every method joins the transaction of the change that it is about: the row that shows a
 * content, and the reference it takes, come and go together. Begin it with {@link Tx#retryingWrite}, since two
 * transactions that swap contents may block each other. Thread-safe.
 */
public final class ChunkLedger {
    private static final int TRIES = 4;

    private final ChunkRows chunks = new ChunkRows();
    private final ManifestRows manifests = new ManifestRows();

    /**
     * Takes the first reference to a content that has just come in. If the transaction is rolled back, the lease is as it
     * was.
     *
     * @throws CloudException BUSY if the lease is dead or was adopted before; the upload has to be done again
     */
    public void adopt(Tx.Scope scope, ContentLease lease) {
        lease.id().ifPresent(id -> {
            if (!chunks.drop(scope, id)) {
                throw dead();
            }
        });
        Manifest manifest = lease.manifest();
        boolean counted = false;
        for (int i = 0; i < TRIES && !counted; i++) {
            counted = manifests.raise(scope, manifest.digest()) || insert(scope, manifest);
        }
        if (!counted) {
            throw new CloudException(ErrorCode.BUSY, "the same content comes and goes all the time, try again");
        }
        scope.afterCommit(lease::adopted);
    }

    /** How many references there are to a content; 0 if there is no such content. Locks nothing. */
    public long references(Tx.Scope scope, Hash content) {
        return manifests.references(scope, content);
    }

    /**
     * Takes so many references more to each of these contents, for copies: one batched statement.
     *
     * @param counts at most some thousand at once; whoever has more goes on in the order of the digests
     * @throws CloudException CORRUPT_CONTENT if there is no such content, though the caller has a row that shows it
     */
    public void retain(Tx.Scope scope, SortedMap<Hash, Long> counts) {
        List<Hash> missing = manifests.change(scope, counts, 1);
        if (!missing.isEmpty()) {
            throw new CloudException(ErrorCode.CORRUPT_CONTENT, "content " + missing.get(0) + " is missing");
        }
    }

    /**
     * Gives so many references to each of these contents back: one batched statement. The bytes stay for a while and are then
     * removed, if nobody took a new reference.
     *
     * @param counts at most some thousand at once
     * @throws IllegalStateException if there are fewer to give back
     */
    public void release(Tx.Scope scope, SortedMap<Hash, Long> counts) {
        List<Hash> missing = manifests.change(scope, counts, -1);
        if (!missing.isEmpty()) {
            throw new IllegalStateException("content " + missing.get(0) + " has no reference to give back");
        }
    }

    static CloudException dead() {
        return new CloudException(ErrorCode.BUSY, "the upload stood still for too long, send it again")
                .withReason("UploadTooSlow");
    }

    private boolean insert(Tx.Scope scope, Manifest manifest) {
        if (!manifests.insert(scope, manifest)) {
            return false;
        }
        chunks.hold(scope, manifest.digest(), manifest.distinctDigests());
        return true;
    }
}
