package io.oxicloud.chunk;

import java.util.List;

/**
 * One thing that is not as docs/storage.md says.
 *
 * @param what a sentence with digests and numbers, without names of files; may be logged
 * @param owners some of the files that suffer from it; empty if none does
 */
public record Finding(Kind kind, String what, List<References.Owner> owners) {
    /** What is wrong. */
    public enum Kind {
        /** A file shows a content that there is no manifest of: its bytes are lost. */
        CONTENT_MISSING,
        /** A manifest has another number of references than there are rows that show it. */
        CONTENT_COUNT,
        /** A manifest contradicts itself. */
        MANIFEST_DAMAGED,
        /** A manifest names a chunk that has no row, or another one. */
        CHUNK_MISSING,
        /** A chunk has another number of references than there are manifests that hold it. */
        CHUNK_COUNT,
        /** The bytes of a chunk are not there. */
        BLOB_MISSING,
        /** The bytes of a chunk are not those that were stored. */
        BLOB_DAMAGED,
        /** The bytes of a chunk cannot be read from where they lie. */
        BLOB_UNREADABLE,
        /** Bytes that no row names: wasted room. */
        BLOB_ORPHANED,
        /** A file in the backend that is no blob: wasted room. */
        STRAY_FILE
    }

    public Finding {
        owners = List.copyOf(owners);
    }

    /** For a log: without names. */
    @Override
    public String toString() {
        return kind + " " + what + owners.stream().map(References.Owner::what).toList();
    }
}
