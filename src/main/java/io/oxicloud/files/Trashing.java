package io.oxicloud.files;

import io.oxicloud.db.Tx;

/** Puts nodes into the trash, with all that lies in them. */
final class Trashing {
    private final Subtrees subtrees = new Subtrees();
    private final History history = new History();

    /** @param folder where the node lies; both locked */
    void put(Tx.Scope scope, NodeEntity folder, NodeEntity node, Stamp stamp) {
        history.append(scope, folder, RevisionKind.TRASHED, node, stamp);
        hide(scope, node, new TrashEntity(node, stamp, false));
    }

    /** The drive goes with all that is in it: nobody gets it back. */
    void doom(Tx.Scope scope, NodeEntity root, Stamp stamp) {
        hide(scope, root, new TrashEntity(root, stamp, true));
    }

    private void hide(Tx.Scope scope, NodeEntity top, TrashEntity entry) {
        scope.session().persist(entry);
        top.trashedUnder = top.id;
        scope.session().flush();
        if (top.kind == NodeKind.FOLDER) {
            subtrees.hide(scope, top.lineage);
        }
    }
}
