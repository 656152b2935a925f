package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grants;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.NodeName;
import io.oxicloud.base.Page;
import io.oxicloud.base.Precondition;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import jakarta.persistence.OptimisticLockException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Door to what was deleted. Each drive has a trash of its own, which all who can read the drive see; what a member of no
 * drive deleted in a folder given to him is there for the drive's members. Taking something out, either way, takes DELETE.
 * Thread-safe.
 *
 * <p>What is deleted for good is out of reach at once and counts no longer as soon as its rows are gone: up to some thousand
 * before the call returns, the others soon after. Refusals are those of {@link FileTree}.
 */
public final class Trash {
    private static final int MAX_PAGE = 1_000;
    /** Batches that a caller waits for. */
    private static final int AT_ONCE = 10;

    private final Tx tx;
    private final Access access;
    private final DriveLedger drives;
    private final Clock clock;
    private final Duration retention;
    private final Guard guard;
    private final Removal removal;
    private final Nodes nodes = new Nodes();
    private final Subtrees subtrees = new Subtrees();
    private final LockRule locks = new LockRule();
    private final History history = new History();
    private final TrashRows rows = new TrashRows();

    /** @param retention how long something stays in the trash */
    public Trash(
            Tx tx,
            Access access,
            Grants grants,
            DriveLedger drives,
            ChunkLedger references,
            Clock clock,
            Duration retention) {
        this.tx = tx;
        this.access = access;
        this.drives = drives;
        this.clock = clock;
        this.retention = retention;
        guard = new Guard(tx, drives);
        removal = new Removal(drives, grants, references, Removal.BATCH);
    }

    /**
     * A page of what was deleted by itself in the drives that the actor can read, the newest first. What was in something that
     * was deleted later is not among it.
     *
     * @param cursor {@link Page#next} of the page before; null, or what is no cursor, for the first page
     * @param limit 1 to 1,000; what lies outside is moved in
     */
    public Page<TrashedNode> list(Actor actor, @Nullable String cursor, int limit) {
        return list(actor, TrashOrder.TRASHED, false, cursor, limit);
    }

    /**
     * The same in another order.
     *
     * @param reverse the other way round
     */
    public Page<TrashedNode> list(Actor actor, TrashOrder order, boolean reverse, @Nullable String cursor, int limit) {
        Set<UUID> readable = drives(access.rights(actor), Permission.READ);
        int size = Math.max(1, Math.min(limit, MAX_PAGE));
        TrashPlace after = TrashPlace.parse(order, reverse, cursor);
        List<TrashedRow> found =
                tx.read("trash.list", scope -> rows.page(scope, readable, order, reverse, after, size + 1));
        Page<TrashedRow> page = Page.of(found, size, last -> TrashPlace.cursor(order, reverse, last));
        return new Page<>(page.items().stream().map(row -> row.shown(retention)).toList(), page.next());
    }

    /**
     * Takes something out of the trash and puts it back where it was, or, if that folder is gone, into the root folder, which
     * takes CREATE there as well: else who was given one folder could put things into the root of somebody's drive. What had
     * been deleted by itself before stays in the trash.
     *
     * @throws CloudException NOT_FOUND if it is not in the trash; NAME_TAKEN if its name is borne by something else now;
     *     LOCKED if the folder is, or somebody else's lock waits for the name
     */
    public Node restore(Actor actor, NodeId id) {
        return restore(actor, id, null);
    }

    /** @param name that it gets; null for the one it had */
    public Node restore(Actor actor, NodeId id, @Nullable String name) {
        String wanted = name == null ? null : NodeName.of(name);
        Change change = Change.by(actor, access, clock);
        return guard.write("trash.restore", scope -> {
            Lineage seen = kept(scope, id);
            UUID root = seen.drive().value();
            UUID above = seen.ancestors().isEmpty()
                    ? root
                    : seen.ancestors().get(seen.ancestors().size() - 1).value();
            Map<UUID, NodeEntity> locked = nodes.lock(scope, new HashSet<>(List.of(id.value(), above, root)));
            NodeEntity node = inTrash(locked.get(id.value()), seen);
            guard.allow(scope, change, node.lineage, Permission.DELETE);
            NodeEntity parent = locked.get(above);
            NodeEntity to = parent != null && parent.isLiveFolder() ? parent : Guard.visible(locked.get(root));
            if (to != parent) {
                guard.allow(scope, change, to.lineage, Permission.CREATE);
            }
            List<FileLock> near = locks.require(scope, change, Precondition.NONE, to.lineage);
            node.trashedUnder = null;
            node.hangUnder(to);
            if (wanted != null) {
                node.rename(wanted);
            }
            history.append(scope, to, RevisionKind.RESTORED, node, change.stamp());
            scope.session().flush();
            subtrees.show(scope, seen);
            if (!node.lineage.equals(seen)) {
                subtrees.carry(scope, seen, node.lineage);
            }
            rows.remove(scope, List.of(id.value()));
            locks.arrive(scope, change, near, node.name, node.lineage);
            return node.node();
        });
    }

    /**
     * Deletes something in the trash for good.
     *
     * @throws CloudException NOT_FOUND if it is not in the trash
     */
    public void delete(Actor actor, NodeId id) {
        Change change = Change.by(actor, access, clock);
        DriveId drive = guard.write("trash.delete", scope -> {
            Lineage seen = kept(scope, id);
            guard.allow(scope, change, seen, Permission.DELETE);
            rows.doom(scope, seen);
            return seen.drive();
        });
        remove(drive, AT_ONCE);
    }

    /**
     * Deletes all in the trash of one drive for good; takes DELETE on the drive. Without it there is nothing here to be emptied, as
     * {@link #empty(Actor)} passes such a drive over.
     *
     * @throws CloudException NOT_FOUND also for who may only read it; NOT_ALLOWED_HERE if the drive is frozen
     */
    public void empty(Actor actor, DriveId drive) {
        Change change = Change.by(actor, access, clock);
        try {
            change.rights().require(Lineage.ofRoot(drive), Permission.DELETE); // a refusal is audited there
        } catch (CloudException refused) {
            throw Access.absent();
        }
        guard.write("trash.empty", scope -> {
            guard.allow(scope, change, Lineage.ofRoot(drive), Permission.DELETE);
            rows.doom(scope, drive);
            return drive;
        });
        remove(drive, AT_ONCE);
    }

    /** {@link #empty(Actor, DriveId)} for all drives in which the actor may delete; those that are frozen stay as they are. */
    public void empty(Actor actor) {
        for (UUID id : drives(access.rights(actor), Permission.DELETE)) {
            var drive = new DriveId(id);
            if (!tx.read("trash.frozen", scope -> drives.frozen(scope, drive))) {
                empty(actor, drive);
            }
        }
    }

    /**
     * Deletes for good what has been in the trash for too long, and finishes what callers began; frozen drives stay as they
     * are. What fails in one drive keeps no other drive from its turn. To be called from time to time.
     *
     * @return how many batches it took
     * @throws RuntimeException at the end, the first that failed, with the others
     */
    int expire() throws InterruptedException {
        Instant before = clock.instant().truncatedTo(ChronoUnit.MICROS).minus(retention);
        int batches = 0;
        @Nullable RuntimeException failed = null;
        for (UUID id : tx.read("trash.due", scope -> rows.due(scope, before))) {
            try {
                batches += expire(new DriveId(id), before);
            } catch (RuntimeException e) {
                if (failed == null) {
                    failed = e;
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
        return batches;
    }

    private int expire(DriveId drive, Instant before) throws InterruptedException {
        tx.retryingWrite("trash.doom", scope -> doom(scope, drive, before));
        int batches = 0;
        int done;
        do {
            done = remove(drive, 1);
            batches += done;
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        } while (done > 0);
        return batches;
    }

    private DriveId doom(Tx.Scope scope, DriveId drive, Instant before) {
        if (!drives.frozen(scope, drive)) {
            rows.doom(scope, drive, before);
        }
        return drive;
    }

    /** @return how many batches were removed, {@code most} at most */
    private int remove(DriveId drive, int most) {
        int batches = 0;
        while (batches < most && tx.retryingWrite("trash.remove", scope -> removal.step(scope, drive)) > 0) {
            batches++;
        }
        return batches;
    }

    /** Where something in the trash hangs that is there to be had: neither it nor what it was in is deleted for good. */
    private Lineage kept(Tx.Scope scope, NodeId id) {
        Lineage found = rows.find(scope, id).orElseThrow(Access::absent);
        List<UUID> way = found.path().stream().map(NodeId::value).toList();
        List<TrashEntity> entries = rows.lock(scope, way);
        boolean doomed = entries.stream().anyMatch(entry -> entry.doomed);
        if (doomed || entries.stream().noneMatch(entry -> entry.nodeId.equals(id.value()))) {
            throw Access.absent();
        }
        return found;
    }

    private static NodeEntity inTrash(@Nullable NodeEntity found, Lineage seen) {
        if (found == null || !found.lineage.equals(seen) || !found.inTrash()) {
            throw new OptimisticLockException("moved meanwhile: " + seen.self());
        }
        return found;
    }

    private static Set<UUID> drives(Rights rights, Permission permission) {
        return rights.holdings(Resource.Kind.DRIVE).stream()
                .map(holding -> holding.resource().id())
                .filter(drive -> rights.test(Lineage.ofRoot(new DriveId(drive)), permission))
                .collect(Collectors.toSet());
    }
}
