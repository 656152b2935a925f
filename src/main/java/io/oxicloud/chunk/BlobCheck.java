package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.StoredBlob;
import io.oxicloud.chunk.FsckRows.ChunkRow;
import io.oxicloud.chunk.cut.Blake3;
import io.oxicloud.chunk.cut.Bytes;
import io.oxicloud.db.Tx;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Invariants 2, 6 and 7: blobs and the rows that name them, both in the order of their digests. For one thread. */
final class BlobCheck {
    private final Tx tx;
    private final FsckRows rows;
    private final BlobBackend blobs;
    private final Findings findings;
    private final boolean deep;
    private final Blake3 hash = new Blake3();
    private final List<BlobName> unnamed = new ArrayList<>();

    /** @param deep whether every blob is read */
    BlobCheck(Tx tx, FsckRows rows, BlobBackend blobs, Findings findings, boolean deep) {
        this.tx = tx;
        this.rows = rows;
        this.blobs = blobs;
        this.findings = findings;
        this.deep = deep;
    }

    void run() throws IOException, InterruptedException {
        var listed = new ListedBlobs(blobs);
        var known = new KnownChunks(tx, rows);
        @Nullable StoredBlob blob = listed.next();
        @Nullable ChunkRow row = known.next();
        while (blob != null || row != null) {
            int order = order(blob, row);
            if (blob != null
                    && (order < 0 || (order == 0 && row != null && !blob.name().equals(row.name())))) {
                findings.blobs++;
                unnamed(blob.name());
                blob = listed.next();
            } else if (order == 0 && blob != null && row != null) {
                findings.blobs++;
                compare(blob, row);
                blob = listed.next();
                row = known.next();
            } else if (row != null) {
                missed(row);
                row = known.next();
            }
        }
        lookForUnnamed();
    }

    private static int order(@Nullable StoredBlob blob, @Nullable ChunkRow row) {
        if (blob == null) {
            return 1;
        }
        return row == null ? -1 : blob.name().digest().compareTo(row.digest());
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
            } catch (IOException e) {
                report(row, Finding.Kind.BLOB_UNREADABLE, "cannot be read (" + e + ")");
            }
        }
    }

    private Blake3 read(StoredBlob blob) throws IOException {
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

    private void unnamed(BlobName name) throws IOException {
        unnamed.add(name);
        if (unnamed.size() == FsckRows.PAGE) {
            lookForUnnamed();
        }
    }

    /** Asks the rows first and then the backend: a row comes before its blob does. */
    private void lookForUnnamed() throws IOException {
        List<Hash> digests = unnamed.stream().map(BlobName::digest).distinct().toList();
        Set<BlobName> named = tx.read("fsck.named", scope -> rows.named(scope, digests));
        for (BlobName name : unnamed) {
            if (!named.contains(name) && blobs.size(name).isPresent()) {
                findings.inBackend(Finding.Kind.BLOB_ORPHANED, "no row names blob " + name);
            }
        }
        unnamed.clear();
    }

    /** All blobs of the backend. */
    private static final class ListedBlobs {
        private final BlobBackend blobs;
        private List<StoredBlob> folder = List.of();
        private int nextFolder;
        private int at;

        ListedBlobs(BlobBackend blobs) {
            this.blobs = blobs;
        }

        @Nullable
        StoredBlob next() throws IOException, InterruptedException {
            while (at == folder.size() && nextFolder < 256) {
                Fsck.stopIfInterrupted();
                folder = blobs.list(nextFolder++);
                at = 0;
            }
            return at < folder.size() ? folder.get(at++) : null;
        }
    }

    /** The rows of all chunks. */
    private static final class KnownChunks {
        private final Tx tx;
        private final FsckRows rows;
        private List<ChunkRow> page = List.of();
        private @Nullable Hash last;
        private boolean end;
        private int at;

        KnownChunks(Tx tx, FsckRows rows) {
            this.tx = tx;
            this.rows = rows;
        }

        @Nullable
        ChunkRow next() throws InterruptedException {
            if (at == page.size() && !end) {
                Fsck.stopIfInterrupted();
                page = tx.read("fsck.chunks", scope -> rows.chunks(scope, last));
                end = page.size() < FsckRows.PAGE;
                at = 0;
            }
            if (at == page.size()) {
                return null;
            }
            ChunkRow row = page.get(at++);
            last = row.digest();
            return row;
        }
    }
}
