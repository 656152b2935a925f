package io.oxicloud.files;

import io.oxicloud.db.Tx;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.hibernate.StatelessSession;

/** The table of dead properties. They go with the rows of their nodes. */
final class DeadPropertyRows {
    List<DeadPropertyEntity> on(Tx.Scope scope, Collection<UUID> nodes) {
        return scope.session()
                .createSelectionQuery(
                        "from DeadPropertyEntity p where p.id.node in :nodes order by p.id.node, p.id.namespace, p.id.name",
                        DeadPropertyEntity.class)
                .setParameter("nodes", nodes)
                .getResultList();
    }

    /** Those with one of these local names, in whatever namespace. */
    List<DeadPropertyEntity> named(Tx.Scope scope, Collection<UUID> nodes, Collection<String> names) {
        return scope.session()
                .createSelectionQuery(
                        "from DeadPropertyEntity p where p.id.node in :nodes and p.id.name in :names",
                        DeadPropertyEntity.class)
                .setParameter("nodes", nodes)
                .setParameter("names", names)
                .getResultList();
    }

    /**
     * Gives copies what their originals have. One statement where there is nothing to give.
     *
     * @param rows on the connection of the transaction
     * @param copies of each original, at most 1,000; their rows are there already
     */
    void carry(StatelessSession rows, Map<UUID, UUID> copies) {
        List<DeadPropertyEntity> carried = rows
                .createSelectionQuery("from DeadPropertyEntity p where p.id.node in :nodes", DeadPropertyEntity.class)
                .setParameter("nodes", copies.keySet())
                .getResultList()
                .stream()
                .map(each -> each.on(copies.getOrDefault(each.id.node(), each.id.node())))
                .toList();
        if (!carried.isEmpty()) {
            rows.insertMultiple(carried);
        }
    }
}
