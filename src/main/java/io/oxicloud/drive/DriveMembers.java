package io.oxicloud.drive;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grant;
import io.oxicloud.access.Grants;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.account.Directory;
import io.oxicloud.account.UserFlags;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Door: who is in a drive, and with which role. Groups may be members; what they give lasts as long as somebody is in them.
 * Thread-safe.
 */
public final class DriveMembers {
    private static final Logger AUDIT = LoggerFactory.getLogger("audit.drive");

    private final DriveRows rows = new DriveRows();
    private final Tx tx;
    private final Access access;
    private final Grants grants;
    private final Directory directory;
    private final Owners owners;
    private final Audit audit;
    private final Clock clock;

    public DriveMembers(Tx tx, Access access, Grants grants, Directory directory, Audit audit, Clock clock) {
        this.tx = tx;
        this.access = access;
        this.grants = grants;
        this.directory = directory;
        this.owners = new Owners(grants, directory);
        this.audit = audit;
        this.clock = clock;
    }

    /** The grants in effect on the drive itself, the oldest first. Every member sees them. */
    public List<Grant> list(Actor actor, DriveId drive) {
        access.require(actor, Lineage.ofRoot(drive), Permission.READ);
        Instant now = clock.instant();
        return tx.read("drive.members", scope -> {
            rows.found(scope, drive);
            return grants.of(scope, Resource.of(drive)).stream()
                    .filter(grant -> grant.inEffect(now))
                    .toList();
        });
    }

    /**
     * Makes somebody a member, or gives a member another role or end.
     *
     * @param expiresAt from when on the role counts nothing; null never ends
     * @throws CloudException INVALID_INPUT if the subject is not there, the end has passed, an external user would become an
     *     owner, or the drive would be left without an owner; NOT_ALLOWED_HERE for a personal drive or by a policy; NOT_FOUND
     *     and FORBIDDEN as {@link Access#require}
     */
    public Grant set(Actor actor, DriveId drive, Subject subject, Role role, @Nullable Instant expiresAt) {
        access.require(actor, Lineage.ofRoot(drive), Permission.MANAGE);
        return tx.write("drive.member-set", scope -> {
            Policies policies = policies(scope, actor, drive);
            Grant held = grants.find(scope, subject, Resource.of(drive)).orElse(null);
            if (role == Role.OWNER || isOwner(held)) {
                policies.refuse(Policy.FORBID_OWNER_ROLE_CHANGE, actor, drive);
            }
            if (isExternal(scope, subject)) {
                policies.refuse(Policy.FORBID_EXTERNAL_SHARING, actor, drive);
                if (role == Role.OWNER) {
                    throw new CloudException(ErrorCode.INVALID_INPUT, "role: an external user owns nothing");
                }
            }
            if (isOwner(held) && (role != Role.OWNER || expiresAt != null)) {
                requireOwnerBeside(scope, actor, subject, drive);
            }
            Grant given = grants.give(scope, actor, subject, Resource.of(drive), role, expiresAt);
            audit.record(scope, actor, "drive.member_set", facts(drive, subject, role));
            return given;
        });
    }

    /**
     * Nothing happens if the subject is no member.
     *
     * @throws CloudException INVALID_INPUT if the drive would be left without an owner; NOT_ALLOWED_HERE for a personal drive
     *     or by a policy; NOT_FOUND and FORBIDDEN as {@link Access#require}
     */
    public void remove(Actor actor, DriveId drive, Subject subject) {
        access.require(actor, Lineage.ofRoot(drive), Permission.MANAGE);
        tx.write("drive.member-remove", scope -> {
            Policies policies = policies(scope, actor, drive);
            Grant held = grants.find(scope, subject, Resource.of(drive)).orElse(null);
            if (isOwner(held)) {
                policies.refuse(Policy.FORBID_OWNER_ROLE_CHANGE, actor, drive);
                requireOwnerBeside(scope, actor, subject, drive);
            }
            if (held != null) {
                grants.revoke(scope, subject, Resource.of(drive));
                audit.record(scope, actor, "drive.member_removed", facts(drive, subject, held.role()));
            }
            return drive;
        });
    }

    /** Of a drive whose members may change at all; its row is locked, so that no two changes meet. */
    private Policies policies(Tx.Scope scope, Actor actor, DriveId drive) {
        DriveRow row = rows.lock(scope, drive).row();
        if (row.kind() == DriveKind.PERSONAL) {
            AUDIT.info("drive.member_refused actor={} drive={} why=personal", actor, drive);
            throw new CloudException(ErrorCode.NOT_ALLOWED_HERE, "the membership of a personal drive never changes");
        }
        row.policies().refuse(Policy.READ_ONLY, actor, drive);
        return row.policies();
    }

    private void requireOwnerBeside(Tx.Scope scope, Actor actor, Subject subject, DriveId drive) {
        if (!owners.remain(scope, drive, grant -> !grant.subject().equals(subject))) {
            AUDIT.info("drive.member_refused actor={} drive={} why=last-owner", actor, drive);
            throw new CloudException(ErrorCode.INVALID_INPUT, "a shared drive keeps at least one owner for good")
                    .withReason("LastOwner");
        }
    }

    /** @throws CloudException INVALID_INPUT if the subject is not there */
    private boolean isExternal(Tx.Scope scope, Subject subject) {
        Optional<Boolean> external = switch (subject.kind()) {
            case USER -> directory.flags(scope, new UserId(subject.id())).map(UserFlags::external);
            case GROUP -> directory.exists(scope, new GroupId(subject.id())) ? Optional.of(false) : Optional.empty();
        };
        return external.orElseThrow(
                () -> new CloudException(ErrorCode.INVALID_INPUT, "subject: no such user or group"));
    }

    private static boolean isOwner(@Nullable Grant grant) {
        return grant != null && grant.role() == Role.OWNER;
    }

    private static Map<String, String> facts(DriveId drive, Subject subject, Role role) {
        return Map.of(
                "drive", drive.toString(),
                "subject", subject.kind() + ":" + subject.id(),
                "role", role.name());
    }
}
