package io.oxicloud.files;

import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Lets the folders further up know that something changed below them, so that a sync client need not look into a folder whose
 * version it knows.
 *
 * <p>Each change leaves a row in its own transaction. {@link #raise} takes some thousands of them together, raises every folder
 * above once for all of them, and removes them at the end: what dies in between is done again, and a version that rises twice
 * does no harm. Only committed rows are seen, so a version never rises before what it stands for can be read. Thread-safe.
 */
final class TreeVersions {
    static final int BATCH = 5_000;

    private static final int CHUNK = 500;

    private final Tx tx;
    private final int batch;
    private final Nodes nodes = new Nodes();

    /** @param tx for background work */
    TreeVersions(Tx tx) {
        this(tx, BATCH);
    }

    TreeVersions(Tx tx, int batch) {
        this.tx = tx;
        this.batch = batch;
    }

    /** One statement. */
    boolean isDue() {
        return !changes(1).isEmpty();
    }

    /**
     * Does one batch.
     *
     * @return whether there may be more
     */
    boolean raise() {
        List<RevisionId> changes = changes(batch);
        Set<UUID> changed = changes.stream().map(RevisionId::folder).collect(Collectors.toSet());
        for (List<UUID> some : chunks(above(changed))) {
            tx.retryingWrite("files.tree-versions", scope -> raise(scope, some));
        }
        for (List<RevisionId> some : chunks(changes)) {
            tx.retryingWrite(
                    "files.tree-changes-done",
                    scope -> scope.session()
                            .createMutationQuery("delete from TreeChangeEntity t where t.id in :ids")
                            .setParameterList("ids", some)
                            .executeUpdate());
        }
        return changes.size() == batch;
    }

    private List<RevisionId> changes(int limit) {
        return tx.read(
                "files.tree-changes",
                scope -> scope.session()
                        .createSelectionQuery(
                                "select t.id from TreeChangeEntity t order by t.id.folder, t.id.number",
                                RevisionId.class)
                        .setMaxResults(limit)
                        .getResultList());
    }

    /** In one order for all who lock nodes. */
    private Collection<UUID> above(Collection<UUID> changed) {
        Set<String> above = new TreeSet<>();
        for (List<UUID> some : chunks(changed)) {
            tx.read("files.tree-lineages", scope -> lineages(scope, some)).stream()
                    .flatMap(lineage -> lineage.ancestors().stream())
                    .map(NodeId::toString)
                    .forEach(above::add);
        }
        return above.stream().map(UUID::fromString).toList();
    }

    private static List<Lineage> lineages(Tx.Scope scope, List<UUID> folders) {
        var ids = ValueList.of("id", folders);
        return ids.in(scope.session()
                        .createSelectionQuery("select n.lineage from NodeEntity n where n.id in " + ids, Lineage.class))
                .getResultList();
    }

    /** Locked first, since one statement over many rows takes them in any order. */
    private int raise(Tx.Scope scope, List<UUID> folders) {
        nodes.lock(scope, folders);
        return scope.change("update node set below = below + 1 where id in ?", folders);
    }

    private static <T> List<List<T>> chunks(Collection<T> all) {
        List<T> list = List.copyOf(all);
        List<List<T>> chunks = new ArrayList<>();
        for (int from = 0; from < list.size(); from += CHUNK) {
            chunks.add(list.subList(from, Math.min(list.size(), from + CHUNK)));
        }
        return chunks;
    }
}
