package io.oxicloud.rest.file;

import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import io.oxicloud.files.Favorites;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.files.NodeGrants;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Shows files and folders with what others know of them: three statements for a page. */
public final class NodeViews {
    private final FileTree files;
    private final Favorites favorites;
    private final NodeGrants grants;

    public NodeViews(FileTree files, Favorites favorites, NodeGrants grants) {
        this.files = files;
        this.favorites = favorites;
        this.grants = grants;
    }

    /** @param nodes from the door, for this actor */
    public List<NodeDto> of(Actor actor, List<Node> nodes) {
        Map<NodeId, String> paths = files.paths(actor, nodes);
        Set<NodeId> marked = favorites.among(actor, nodes);
        Set<NodeId> shared = grants.shared(actor, nodes);
        return nodes.stream()
                .map(node -> of(
                        node,
                        paths.getOrDefault(node.id(), node.name()),
                        marked.contains(node.id()),
                        shared.contains(node.id())))
                .toList();
    }

    private static NodeDto of(Node node, String path, boolean favorite, boolean shared) {
        return node.folder() ? FolderDto.of(node, path, favorite, shared) : FileDto.of(node, path, favorite, shared);
    }

    public FileDto file(Actor actor, Node file) {
        return (FileDto) of(actor, List.of(file)).get(0);
    }

    public FolderDto folder(Actor actor, Node folder) {
        return (FolderDto) of(actor, List.of(folder)).get(0);
    }
}
