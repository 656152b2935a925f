package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.db.Tx;
import java.util.Collection;
import java.util.Set;

/** Says of which chunks somebody may put a content together. Thread-safe. */
public interface Claimable {
    /** Those of the chunks that he may use. Joins the caller's transaction and only reads; at most a thousand are asked for. */
    Set<Hash> among(Tx.Scope scope, Collection<Hash> digests);
}
