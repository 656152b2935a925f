package io.oxicloud.files;

import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.hibernate.StatelessSession;

/** The table of dead properties. They go with the rows of their nodes. */
final class DeadPropertyRows {
    List<DeadPropertyEntity> on(Tx.Scope scope, Collection<UUID> nodes) {
        var wanted = ValueList.of("node", nodes);
        return wanted.in(scope.session()
                        .createSelectionQuery(
                                "from DeadPropertyEntity p where p.id.node in " + wanted
                                        + " order by p.id.node, p.id.namespace, p.id.name",
                                DeadPropertyEntity.class))
                .getResultList();
    }

    /** Those with one of these local names, in whatever namespace. */
    List<DeadPropertyEntity> named(Tx.Scope scope, Collection<UUID> nodes, Collection<String> names) {
        var wanted = ValueList.of("node", nodes);
        var local = ValueList.of("name", names);
        return local.in(wanted.in(scope.session()
                        .createSelectionQuery(
                                "from DeadPropertyEntity p where p.id.node in " + wanted + " and p.id.name in " + local,
                                DeadPropertyEntity.class)))
                .getResultList();
    }

    /**
     * Gives copies what their originals have. One statement where there is nothing to give.
     *
     * @param rows on the connection of the transaction
     * @param copies of each original, at most 1,000; their rows are there already
     */
    void carry(StatelessSession rows, Map<UUID, UUID> copies) {
        var originals = ValueList.of("node", copies.keySet());
        List<DeadPropertyEntity> carried = originals
                .in(rows.createSelectionQuery(
                        "from DeadPropertyEntity p where p.id.node in " + originals, DeadPropertyEntity.class))
                .getResultList()
                .stream()
                .map(each -> each.on(copies.getOrDefault(each.id.node(), each.id.node())))
                .toList();
        if (!carried.isEmpty()) {
            rows.insertMultiple(carried);
        }
    }
}
