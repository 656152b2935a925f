package planted.access;

import planted.files.FileTree;

/** Looks up the tree, against the grain; with {@link FileTree} it makes a cycle. */
public final class LooksUp {
    final FileTree tree;

    LooksUp(FileTree tree) {
        this.tree = tree;
    }
}
