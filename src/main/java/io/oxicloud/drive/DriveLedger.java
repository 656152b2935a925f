package io.oxicloud.drive;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grants;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.account.Directory;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Ids;
import io.oxicloud.base.UserId;
import io.oxicloud.db.ClusterEvents;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ledger: drives come, change and go in the transaction of a door, and say what may be done to what lies in them. A change
 * counts on all nodes when the transaction commits. Thread-safe.
 */
public final class DriveLedger {
    /** Key: the id of the user whose readable drives changed. */
    static final String TOPIC = "drive.readable";

    private static final String PERSONAL_NAME = "Personal";

    private final DriveRows rows = new DriveRows();
    private final Grants grants;
    private final Directory directory;
    private final Owners owners;
    private final List<DriveLifecycle> lifecycles;
    private final ClusterEvents events;
    private final Ids ids;
    private final Clock clock;

    public DriveLedger(
            Grants grants,
            Directory directory,
            List<DriveLifecycle> lifecycles,
            ClusterEvents events,
            Ids ids,
            Clock clock) {
        this.grants = grants;
        this.directory = directory;
        this.owners = new Owners(grants, directory);
        this.lifecycles = List.copyOf(lifecycles);
        this.events = events;
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * What administrators have ruled for the drive, as of now.
     *
     * @throws CloudException NOT_FOUND if the drive is gone
     */
    public Policies policies(Tx.Scope scope, DriveId drive) {
        return rows.found(scope, drive).policies();
    }

    /**
     * Adds to what the drive holds, or takes from it. Locks the drive's row until the transaction ends: call it late, and for
     * several drives in the order of their ids.
     *
     * @param bytes logical size; negative for what goes
     * @throws CloudException OVER_QUOTA if that much more does not fit, into the drive or into what its owner may have in
     *     personal drives; NOT_FOUND if the drive is gone
     */
    public void charge(Tx.Scope scope, DriveId drive, long bytes) {
        long most = bytes > 0
                ? rows.find(scope, drive).map(row -> envelope(scope, row)).orElse(0L)
                : 0;
        if (!rows.addUsed(scope, drive, bytes, most)) {
            throw rows.find(scope, drive).map(DriveLedger::full).orElseGet(Access::absent);
        }
    }

    /**
     * How many bytes more fit now. Locks nothing: {@link #charge} decides.
     *
     * @return 0 or more; {@link Long#MAX_VALUE} without a limit
     * @throws CloudException NOT_FOUND if the drive is gone
     */
    public long room(Tx.Scope scope, DriveId drive) {
        Long available = space(scope, rows.found(scope, drive)).available();
        return available == null ? Long.MAX_VALUE : available;
    }

    /**
     * How many bytes more fit into these drives together; into one that is gone, none. Locks nothing.
     *
     * @return 0 or more; {@link Long#MAX_VALUE} without a limit
     */
    public long room(Tx.Scope scope, Collection<DriveId> drives) {
        long sum = 0;
        for (DriveId drive : drives) {
            Optional<DriveRow> there = rows.find(scope, drive);
            Long available = there.isEmpty()
                    ? Long.valueOf(0)
                    : space(scope, there.get()).available();
            if (available == null || available > Long.MAX_VALUE - sum) {
                return Long.MAX_VALUE;
            }
            sum += available;
        }
        return sum;
    }

    /**
     * What the drive is said to hold.
     *
     * @throws CloudException NOT_FOUND if the drive is gone
     */
    public long used(Tx.Scope scope, DriveId drive) {
        return rows.found(scope, drive).usedBytes();
    }

    Space space(Tx.Scope scope, DriveRow row) {
        long most = envelope(scope, row);
        Long quota = row.quotaBytes();
        if (quota != null) {
            most = Math.min(most, quota);
        }
        return new Space(row.usedBytes(), most == Long.MAX_VALUE ? null : Math.max(0, most - row.usedBytes()));
    }

    /** All drives with what they are said to hold, in the order of ids. */
    public List<DriveRow> page(Tx.Scope scope, @Nullable DriveId after, int limit) {
        return rows.page(scope, after, limit);
    }

    /**
     * Corrects what the drive is said to hold. Its row is locked before anything is counted, so that no charge comes between:
     * whoever charges has changed the tree before, in the same transaction.
     *
     * @param held counts what the drive holds
     * @return by how much it was wrong; 0 also if the drive is gone
     */
    public long correctUsed(Tx.Scope scope, DriveId drive, LongSupplier held) {
        return rows.lockIfThere(scope, drive)
                .map(row -> {
                    long wrongBy = held.getAsLong() - row.usedBytes;
                    if (wrongBy != 0) {
                        row.usedBytes += wrongBy;
                    }
                    return wrongBy;
                })
                .orElse(0L);
    }

    /** Takes from what the drive holds what has gone for good. Nothing happens if the drive itself is gone; else as {@link #charge}. */
    public void refund(Tx.Scope scope, DriveId drive, long bytes) {
        rows.addUsed(scope, drive, -bytes, 0);
    }

    /** Whether nothing in the drive may change now; a drive that is gone holds nothing up. */
    public boolean frozen(Tx.Scope scope, DriveId drive) {
        return rows.find(scope, drive)
                .map(row -> row.policies().has(Policy.READ_ONLY))
                .orElse(false);
    }

    /** The user's own drive, unless there is one already. */
    void foundPersonal(Tx.Scope scope, UserId user) {
        if (rows.ofUser(scope, user).isEmpty()) {
            var id = new DriveId(ids.next());
            Policies policies = Policies.OF_PERSONAL_DRIVE;
            Instant now = now();
            var drive = new DriveRow(id, DriveKind.PERSONAL, PERSONAL_NAME, user, null, 0, policies, now, now);
            found(scope, drive, Subject.of(user), user);
        }
    }

    /** @throws CloudException INVALID_INPUT if the owner is nobody, or external */
    DriveRow foundShared(Tx.Scope scope, NewDrive wanted, @Nullable UserId by) {
        if (!owners.mayFound(scope, wanted.owner())) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "owner: must be an internal user or a group with members");
        }
        var id = new DriveId(ids.next());
        Instant now = now();
        var drive = new DriveRow(
                id, DriveKind.SHARED, wanted.name(), null, wanted.quotaBytes(), 0, Policies.NONE, now, now);
        found(scope, drive, wanted.owner(), by);
        return drive;
    }

    DriveRow rename(Tx.Scope scope, DriveEntity drive, String name, @Nullable UserId by) {
        drive.name = name;
        DriveRow renamed = changed(scope, drive);
        lifecycles.forEach(lifecycle -> lifecycle.renamed(scope, renamed, by));
        return renamed;
    }

    DriveRow setPolicies(Tx.Scope scope, DriveEntity drive, Map<String, @Nullable Boolean> patch) {
        drive.policies = Policies.decode(drive.policies).merge(patch).encoded();
        return changed(scope, drive);
    }

    DriveRow setQuota(Tx.Scope scope, DriveEntity drive, @Nullable Long bytes) {
        drive.quotaBytes = bytes;
        return changed(scope, drive);
    }

    void delete(Tx.Scope scope, DriveEntity drive) {
        DriveRow row = drive.row();
        lifecycles.forEach(lifecycle -> lifecycle.deleted(scope, row));
        remove(scope, drive);
    }

    /** With its owner's account, whatever lies in it. */
    void abandonPersonal(Tx.Scope scope, UserId user) {
        rows.ofUser(scope, user).ifPresent(found -> {
            DriveEntity drive = rows.lock(scope, found.id());
            lifecycles.forEach(lifecycle -> lifecycle.abandoned(scope, drive.row()));
            remove(scope, drive);
        });
    }

    /** A user has one personal drive (uq_drive_default_for), so what lies in that one is what counts for the user. */
    private long envelope(Tx.Scope scope, DriveRow drive) {
        long quota = drive.defaultFor() == null ? 0 : directory.quotaBytes(scope, drive.defaultFor());
        return quota == 0 ? Long.MAX_VALUE : quota;
    }

    private static CloudException full(DriveRow drive) {
        return new CloudException(
                ErrorCode.OVER_QUOTA, drive.defaultFor() == null ? "the drive is full" : "the user's quota is used up");
    }

    private void found(Tx.Scope scope, DriveRow drive, Subject owner, @Nullable UserId by) {
        scope.session().persist(new DriveEntity(drive));
        scope.session().flush();
        lifecycles.forEach(lifecycle -> lifecycle.created(scope, drive, by));
        Actor giver = by == null ? new Actor.Job("drive.found") : new Actor.User(by, false, false);
        grants.give(scope, giver, owner, drive.resource(), Role.OWNER, null);
    }

    private DriveRow changed(Tx.Scope scope, DriveEntity drive) {
        drive.updatedAt = now();
        announce(scope, drive);
        return drive.row();
    }

    private void remove(Tx.Scope scope, DriveEntity drive) {
        grants.dropAll(scope, drive.row().resource());
        scope.session().remove(drive);
        scope.session().flush();
        announce(scope, drive);
    }

    /** Of a shared drive all members would have to be told, through all groups. */
    private void announce(Tx.Scope scope, DriveEntity drive) {
        if (drive.defaultFor == null) {
            events.publishAll(scope, TOPIC);
        } else {
            events.publish(scope, TOPIC, drive.defaultFor.toString());
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
