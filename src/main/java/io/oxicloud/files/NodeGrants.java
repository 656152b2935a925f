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
import io.oxicloud.base.GrantId;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.Lineage;
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
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
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

    /**
     * The grants in effect on exactly this node, the oldest first. What it inherits is not among them.
     *
     * @param resource a file or folder, as what it is: under the other kind it is not found
     */
    public List<Grant> list(Actor actor, Resource resource) {
        Rights rights = access.rights(actor);
        Instant now = clock.instant();
        return tx.read("files.grants", scope -> {
            shareable(scope, rights, resource);
            return grants.of(scope, resource).stream()
                    .filter(grant -> grant.inEffect(now))
                    .toList();
        });
    }

    /**
     * Which of these nodes somebody was given a role on. What they inherit counts nothing, and so do the members of a drive for its
     * root. One statement for each 1,000.
     *
     * @param asked from {@link FileTree}, for this actor; READ is asked again
     */
    public Set<NodeId> shared(Actor actor, List<Node> asked) {
        Rights rights = access.rights(actor);
        asked.forEach(node -> rights.require(node.lineage(), Permission.READ));
        List<UUID> ids = asked.stream().map(node -> node.id().value()).toList();
        return tx.read("files.shared", scope -> grants.shared(scope, ids)).stream()
                .map(NodeId::new)
                .collect(Collectors.toSet());
    }

    /**
     * Gives a role, in place of the one that the subject may hold on the node already.
     *
     * @param resource as for {@link #list}
     * @param expiresAt from when on it counts nothing; null never ends
     * @throws CloudException INVALID_INPUT if the subject is not there or the end has passed; NOT_ALLOWED_HERE for a root
     *     folder or by a policy
     */
    public Grant give(Actor actor, Resource resource, Subject subject, Role role, @Nullable Instant expiresAt) {
        Rights rights = access.rights(actor);
        return tx.retryingWrite("files.grant", scope -> {
            Node node = shareable(scope, rights, resource);
            return give(scope, actor, node, subject, role, expiresAt);
        });
    }

    /**
     * Gives another role or end to who holds one on the node, so that nothing that was just taken away comes back.
     *
     * @throws CloudException NOT_FOUND if the subject holds none; otherwise as {@link #give}
     */
    public Grant change(Actor actor, Resource resource, Subject subject, Role role, @Nullable Instant expiresAt) {
        Rights rights = access.rights(actor);
        Instant now = clock.instant();
        return tx.retryingWrite("files.grant", scope -> {
            Node node = shareable(scope, rights, resource);
            if (grants.find(scope, subject, resource)
                    .filter(held -> held.inEffect(now))
                    .isEmpty()) {
                throw new CloudException(ErrorCode.NOT_FOUND, "no such grant");
            }
            return give(scope, actor, node, subject, role, expiresAt);
        });
    }

    /**
     * Takes a grant on a node away, also on one in the trash; takes SHARE on it, or to have given it. No policy but
     * READ_ONLY stands in the way of less access.
     *
     * @throws CloudException NOT_FOUND if there is none, or it is on what the actor may not read; NOT_ALLOWED_HERE by a
     *     policy
     */
    public void revoke(Actor actor, GrantId id) {
        Rights rights = access.rights(actor);
        tx.retryingWrite("files.revoke", scope -> {
            Grant grant = grants.find(scope, id).orElseThrow(Access::absent);
            Lineage lineage =
                    nodes.lineage(scope, new NodeId(grant.resource().id())).orElseThrow(Access::absent);
            if (!grant.isFrom(actor)) {
                rights.require(lineage, Permission.SHARE);
            }
            if (grant.resource().kind() == Resource.Kind.DRIVE) {
                throw concernsDrive();
            }
            drives.policies(scope, lineage.drive()).refuse(Policy.READ_ONLY, actor, lineage.drive());
            if (grants.revoke(scope, grant.subject(), grant.resource())) {
                audit.record(scope, actor, "files.grant_revoked", facts(grant));
            }
            return id;
        });
    }

    private Grant give(
            Tx.Scope scope, Actor actor, Node node, Subject subject, Role role, @Nullable Instant expiresAt) {
        boolean external = isExternal(scope, subject);
        Policies policies = drives.policies(scope, node.drive());
        policies.refuse(Policy.READ_ONLY, actor, node.drive());
        policies.refuse(Policy.FORBID_SHARING, actor, node.drive());
        if (external) {
            policies.refuse(Policy.FORBID_EXTERNAL_SHARING, actor, node.drive());
        }
        Grant given = grants.give(scope, actor, subject, resource(node), role, expiresAt);
        audit.record(scope, actor, "files.grant_given", facts(given));
        return given;
    }

    private Node shareable(Tx.Scope scope, Rights rights, Resource resource) {
        Node node = nodes.find(scope, new NodeId(resource.id())).orElseThrow(Access::absent);
        rights.require(node.lineage(), Permission.SHARE);
        if (node.parent() == null) {
            throw concernsDrive();
        }
        if (!resource(node).equals(resource)) {
            throw Access.absent();
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

    private static CloudException concernsDrive() {
        return new CloudException(
                ErrorCode.NOT_ALLOWED_HERE, "roles on a whole drive are given and taken on the drive");
    }

    private static CloudException noSubject() {
        return new CloudException(ErrorCode.INVALID_INPUT, "subject: no such user or group");
    }

    private static Resource resource(Node node) {
        return Resource.of(node.lineage(), node.folder());
    }

    private static Map<String, String> facts(Grant grant) {
        return Map.of(
                "node", grant.resource().id().toString(),
                "subject", grant.subject().kind() + " " + grant.subject().id(),
                "role", grant.role().name());
    }
}
