package io.oxicloud.drive;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeName;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Door: drives.
 *
 * <p>A drive is there for its members, through a role on the drive itself. Whoever holds a role only on something inside it
 * sees that and what is below, but for him the drive does not exist: no name, no members, no policies. Administrators make
 * shared drives and rule over drives without being members; that shows them nothing of what lies inside. Thread-safe.
 */
public final class Drives {
    private static final Logger AUDIT = LoggerFactory.getLogger("audit.drive");

    private final DriveRows rows = new DriveRows();
    private final Tx tx;
    private final Access access;
    private final DriveLedger ledger;
    private final DriveSelector selector;
    private final Audit audit;

    public Drives(Tx tx, Access access, DriveLedger ledger, DriveSelector selector, Audit audit) {
        this.tx = tx;
        this.access = access;
        this.ledger = ledger;
        this.selector = selector;
        this.audit = audit;
    }

    /**
     * The drives that a user can read: his own default drive first, then by name. From memory, without a statement, unless
     * something changed or 30 s have passed.
     *
     * @throws CloudException UNAUTHENTICATED unless the actor is a user: nobody else has drives
     */
    public List<DriveView> readable(Actor actor) {
        return selector.of(actor.user().id()).list();
    }

    /**
     * The readable drive of that id or name. An id is tried first. Where several drives bear the name it is the user's own
     * default drive, else the oldest; the others are selected by {@link DriveView#segment}.
     *
     * @throws CloudException NOT_FOUND if there is none that the user can read; UNAUTHENTICATED unless the actor is a user
     */
    public DriveView select(Actor actor, String nameOrId) {
        return selector.of(actor.user().id()).select(nameOrId).orElseThrow(Access::absent);
    }

    /** @throws CloudException NOT_FOUND if there is none that the user can read; UNAUTHENTICATED unless the actor is a user */
    public DriveView get(Actor actor, DriveId drive) {
        access.require(actor, Lineage.ofRoot(drive), Permission.READ);
        return select(actor, drive.toString());
    }

    /** How many bytes lie in each readable drive, as of now: one statement. */
    public Map<DriveId, Long> used(Actor actor) {
        List<UUID> ids =
                readable(actor).stream().map(drive -> drive.id().value()).toList();
        return tx.read("drive.used", scope -> rows.used(scope, ids));
    }

    /**
     * How full those of these drives are that the actor can read, as of now. What a personal drive may hold is its user's
     * quota. One statement, and one more if his own drive is among them.
     */
    public Map<DriveId, Space> space(Actor actor, Collection<DriveId> wanted) {
        List<DriveView> drives = readable(actor).stream()
                .filter(drive -> wanted.contains(drive.id()))
                .toList();
        return drives.isEmpty() ? Map.of() : tx.read("drive.space", scope -> space(scope, drives));
    }

    private Map<DriveId, Space> space(Tx.Scope scope, List<DriveView> drives) {
        Map<DriveId, Space> space = new HashMap<>();
        List<UUID> ids = drives.stream().map(drive -> drive.id().value()).toList();
        for (DriveRow row : rows.all(scope, ids)) {
            space.put(row.id(), ledger.space(scope, row));
        }
        return space;
    }

    /**
     * Makes a shared drive for somebody. The maker is no member of it unless he is the owner.
     *
     * @throws CloudException FORBIDDEN unless the actor is an administrator; INVALID_INPUT if the owner is nobody
     */
    public DriveRow createShared(Actor actor, NewDrive wanted) {
        if (!(actor instanceof Actor.Job) && !actor.user().admin()) {
            AUDIT.info("drive.create_refused actor={}", actor);
            throw new CloudException(ErrorCode.FORBIDDEN, "only administrators make shared drives");
        }
        return tx.write("drive.create", scope -> {
            DriveRow made = ledger.foundShared(scope, wanted, idOf(actor));
            audit.record(scope, actor, "drive.created", facts(made.id()));
            return made;
        });
    }

    /** @throws CloudException NOT_ALLOWED_HERE if the drive is frozen; INVALID_INPUT, NOT_FOUND, FORBIDDEN */
    public DriveRow rename(Actor actor, DriveId drive, String name) {
        access.require(actor, Lineage.ofRoot(drive), Permission.MANAGE);
        String wanted = NodeName.of(name.strip());
        return tx.retryingWrite("drive.rename", scope -> {
            DriveEntity row = thawed(scope, actor, drive);
            audit.record(scope, actor, "drive.renamed", facts(drive));
            return ledger.rename(scope, row, wanted, idOf(actor));
        });
    }

    /**
     * @throws CloudException NOT_ALLOWED_HERE for a user's default drive, and if the drive is frozen; CONFLICT if something
     *     lies in it; NOT_FOUND, FORBIDDEN
     */
    public void delete(Actor actor, DriveId drive) {
        access.require(actor, Lineage.ofRoot(drive), Permission.MANAGE);
        tx.retryingWrite("drive.delete", scope -> {
            DriveEntity row = thawed(scope, actor, drive);
            if (row.defaultFor != null) {
                AUDIT.info("drive.delete_refused actor={} drive={} why=default", actor, drive);
                throw new CloudException(ErrorCode.NOT_ALLOWED_HERE, "a user's default drive cannot be deleted");
            }
            ledger.delete(scope, row);
            audit.record(scope, actor, "drive.deleted", facts(drive));
            return drive;
        });
    }

    /**
     * Changes policies by merge patch (RFC 7396): null takes a key away, what is not named stays. For administrators, who
     * need not be members.
     *
     * @return all policies of the drive
     * @throws CloudException NOT_FOUND for everybody else, and if the drive is gone; INVALID_INPUT
     */
    public Policies setPolicies(Actor actor, DriveId drive, Map<String, @Nullable Boolean> patch) {
        requireRuler(actor, drive);
        return tx.write("drive.policies", scope -> {
            DriveRow changed = ledger.setPolicies(scope, rows.lock(scope, drive), patch);
            audit.record(
                    scope,
                    actor,
                    "drive.policies_set",
                    Map.of(
                            "drive",
                            drive.toString(),
                            "policies",
                            changed.policies().encoded()));
            return changed.policies();
        });
    }

    /**
     * Sets how much may lie in a shared drive; null for no limit. What lies there already stays. For administrators, who need
     * not be members.
     *
     * @throws CloudException NOT_FOUND for everybody else, and if the drive is gone; INVALID_INPUT for a personal drive
     */
    public DriveRow setQuota(Actor actor, DriveId drive, @Nullable Long bytes) {
        requireRuler(actor, drive);
        NewDrive.requireQuota(bytes);
        return tx.write("drive.quota", scope -> {
            DriveEntity row = rows.lock(scope, drive);
            if (row.kind == DriveKind.PERSONAL) {
                throw new CloudException(ErrorCode.INVALID_INPUT, "quota_bytes: a personal drive has none of its own");
            }
            audit.record(
                    scope, actor, "drive.quota_set", Map.of("drive", drive.toString(), "bytes", String.valueOf(bytes)));
            return ledger.setQuota(scope, row, bytes);
        });
    }

    private DriveEntity thawed(Tx.Scope scope, Actor actor, DriveId drive) {
        DriveEntity row = rows.lock(scope, drive);
        row.row().policies().refuse(Policy.READ_ONLY, actor, drive);
        return row;
    }

    /** What only an administrator may touch is not there for others, members or not. */
    private static void requireRuler(Actor actor, DriveId drive) {
        boolean ruler = actor instanceof Actor.Job || (actor instanceof Actor.User user && user.admin());
        if (!ruler) {
            AUDIT.info("drive.rule_refused actor={} drive={}", actor, drive);
            throw Access.absent();
        }
    }

    private static @Nullable UserId idOf(Actor actor) {
        return actor instanceof Actor.User user ? user.id() : null;
    }

    private static Map<String, String> facts(DriveId drive) {
        return Map.of("drive", drive.toString());
    }
}
