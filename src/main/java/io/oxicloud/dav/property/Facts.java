package io.oxicloud.dav.property;

import io.oxicloud.base.NodeId;
import io.oxicloud.drive.Space;
import io.oxicloud.files.DeadProperty;
import io.oxicloud.files.FileLock;
import io.oxicloud.files.Node;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was loaded of some nodes besides their rows. */
public final class Facts {
    final Map<NodeId, List<FileLock>> locks = new HashMap<>();
    final Map<NodeId, List<DeadProperty>> dead = new HashMap<>();
    final Map<NodeId, List<String>> tokens = new HashMap<>();
    final Map<NodeId, Set<Facet>> failed = new HashMap<>();
    final Set<NodeId> gone = new HashSet<>();

    Facts() {}

    void failed(NodeId node, Facet facet) {
        failed.computeIfAbsent(node, unused -> EnumSet.noneOf(Facet.class)).add(facet);
    }

    /** The node went out of sight since its row was read. */
    boolean isGone(Node node) {
        return !gone.isEmpty() && gone.contains(node.id());
    }

    Subject of(Node node, @Nullable Space space) {
        NodeId id = node.id();
        return new Subject(
                node,
                node.name(),
                locks.isEmpty() ? List.of() : locks.getOrDefault(id, List.of()),
                dead.isEmpty() ? List.of() : dead.getOrDefault(id, List.of()),
                space,
                tokens.isEmpty() ? List.of() : tokens.getOrDefault(id, List.of()),
                failed.isEmpty() ? Set.of() : failed.getOrDefault(id, Set.of()));
    }
}
