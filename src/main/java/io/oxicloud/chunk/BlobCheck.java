package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.DamagedBlobException;
import io.oxicloud.blob.StoredBlob;
import io.oxicloud.chunk.FsckRows.ChunkRow;
import io.oxicloud.chunk.cut.Blake3;
import io.oxicloud.chunk.cut.Bytes;
import io.oxicloud.db.Tx;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Invariants 2, 6 and 7: blobs and the rows that name them. First the blobs of some folders are listed, then all rows are read, so
 * that a blob whose row is not found has none: a row comes before its blob does. Blobs may be listed under other names than rows
 * know them by; so each row is asked for the name that its blob bears in the list. For one thread.
 */
final class BlobCheck {
    private static final BlobName ANY = new BlobName(Hash.of(new byte[Hash.LENGTH]), 0);

    private final Tx tx;
    private final FsckRows rows;
    private final BlobBackend blobs;
    private final Findings findings;
    private final boolean deep;
    private final int slice;
    private final Blake3 hash = new Blake3();

    /**
     * @param deep whether every blob is read
     * @param slice how many blobs are compared at once, at least
     */
    BlobCheck(Tx tx, FsckRows rows, BlobBackend blobs, Findings findings, boolean deep, int slice) {
        this.tx = tx;
        this.rows = rows;
        this.blobs = blobs;
        this.findings = findings;
        this.deep = deep;
        this.slice = slice;
    }

    void run() throws IOException, InterruptedException {
        int folder = 0;
        while (folder < 256) {
            var listed = BlobSlice.list(blobs, folder, slice);
            compareAll(listed);
            // a row that is not there any more has left one of these, and its blob goes before that does
            removals(listed);
            for (BlobName name : listed.unnamed()) {
                findings.inBackend(Finding.Kind.BLOB_ORPHANED, "no row names blob " + name);
            }
            folder = listed.to();
        }
    }

    private void compareAll(BlobSlice listed) throws IOException, InterruptedException {
        findings.blobs += listed.count();
        boolean sameNames = blobs.listedAs(ANY).equals(ANY);
        @Nullable Hash last = sameNames ? listed.before() : null;
        List<ChunkRow> page;
        do {
            Fsck.stopIfInterrupted();
            Hash after = last;
            page = tx.read("fsck.chunks", scope -> rows.chunks(scope, after));
            for (ChunkRow row : page) {
                BlobName name = blobs.listedAs(row.name());
                if (listed.covers(name)) {
                    compare(row, listed.name(name));
                    findings.looked(1);
                } else if (sameNames) {
                    return;
                }
                last = row.digest();
            }
        } while (page.size() == FsckRows.PAGE);
    }

    private void removals(BlobSlice listed) throws InterruptedException {
        @Nullable BlobName last = null;
        List<BlobName> page;
        do {
            Fsck.stopIfInterrupted();
            BlobName after = last;
            page = tx.read("fsck.removals", scope -> rows.removals(scope, after));
            for (BlobName name : page) {
                listed.name(blobs.listedAs(name));
                last = name;
            }
        } while (page.size() == FsckRows.PAGE);
    }

    /** @param size of the blob, or -1 if it was not listed */
    private void compare(ChunkRow row, long size) throws IOException {
        if (size < 0) {
            missed(row);
        } else {
            compare(new StoredBlob(row.name(), size), row);
        }
    }

    /** A row without a blob in the list. */
    private void missed(ChunkRow row) throws IOException {
        if (row.durable()) {
            OptionalLong size = blobs.size(row.name());
            if (size.isPresent()) {
                findings.blobs++;
                compare(new StoredBlob(row.name(), size.getAsLong()), row);
            } else if (isStillThere(row)) {
                findings.inChunk(Finding.Kind.BLOB_MISSING, row.digest(), "has lost its blob " + row.name());
            }
        }
    }

    private void compare(StoredBlob blob, ChunkRow row) {
        if (blob.size() != row.size()) {
            report(row, Finding.Kind.BLOB_DAMAGED, "is " + blob.size() + " bytes long, not " + row.size());
        } else if (deep) {
            try {
                if (!Digests.of(read(blob)).equals(row.digest())) {
                    report(row, Finding.Kind.BLOB_DAMAGED, "does not have its digest");
                }
            } catch (NoSuchFileException e) {
                report(row, Finding.Kind.BLOB_MISSING, "is gone");
            } catch (DamagedBlobException | EOFException e) {
                report(row, Finding.Kind.BLOB_DAMAGED, "is not what was stored");
            } catch (IOException e) {
                report(row, Finding.Kind.BLOB_UNREADABLE, "cannot be read (" + e + ")");
            }
        }
    }

    /** What the store has, and not a copy that is kept near. */
    private Blake3 read(StoredBlob blob) throws IOException {
        blobs.distrust(blob.name());
        try (InputStream in = blobs.open(blob.name())) {
            byte[] bytes = in.readAllBytes();
            hash.reset();
            hash.update(new Bytes(bytes), 0, bytes.length);
            return hash;
        }
    }

    private void report(ChunkRow row, Finding.Kind kind, String how) {
        if (isStillThere(row)) {
            findings.inChunk(kind, row.digest(), "has blob " + row.name() + ", which " + how);
        }
    }

    /** Asked after the blob was seen to be wrong: the row goes before its blob does. */
    private boolean isStillThere(ChunkRow row) {
        return tx.read("fsck.chunk", scope -> {
            ChunkRow now = rows.chunksOf(scope, List.of(row.digest())).get(row.digest());
            return now != null && now.life() == row.life() && (now.durable() || !row.durable());
        });
    }
}
