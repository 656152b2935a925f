package io.oxicloud.base;

import java.util.List;
import java.util.UUID;

/**
 * Where a node hangs: its drive, the folders above it from the top down, itself. It is a column of every node row, read
 * with the row, so that a permission is decided without reading the tree.
 *
 * <p>The root folder of a drive shares the drive's id: the lineage of a root is {@code (drive, [], drive)}, that of a
 * child of the root is {@code (drive, [drive], child)}.
 */
public record Lineage(DriveId drive, List<NodeId> ancestors, NodeId self) {
    public Lineage {
        ancestors = List.copyOf(ancestors);
    }

    public static Lineage ofRoot(DriveId drive) {
        return new Lineage(drive, List.of(), new NodeId(drive.value()));
    }

    public Lineage child(NodeId child) {
        return new Lineage(drive, path(), child);
    }

    /** Ancestors and self, from the root down. */
    public List<NodeId> path() {
        var path = new java.util.ArrayList<>(ancestors);
        path.add(self);
        return List.copyOf(path);
    }

    /** True for the node itself and for everything below it. */
    public boolean isWithin(UUID nodeOrDrive) {
        if (self.value().equals(nodeOrDrive) || drive.value().equals(nodeOrDrive)) {
            return true;
        }
        return ancestors.stream().anyMatch(ancestor -> ancestor.value().equals(nodeOrDrive));
    }
}
