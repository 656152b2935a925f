package io.oxicloud.files;

import io.oxicloud.access.Grants;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.Lineage;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Takes what is doomed off the database, a batch of nodes in each transaction.
 *
 * <p>A batch begins at the end of the subtree, so that a node never outlasts its folder, and takes all that hangs on its
 * nodes with it: history, references on contents, grants, used space. Counts are therefore right after each one, and whoever
 * goes on later begins where the last one ended. The top goes last, and its entry in the trash with it.
 *
 * <p>What a folder's history says of a node that lives on elsewhere is the source of that node's versions, and stays. In the
 * history of a folder that lives on, a node that goes leaves its lines, without contents, unless {@link HistoryPruning} was
 * there before.
 */
final class Removal {
    static final int BATCH = 1_000;

    /** Folders of one batch: each costs a statement. */
    private static final int FOLDERS = 20;

    private static final String TOPS =
            "select n.id, n.size, n.kind, n.lineage from NodeEntity n where n.id in :ids order by n.lineage";

    private static final String RANGE = """
            select n.id, n.size, n.kind, n.lineage from NodeEntity n
            where n.lineage >= :begin and n.lineage < :end order by n.lineage desc""";

    private static final String OWN_HISTORY = """
            delete from RevisionEntity r
            where r.id.folder in :ids and (r.content is null or r.nodeId in :ids)""";

    private static final String HISTORY_WITHOUT_FOLDER = """
            delete from RevisionEntity r
            where r.nodeId in :ids and not exists (select 1 from NodeEntity f where f.id = r.id.folder)""";

    private static final String HISTORY_ELSEWHERE =
            "update RevisionEntity r set r.content = null where r.nodeId in :ids and r.content is not null";

    private static final String HISTORY_PRUNED = """
            delete from RevisionEntity r
            where r.nodeId in :ids
            and r.id.number <= (select f.prunedTo from NodeEntity f where f.id = r.id.folder)""";

    private final DriveLedger drives;
    private final Grants grants;
    private final ChunkLedger contents;
    private final int batchSize;
    private final TrashRows trash = new TrashRows();
    private final ContentCounts counts = new ContentCounts();

    /** @param batchSize nodes in one transaction, {@link #BATCH} in earnest */
    Removal(DriveLedger drives, Grants grants, ChunkLedger contents, int batchSize) {
        this.drives = drives;
        this.grants = grants;
        this.contents = contents;
        this.batchSize = batchSize;
    }

    /**
     * Removes one batch of what is doomed in this drive.
     *
     * @return how many nodes; 0 if nothing is left to do, or the drive is frozen now
     */
    int step(Tx.Scope scope, DriveId drive) {
        if (drives.frozen(scope, drive)) {
            return 0;
        }
        List<UUID> tops = trash.lockDoomed(scope, drive, batchSize);
        if (tops.isEmpty()) {
            return 0;
        }
        Map<UUID, Long> batch = batch(scope, tops);
        remove(scope, List.copyOf(batch.keySet()));
        long bytes = batch.values().stream().mapToLong(Long::longValue).sum();
        if (bytes > 0) {
            drives.refund(scope, drive, bytes);
        }
        return batch.size();
    }

    /** Ids and sizes: the files among the doomed, then what lies in the folders among them. */
    private Map<UUID, Long> batch(Tx.Scope scope, List<UUID> tops) {
        List<Gone> found = scope.session()
                .createSelectionQuery(TOPS, Gone.class)
                .setParameter("ids", tops)
                .getResultList();
        Map<UUID, Long> batch = new HashMap<>();
        found.stream().filter(top -> top.kind == NodeKind.FILE).forEach(file -> batch.put(file.id, file.size));
        List<Gone> folders = found.stream()
                .filter(top -> top.kind == NodeKind.FOLDER)
                .limit(FOLDERS)
                .toList();
        for (Gone folder : folders) {
            if (batch.size() < batchSize) {
                scope.session()
                        .createSelectionQuery(RANGE, Gone.class)
                        .setParameter("begin", folder.lineage)
                        .setParameter("end", PackedLineage.endOfSubtree(folder.lineage))
                        .setMaxResults(batchSize - batch.size())
                        .getResultList()
                        .forEach(node -> batch.put(node.id, node.size));
            }
        }
        return batch;
    }

    private void remove(Tx.Scope scope, List<UUID> ids) {
        counts.ofHistory(scope, ids, page -> contents.release(scope, page));
        execute(scope, OWN_HISTORY, ids);
        execute(scope, HISTORY_WITHOUT_FOLDER, ids);
        execute(scope, HISTORY_PRUNED, ids);
        execute(scope, HISTORY_ELSEWHERE, ids);
        grants.dropAll(scope, ids);
        execute(scope, "delete from NodeEntity n where n.id in :ids", ids);
        trash.remove(scope, ids);
    }

    private static void execute(Tx.Scope scope, String statement, List<UUID> ids) {
        scope.session().createMutationQuery(statement).setParameter("ids", ids).executeUpdate();
    }

    private record Gone(UUID id, long size, NodeKind kind, Lineage lineage) {}
}
