package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grant;
import io.oxicloud.access.Grants;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Rights;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.account.Directory;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.drive.Policies;
import io.oxicloud.drive.Policy;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Door: who was given what on a single file or folder. Takes SHARE on it. What concerns a whole drive, and so its root
 * folder, is the drive's own door. Thread-safe.
 *
 * <p>Refusals are those of {@link FileTree}.
 */
public final class NodeGrants {
    private final Tx tx;
    private final Access access;
    private final Grants grants;
    private final DriveLedger drives;
    private final Directory directory;
    private final Audit audit;
    private final Clock clock;
    private final Nodes nodes = new Nodes();

    public NodeGrants(
            Tx tx, Access access, Grants grants, DriveLedger drives, Directory directory, Audit audit, Clock clock) {
        this.tx = tx;
        this.access = access;
        this.grants = grants;
        this.drives = drives;
        this.directory = directory;
        this.audit = audit;
        this.clock = clock;
    }

    /** The grants in effect on exactly this node, the oldest first. What it inherits is not among them. */
    public List<Grant> list(Actor actor, NodeId id) {
        Rights rights = access.rights(actor);
        Instant now = clock.instant();
        return tx.read("files.grants", scope -> {
            Node node = shareable(scope, rights, id);
            return grants.of(scope, resource(node)).stream()
                    .filter(grant -> grant.inEffect(now))
                    .toList();
        });
    }

    /**
     * Gives a role, in place of the one that the subject may hold on the node already.
     *
     * @param expiresAt from when on it counts nothing; null never ends
     * @throws CloudException INVALID_INPUT if the subject is not there or the end has passed; NOT_ALLOWED_HERE for a root
     *     folder or by a policy
     */
    public Grant give(Actor actor, NodeId id, Subject subject, Role role, @Nullable Instant expiresAt) {
        Rights rights = access.rights(actor);
        return tx.retryingWrite("files.grant", scope -> {
            Node node = shareable(scope, rights, id);
            boolean external = isExternal(scope, subject);
            Policies policies = drives.policies(scope, node.drive());
            policies.refuse(Policy.READ_ONLY, actor, node.drive());
            policies.refuse(Policy.FORBID_SHARING, actor, node.drive());
            if (external) {
                policies.refuse(Policy.FORBID_EXTERNAL_SHARING, actor, node.drive());
            }
            Grant given = grants.give(scope, actor, subject, resource(node), role, expiresAt);
            audit.record(scope, actor, "files.grant_given", facts(node, subject, role));
            return given;
        });
    }

    /**
     * Takes the role away; nothing happens if there is none. No policy but READ_ONLY stands in the way of less access.
     *
     * @throws CloudException NOT_ALLOWED_HERE for a root folder or by a policy
     */
    public void revoke(Actor actor, NodeId id, Subject subject) {
        Rights rights = access.rights(actor);
        tx.retryingWrite("files.revoke", scope -> {
            Node node = shareable(scope, rights, id);
            drives.policies(scope, node.drive()).refuse(Policy.READ_ONLY, actor, node.drive());
            Grant held = grants.find(scope, subject, resource(node)).orElse(null);
            if (held != null && grants.revoke(scope, subject, resource(node))) {
                audit.record(scope, actor, "files.grant_revoked", facts(node, subject, held.role()));
            }
            return node.id();
        });
    }

    private Node shareable(Tx.Scope scope, Rights rights, NodeId id) {
        Node node = nodes.find(scope, id).orElseThrow(Access::absent);
        rights.require(node.lineage(), Permission.SHARE);
        if (node.parent() == null) {
            throw new CloudException(ErrorCode.NOT_ALLOWED_HERE, "roles on a whole drive are given on the drive");
        }
        return node;
    }

    private boolean isExternal(Tx.Scope scope, Subject subject) {
        return switch (subject.kind()) {
            case USER ->
                directory
                        .flags(scope, new UserId(subject.id()))
                        .orElseThrow(NodeGrants::noSubject)
                        .external();
            case GROUP -> {
                if (!directory.exists(scope, new GroupId(subject.id()))) {
                    throw noSubject();
                }
                yield false;
            }
        };
    }

    private static CloudException noSubject() {
        return new CloudException(ErrorCode.INVALID_INPUT, "subject: no such user or group");
    }

    private static Resource resource(Node node) {
        return Resource.of(node.lineage(), node.folder());
    }

    private static Map<String, String> facts(Node node, Subject subject, Role role) {
        return Map.of(
                "node", node.id().toString(),
                "subject", subject.kind() + " " + subject.id(),
                "role", role.name());
    }
}
