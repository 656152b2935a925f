package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.db.Tx;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hibernate.query.SelectionQuery;

/**
 * Counts the references that many nodes hold on contents, for taking and giving them back together. {@link ContentReferences}
 * says what holds one.
 */
final class ContentCounts {
    private static final int PAGE = 1_000;

    /** Of the nodes of a subtree, each content once: what a new copy refers to. In the order of the digests, some at a time. */
    void of(Tx.Scope scope, Lineage top, Consumer<SortedMap<Hash, Long>> counted) {
        count(
                scope.session()
                        .createSelectionQuery("""
                                select n.content, count(*) from NodeEntity n
                                where n.lineage >= :begin and n.lineage < :end and n.content is not null
                                group by n.content order by n.content""", Count.class)
                        .setParameter("begin", top)
                        .setParameter("end", PackedLineage.endOfSubtree(top)),
                counted);
    }

    /** Of all that these nodes ever held. */
    void ofHistory(Tx.Scope scope, Collection<UUID> nodes, Consumer<SortedMap<Hash, Long>> counted) {
        count(scope.session().createSelectionQuery("""
                                select r.content, count(*) from RevisionEntity r
                                where r.nodeId in :nodes and r.content is not null
                                group by r.content order by r.content""", Count.class).setParameter("nodes", nodes), counted);
    }

    private static void count(SelectionQuery<Count> query, Consumer<SortedMap<Hash, Long>> counted) {
        SortedMap<Hash, Long> page = new TreeMap<>();
        try (Stream<Count> counts = query.setFetchSize(PAGE).getResultStream()) {
            counts.forEach(count -> {
                page.put(count.content, count.times);
                if (page.size() == PAGE) {
                    counted.accept(page);
                    page.clear();
                }
            });
        }
        if (!page.isEmpty()) {
            counted.accept(page);
        }
    }

    private record Count(Hash content, long times) {}
}
