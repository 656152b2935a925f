package io.oxicloud.files;

import io.oxicloud.db.Tx;

/**
 * Writes down what happens in a folder.
 *
 * <p>The numbers of a folder are taken from its own row, which the caller has locked, so that they are in the order of the
 * commits: whoever has read up to a number has missed nothing below it.
 *
 * <p>The folders further up are not touched: all writers of a drive would wait for each other at its root. They hear of it
 * later, from {@link TreeVersions}.
 */
final class History {
    /** @param folder locked in this transaction */
    void append(Tx.Scope scope, NodeEntity folder, RevisionKind kind, NodeEntity node, Stamp stamp) {
        scope.session().persist(next(folder, kind, node, stamp));
        announce(scope, folder);
    }

    /** The next row, for the caller to store, and to {@link #announce} unless the folder itself is new. */
    RevisionEntity next(NodeEntity folder, RevisionKind kind, NodeEntity node, Stamp stamp) {
        folder.changes++;
        return new RevisionEntity(new RevisionId(folder.id, folder.changes), kind, node, stamp);
    }

    /** Lets the folders further up hear of the last change. */
    void announce(Tx.Scope scope, NodeEntity folder) {
        if (folder.parentId != null) {
            scope.session().persist(new TreeChangeEntity(new RevisionId(folder.id, folder.changes)));
        }
    }
}
