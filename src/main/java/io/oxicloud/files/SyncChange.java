package io.oxicloud.files;

import org.jspecify.annotations.Nullable;

/**
 * What became of one name in a folder.
 *
 * @param folder what bears it, or bore it last, is a folder
 * @param node what bears it now, or null if nothing does any more
 */
public record SyncChange(
        String name, boolean folder, @Nullable Node node) {
    static SyncChange of(Node node) {
        return new SyncChange(node.name(), node.folder(), node);
    }
}
