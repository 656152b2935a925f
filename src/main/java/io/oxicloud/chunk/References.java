package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.db.Tx;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one feature that show contents, each with a reference that it took from {@link ChunkLedger}. Lets {@link
 * Fsck} count without knowing the feature. Thread-safe; every method joins the caller's transaction and only reads.
 */
public interface References {
    /**
     * The distinct contents that rows show, in the order of their digests. Several rows may share a reference.
     *
     * @param after where to go on; null to begin
     * @return at most {@code limit}; fewer at the end
     */
    List<Hash> page(Tx.Scope scope, @Nullable Hash after, int limit);

    /** How many references the rows have to each of {@code contents}; those without any may be left out. */
    Map<Hash, Long> count(Tx.Scope scope, Collection<Hash> contents);

    /** What shows a content, for a person to find it by; at most {@code limit}. */
    List<Owner> owners(Tx.Scope scope, Hash content, int limit);

    /**
     * Something that has content.
     *
     * @param what what it is and its id, as {@code file 0190…}; may be logged
     * @param name as people know it; not for logs
     */
    record Owner(String what, String name) {}
}
