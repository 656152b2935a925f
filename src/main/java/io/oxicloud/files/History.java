package io.oxicloud.files;

import io.oxicloud.db.Tx;

/**
 * Writes down what happens in a folder.
 *
 * <p>The numbers of a folder are taken from its own row, which the caller has locked, so that they are in the order of the
 * commits: whoever has read up to a number has missed nothing below it.
 */
final class History {
    /** @param folder locked in this transaction */
    void append(Tx.Scope scope, NodeEntity folder, RevisionKind kind, NodeEntity node, Stamp stamp) {
        scope.session().persist(next(folder, kind, node, stamp));
    }

    /** The next row, for the caller to store. */
    RevisionEntity next(NodeEntity folder, RevisionKind kind, NodeEntity node, Stamp stamp) {
        folder.changes++;
        return new RevisionEntity(new RevisionId(folder.id, folder.changes), kind, node, stamp);
    }
}
