package io.oxicloud.access;

import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Everything one user holds, ready for look-up by resource. Immutable; what expires while it lies in the cache stops to
 * count by itself.
 */
final class Holdings {
    static final Holdings NONE = new Holdings(List.of());

    private final Map<UUID, List<Holding>> byResource;

    Holdings(List<Holding> all) {
        Map<UUID, List<Holding>> map = new HashMap<>();
        for (Holding holding : all) {
            map.computeIfAbsent(holding.resource().id(), id -> new ArrayList<>(1))
                    .add(holding);
        }
        map.replaceAll((id, list) -> List.copyOf(list));
        byResource = map;
    }

    /** Grants only add and are inherited: the union over the drive, the folders above, and the node itself. */
    int permissions(Lineage node, Instant now) {
        int bits =
                permissions(node.drive().value(), now) | permissions(node.self().value(), now);
        List<NodeId> ancestors = node.ancestors();
        for (int i = 0; i < ancestors.size(); i++) {
            bits |= permissions(ancestors.get(i).value(), now);
        }
        return bits;
    }

    List<Holding> of(Resource.Kind kind) {
        return byResource.values().stream()
                .flatMap(List::stream)
                .filter(holding -> holding.resource().kind() == kind)
                .toList();
    }

    private int permissions(UUID resource, Instant now) {
        List<Holding> holdings = byResource.get(resource);
        int bits = PermissionSet.NONE;
        if (holdings != null) {
            for (int i = 0; i < holdings.size(); i++) {
                if (holdings.get(i).inEffect(now)) {
                    bits |= holdings.get(i).role().bits();
                }
            }
        }
        return bits;
    }
}
