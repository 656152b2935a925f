package io.oxicloud.files;

import io.oxicloud.base.PeriodicTask;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Thins out what folders remember of long ago: that something was made, moved, deleted. A row with a content stays, for it is a
 * version of a file and holds the reference.
 *
 * <p>How far a folder was thinned out is noted in its row in the same transaction: tokens from before are refused
 * ({@link FolderSync}). Of the rows that are old enough the newest stays: it is what the token of somebody names who was up to
 * date at that time. Used by one thread at a time.
 */
public final class HistoryPruning implements PeriodicTask {
    private static final int FOLDERS = 100;

    private static final Logger log = LoggerFactory.getLogger(HistoryPruning.class);

    private static final String DUE = """
            select r.id.folder, max(r.id.number) from RevisionEntity r
            join NodeEntity f on f.id = r.id.folder
            where r.at >= :from and r.at < :before and r.id.number > f.prunedTo + 1
            group by r.id.folder
            """;

    private static final String DROP = """
            delete from RevisionEntity r
            where r.id.folder = :folder and r.id.number > :from and r.id.number < :kept and r.content is null
            """;

    private final Tx tx;
    private final Clock clock;
    private final Duration retention;
    private final Duration interval;
    private final int batch;
    private final Nodes nodes = new Nodes();
    /** What is older was looked at by the run before; after a start all is looked at once. */
    private Instant from = Instant.EPOCH;

    /**
     * @param tx for background work
     * @param retention how old a row gets at least
     */
    public HistoryPruning(Tx tx, Clock clock, Duration retention, Duration interval) {
        this(tx, clock, retention, interval, FOLDERS);
    }

    /** @param batch folders in one transaction */
    HistoryPruning(Tx tx, Clock clock, Duration retention, Duration interval, int batch) {
        this.tx = tx;
        this.clock = clock;
        this.retention = retention;
        this.interval = interval;
        this.batch = batch;
    }

    @Override
    public String name() {
        return "history.prune";
    }

    @Override
    public Duration interval() {
        return interval;
    }

    @Override
    public void run() throws InterruptedException {
        Instant before = clock.instant().truncatedTo(ChronoUnit.MICROS).minus(retention);
        int rows = 0;
        List<Due> due;
        do {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            due = tx.read("history.due", scope -> due(scope, before));
            Map<UUID, Due> folders = due.stream().collect(Collectors.toMap(Due::folder, Function.identity()));
            rows += folders.isEmpty() ? 0 : tx.retryingWrite(name(), scope -> prune(scope, folders));
        } while (due.size() == batch);
        // a change is stamped before it commits, so one that was late may be older than what was seen
        from = before.minus(Duration.ofHours(1));
        log.debug("history.pruned rows={}", rows);
    }

    private List<Due> due(Tx.Scope scope, Instant before) {
        return scope.session()
                .createSelectionQuery(DUE, Due.class)
                .setParameter("from", from)
                .setParameter("before", before)
                .setMaxResults(batch)
                .getResultList();
    }

    private int prune(Tx.Scope scope, Map<UUID, Due> due) {
        int rows = 0;
        for (NodeEntity folder : nodes.lock(scope, due.keySet()).values()) {
            Due there = due.get(folder.id);
            if (there != null && there.newest > folder.prunedTo + 1) {
                rows += scope.session()
                        .createMutationQuery(DROP)
                        .setParameter("folder", folder.id)
                        .setParameter("from", folder.prunedTo)
                        .setParameter("kept", there.newest)
                        .executeUpdate();
                folder.prunedTo = there.newest - 1;
            }
        }
        return rows;
    }

    /** @param newest of the rows that are old enough */
    private record Due(UUID folder, long newest) {}
}
