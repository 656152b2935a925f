package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grant;
import io.oxicloud.access.Grants;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Rights;
import io.oxicloud.account.Directory;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.GrantId;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Door: what others gave to the actor and what he gave to others, on drives, folders and files. What lies in the trash is
 * left out. Two statements however many grants there are. Thread-safe.
 */
public final class GrantLists {
    /** Of each list, the newest. */
    public static final int MAX = 1_000;

    private final Tx tx;
    private final Access access;
    private final Grants grants;
    private final Directory directory;
    private final Nodes nodes = new Nodes();

    public GrantLists(Tx tx, Access access, Grants grants, Directory directory) {
        this.tx = tx;
        this.access = access;
        this.grants = grants;
        this.directory = directory;
    }

    /**
     * What the user was given, also through groups, the newest first.
     *
     * @throws CloudException UNAUTHENTICATED unless the actor is a user
     */
    public List<Grant> incoming(Actor actor) {
        UserId user = actor.user().id();
        Set<UUID> subjects = directory.subjectsOf(user);
        return tx.read("grants.incoming", scope -> living(scope, grants.received(scope, user, subjects, MAX)));
    }

    /**
     * What the user gave, the newest first. He may take it back ({@link NodeGrants#revoke}) even where he holds nothing any
     * more.
     *
     * @throws CloudException UNAUTHENTICATED unless the actor is a user
     */
    public List<Grant> outgoing(Actor actor) {
        UserId user = actor.user().id();
        return tx.read("grants.outgoing", scope -> living(scope, grants.givenBy(scope, user, MAX)));
    }

    /**
     * One grant that the actor gave, or that is on something he may read.
     *
     * @throws CloudException NOT_FOUND for any other, whether or not there is one
     */
    public Grant get(Actor actor, GrantId id) {
        Rights rights = access.rights(actor);
        return tx.read(
                "grants.get",
                scope -> grants.find(scope, id)
                        .filter(grant -> grant.isFrom(actor) || isReadable(scope, rights, grant.resource()))
                        .orElseThrow(Access::absent));
    }

    private List<Grant> living(Tx.Scope scope, List<Grant> all) {
        List<UUID> ids = all.stream()
                .map(Grant::resource)
                .filter(resource -> resource.kind() != Resource.Kind.DRIVE)
                .map(Resource::id)
                .distinct()
                .toList();
        Set<UUID> living = nodes.living(scope, ids);
        return all.stream()
                .filter(grant -> grant.resource().kind() == Resource.Kind.DRIVE
                        || living.contains(grant.resource().id()))
                .toList();
    }

    private boolean isReadable(Tx.Scope scope, Rights rights, Resource resource) {
        Optional<Lineage> lineage = switch (resource.kind()) {
            case DRIVE -> Optional.of(Lineage.ofRoot(new DriveId(resource.id())));
            case FOLDER, FILE -> nodes.lineage(scope, new NodeId(resource.id()));
        };
        return lineage.filter(place -> rights.test(place, Permission.READ)).isPresent();
    }
}
