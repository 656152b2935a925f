package io.oxicloud.files;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.PeriodicTask;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.drive.DriveRow;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Thins out former contents of files by {@link VersionRule}, and holds those of a drive below a share of what may lie in it.
 * Named ones stay, and in frozen drives all of them; the rule leaves what lies in the trash alone, the share does not. Used by one
 * thread at a time.
 */
public final class VersionThinning implements PeriodicTask {
    private static final Logger log = LoggerFactory.getLogger(VersionThinning.class);

    private static final Duration INTERVAL = Duration.ofHours(1);
    private static final int PAGE = 100;

    private final Tx tx;
    private final DriveLedger drives;
    private final ChunkLedger contents;
    private final VersionSettings settings;
    private final Clock clock;
    private final Nodes nodes = new Nodes();
    private final VersionRows rows = new VersionRows();
    private final TrashRows trash = new TrashRows();

    /** What was due before was looked at by the run before; after a start all is looked at once. */
    private Instant last = Instant.EPOCH;

    /** @param tx for background work */
    public VersionThinning(Tx tx, DriveLedger drives, ChunkLedger contents, VersionSettings settings, Clock clock) {
        this.tx = tx;
        this.drives = drives;
        this.contents = contents;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "versions.thin";
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public void run() throws InterruptedException {
        Instant now = clock.instant();
        int dropped = thin(settings.rule().all(), now) + thin(settings.rule().daily(), now);
        last = now;
        dropped += cap();
        log.debug("versions.thinned rows={}", dropped);
    }

    /** Files that have a content of that age since the last run. A stamp may be older than what the last run saw. */
    private int thin(Duration age, Instant now) throws InterruptedException {
        Instant from = last.equals(Instant.EPOCH) ? last : last.minus(age).minus(INTERVAL);
        int dropped = 0;
        @Nullable UUID after = null;
        List<UUID> page;
        do {
            UUID begin = after;
            page = tx.read("versions.due", scope -> rows.due(scope, from, now.minus(age), begin, PAGE));
            List<UUID> files = page;
            dropped += files.isEmpty() ? 0 : write(scope -> surplus(scope, files, now));
            after = files.isEmpty() ? null : files.get(files.size() - 1);
        } while (page.size() == PAGE);
        return dropped;
    }

    private List<RevisionEntity> surplus(Tx.Scope scope, List<UUID> files, Instant now) {
        List<RevisionEntity> surplus = new ArrayList<>();
        List<NodeEntity> locked = lock(scope, files);
        var versions = rows.of(scope, files);
        for (NodeEntity file : locked) {
            List<RevisionEntity> own = versions.getOrDefault(file.id, List.of());
            RevisionEntity current = VersionRows.current(file.content, own);
            if (current != null) {
                surplus.addAll(settings.rule().surplus(own, current, now));
            }
        }
        return surplus;
    }

    private int cap() throws InterruptedException {
        int dropped = 0;
        @Nullable DriveId after = null;
        List<DriveRow> page;
        do {
            DriveId begin = after;
            page = tx.read("versions.drives", scope -> drives.page(scope, begin, PAGE));
            for (DriveRow drive : page) {
                dropped += cap(drive);
                after = drive.id();
            }
        } while (page.size() == PAGE);
        return dropped;
    }

    private int cap(DriveRow drive) throws InterruptedException {
        long surplus = tx.read("versions.held", scope -> surplus(scope, drive));
        int dropped = 0;
        while (surplus > 0) {
            var left = new Surplus(surplus);
            List<UUID> files = tx.read("versions.oldest", scope -> rows.oldest(scope, drive.id(), PAGE));
            int some = files.isEmpty() ? 0 : write(scope -> left.oldest(scope, files));
            if (some == 0) {
                break;
            }
            dropped += some;
            surplus = left.bytes;
        }
        return dropped;
    }

    /** Bytes; 0 or less if there are not too many, or the drive is frozen or gone. */
    private long surplus(Tx.Scope scope, DriveRow drive) {
        try {
            long room = drives.room(scope, drive.id());
            boolean left = room == Long.MAX_VALUE || drives.frozen(scope, drive.id());
            return left ? 0 : rows.formerBytes(scope, drive.id()) - settings.most(drive.usedBytes() + room);
        } catch (CloudException e) {
            return 0;
        }
    }

    private int write(Function<Tx.Scope, List<RevisionEntity>> choice) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return tx.retryingWrite(name(), scope -> {
            List<RevisionEntity> chosen = choice.apply(scope);
            rows.drop(scope, chosen, contents);
            return chosen.size();
        });
    }

    /**
     * Those that nobody writes to, or deletes for good, before the transaction ends. What is deleted for good is doomed first, so
     * the entries of what lies in the trash are locked as well, and before the files as everywhere. Frozen drives keep everything.
     */
    private List<NodeEntity> lock(Tx.Scope scope, List<UUID> files) {
        Set<UUID> waiting = new HashSet<>();
        trash.lock(scope, nodes.trashedUnder(scope, files)).stream()
                .filter(entry -> !entry.doomed)
                .forEach(entry -> waiting.add(entry.nodeId));
        Map<DriveId, Boolean> frozen = new HashMap<>();
        return nodes.lock(scope, files).values().stream()
                .filter(file -> file.trashedUnder == null || waiting.contains(file.trashedUnder))
                .filter(file -> !frozen.computeIfAbsent(file.lineage.drive(), drive -> drives.frozen(scope, drive)))
                .toList();
    }

    /** What is still too much in one drive. */
    private final class Surplus {
        private long bytes;

        Surplus(long bytes) {
            this.bytes = bytes;
        }

        /** The oldest ones of these files, until enough is found. */
        List<RevisionEntity> oldest(Tx.Scope scope, List<UUID> files) {
            List<RevisionEntity> former = new ArrayList<>();
            List<NodeEntity> locked = lock(scope, files);
            var versions = rows.of(scope, files);
            for (NodeEntity file : locked) {
                List<RevisionEntity> own = versions.getOrDefault(file.id, List.of());
                RevisionEntity current = VersionRows.current(file.content, own);
                own.stream()
                        .filter(version -> current != null && version != current && !version.named())
                        .forEach(former::add);
            }
            former.sort(Comparator.comparing(RevisionEntity::at));
            List<RevisionEntity> chosen = new ArrayList<>();
            for (RevisionEntity version : former) {
                if (bytes > 0 && chosen.size() < PAGE) {
                    chosen.add(version);
                    bytes -= version.size == null ? 0 : version.size;
                }
            }
            return chosen;
        }
    }
}
