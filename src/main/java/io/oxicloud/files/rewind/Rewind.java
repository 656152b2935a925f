package io.oxicloud.files.rewind;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Page;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.drive.Policy;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Trash;
import io.oxicloud.files.Versions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Door to the past of a folder: what in it is not as it was at some time, and to make it so again. Contents, names and folders
 * come back, what was deleted is undeleted, and what was not there goes into the trash. Nothing is lost: a rewind is a number of
 * changes as people make them, is in the history as those are, and can be undone by another one to the time before it. Whatever
 * was done already is left alone, so that one that stopped can be called again. Takes DELETE on the folder, and for each node what
 * its change takes. Thread-safe.
 */
public final class Rewind {
    private static final int MAX_PAGE = 1_000;

    /** Steps of one call. */
    private static final int MOST_STEPS = 5_000;

    private final Tx tx;
    private final Access access;
    private final DriveLedger drives;
    private final Doors doors;
    private final Duration reach;
    private final Clock clock;
    private final int most;
    private final Plan plan;

    /** What the changes are made by. */
    public record Doors(FileTree tree, Trash trash, Versions versions) {}

    /** @param reach how far the history of folders is kept whole */
    public Rewind(Tx tx, Access access, DriveLedger drives, Doors doors, Duration reach, Clock clock) {
        this(tx, access, drives, doors, reach, clock, MOST_STEPS);
    }

    Rewind(Tx tx, Access access, DriveLedger drives, Doors doors, Duration reach, Clock clock, int most) {
        this.tx = tx;
        this.access = access;
        this.drives = drives;
        this.doors = doors;
        this.reach = reach;
        this.clock = clock;
        this.most = most;
        plan = new Plan(tx);
    }

    /**
     * What a rewind would do.
     *
     * @param cursor {@link Page#next} of the page before; null, or what is no cursor, for the first page
     * @param limit 1 to 1,000; what lies outside is moved in
     * @throws CloudException INVALID_INPUT for a time to come, or one of which the history tells no more; CONFLICT for a file
     */
    public RewindPreview preview(Actor actor, NodeId folder, Instant at, @Nullable String cursor, int limit) {
        Map<UUID, Difference> differences = plan.of(allowed(actor, folder, at), at);
        Map<RewindStep, Integer> counts = new EnumMap<>(RewindStep.class);
        differences.values().forEach(one -> one.steps().forEach(step -> counts.merge(step, 1, Integer::sum)));
        int size = Math.max(1, Math.min(limit, MAX_PAGE));
        List<RewindItem> some = differences.values().stream()
                .filter(one -> cursor == null || one.id().toString().compareTo(cursor) > 0)
                .sorted((one, other) -> one.id().toString().compareTo(other.id().toString()))
                .limit(size + 1L)
                .map(Difference::shown)
                .toList();
        return new RewindPreview(counts, Page.of(some, size, last -> last.id().toString()));
    }

    /**
     * Makes the folder what it was. What cannot be done for one node, for it is locked or somebody else's, is told and stays.
     *
     * @throws CloudException as {@link #preview}; NOT_ALLOWED_HERE if the drive is frozen; BUSY or BACKEND_DOWN in the middle:
     *     to be called again
     */
    public RewindOutcome restore(Actor actor, NodeId folder, Instant at) {
        Lineage top = allowed(actor, folder, at);
        tx.read("rewind.policies", scope -> drives.policies(scope, top.drive()))
                .refuse(Policy.READ_ONLY, actor, top.drive());
        return new Undoing(tx, doors, actor, at, plan.of(top, at), most).run();
    }

    private Lineage allowed(Actor actor, NodeId folder, Instant at) {
        var found = doors.tree().get(actor, folder);
        access.require(actor, found.lineage(), Permission.DELETE);
        if (!found.folder()) {
            throw new CloudException(ErrorCode.CONFLICT, "a file has versions of its own");
        }
        Instant now = clock.instant();
        if (at.isAfter(now) || at.isBefore(now.minus(reach))) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT,
                    "at: must lie between " + now.minus(reach) + ", to where the history reaches back, and now");
        }
        return found.lineage();
    }
}
