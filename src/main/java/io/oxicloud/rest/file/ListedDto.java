package io.oxicloud.rest.file;

/**
 * One item of a list in which there may be things of several kinds.
 *
 * @param resourceType {@code file} or {@code folder}
 */
public record ListedDto(String resourceType, NodeDto resource) {
    static ListedDto of(NodeDto shown) {
        return new ListedDto(shown instanceof FolderDto ? "folder" : "file", shown);
    }
}
