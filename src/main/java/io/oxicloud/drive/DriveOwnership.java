package io.oxicloud.drive;

import io.oxicloud.access.Grants;
import io.oxicloud.access.Subject;
import io.oxicloud.account.AccountLifecycle;
import io.oxicloud.account.Directory;
import io.oxicloud.account.GroupLifecycle;
import io.oxicloud.account.NewAccount;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What happens to drives and grants when users and groups come and go: a new internal user gets a drive of its own, nobody
 * leaves who is the last owner of a shared drive, and whoever goes takes all grants along.
 */
public final class DriveOwnership implements AccountLifecycle, GroupLifecycle {
    private final DriveLedger ledger;
    private final Grants grants;
    private final Directory directory;
    private final Owners owners;

    public DriveOwnership(DriveLedger ledger, Grants grants, Directory directory) {
        this.ledger = ledger;
        this.grants = grants;
        this.directory = directory;
        this.owners = new Owners(grants, directory);
    }

    @Override
    public void created(Tx.Scope scope, UserId user, NewAccount facts) {
        if (!facts.external()) {
            ledger.foundPersonal(scope, user);
        }
    }

    /** @throws CloudException CONFLICT if nobody else owns a shared drive */
    @Override
    public void deleted(Tx.Scope scope, UserId user) {
        refuse(owners.orphanWithout(scope, directory.subjectsOf(scope, user), user));
        ledger.abandonPersonal(scope, user);
        grants.dropAllOf(scope, Subject.of(user));
    }

    /** @throws CloudException CONFLICT if nobody is left in one of the groups, and nobody else owns its drive */
    @Override
    public void shrunk(Tx.Scope scope, Set<GroupId> groups) {
        Set<UUID> ids = groups.stream().map(GroupId::value).collect(Collectors.toSet());
        refuse(owners.orphanWithout(scope, ids, null));
    }

    /** @throws CloudException CONFLICT if nobody else owns a shared drive */
    @Override
    public void deleted(Tx.Scope scope, GroupId group) {
        refuse(owners.orphanWithout(scope, group));
        grants.dropAllOf(scope, Subject.of(group));
    }

    private static void refuse(@Nullable DriveId orphan) {
        if (orphan != null) {
            throw new CloudException(ErrorCode.CONFLICT, "drive " + orphan + " would be left without an owner")
                    .withReason("LastOwner");
        }
    }
}
