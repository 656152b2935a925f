package io.oxicloud.rest.file;

import io.oxicloud.files.Node;

/** A file or a folder as the API shows it. */
public sealed interface NodeDto permits FileDto, FolderDto {
    /** @param path as {@link io.oxicloud.files.FileTree#paths} gives it */
    static NodeDto of(Node node, String path) {
        return node.folder() ? FolderDto.of(node, path, false, false) : FileDto.of(node, path, false, false);
    }
}
