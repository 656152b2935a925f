package io.oxicloud.chunk.job;

import io.oxicloud.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The rows of the nodes that run. */
final class NodeRows {
    /** Longer than the life of an upload that stands still. */
    static final Duration LIFE = Duration.ofMinutes(12);

    /** False if the row is gone. */
    boolean seen(Tx.Scope scope, UUID id, boolean toTarget) {
        return scope.change(
                        "update storage_node set seen_at = current_timestamp, to_target = ? where id = ?", toTarget, id)
                == 1;
    }

    boolean leave(Tx.Scope scope, UUID id) {
        return scope.change("delete from storage_node where id = ?", id) == 1;
    }

    void forget(Tx.Scope scope, Instant before) {
        scope.change("delete from storage_node where seen_at <= ?", before);
    }

    /** Those that may still be at work. */
    List<StorageNodeEntity> alive(Tx.Scope scope) {
        return scope.session()
                .createSelectionQuery(
                        "from StorageNodeEntity n where n.seenAt > :since order by n.id", StorageNodeEntity.class)
                .setParameter("since", scope.databaseTime().minus(LIFE))
                .getResultList();
    }
}
