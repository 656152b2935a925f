package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grant;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.access.TestGround;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GrantId;
import io.oxicloud.base.Precondition;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Engine;
import io.oxicloud.drive.Policy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class NodeGrantsTest extends OnTeamDrive {
    private final NodeGrants grants = files.nodeGrants;
    private final Actor.User bob = files.user();
    private final Actor.User carol = files.user();
    private final Node folder = tree.createFolder(alice, root, "folder");
    private final Resource shared = Resource.of(folder.lineage(), true);

    NodeGrantsTest(Engine engine) {
        super(engine);
    }

    @Test
    void aRoleOnANodeIsGivenListedAndTaken() {
        Node inner = tree.createFolder(alice, folder.id(), "inner");
        refused(ErrorCode.NOT_FOUND, () -> tree.get(bob, inner.id()));

        Grant given = give(alice, bob, Role.EDITOR);

        assertEquals(List.of(given), grants.list(alice, shared));
        assertEquals(inner, tree.get(bob, inner.id()));
        refused(ErrorCode.FORBIDDEN, () -> grants.list(bob, shared));
        grants.revoke(alice, given.id());
        refused(ErrorCode.NOT_FOUND, () -> grants.revoke(alice, given.id()));
        refused(ErrorCode.NOT_FOUND, () -> tree.get(bob, inner.id()));
        assertEquals(List.of(), grants.list(alice, shared));
    }

    @Test
    void anExpiredRoleIsNeitherListedNorCountedNorChanged() {
        var end = files.clock.instant().plusSeconds(60);
        grants.give(alice, shared, Subject.of(bob.id()), Role.VIEWER, end);
        assertEquals(folder, tree.get(bob, folder.id()));

        files.clock.advance(Duration.ofSeconds(60));

        refused(ErrorCode.NOT_FOUND, () -> tree.get(bob, folder.id()));
        assertEquals(List.of(), grants.list(alice, shared));
        refused(ErrorCode.NOT_FOUND, () -> change(bob, Role.EDITOR));
    }

    @Test
    void aRoleIsChangedOnlyWhereItIsHeld() {
        Grant given = give(alice, bob, Role.VIEWER);

        Grant changed = change(bob, Role.EDITOR);

        assertEquals(given.id(), changed.id());
        assertEquals(Role.EDITOR, changed.role());
        assertEquals(List.of(changed), grants.list(alice, shared));
        refused(ErrorCode.NOT_FOUND, () -> change(carol, Role.EDITOR));
        assertEquals(List.of(changed), grants.list(alice, shared));
    }

    @Test
    void whoGaveARoleTakesItBackEvenAfterLosingHisOwn() {
        Grant bobs = give(alice, bob, Role.OWNER);
        Grant carols = give(bob, carol, Role.VIEWER);

        grants.revoke(alice, bobs.id());
        refused(ErrorCode.NOT_FOUND, () -> tree.get(bob, folder.id()));
        grants.revoke(bob, carols.id());

        assertEquals(List.of(), grants.list(alice, shared));
    }

    @Test
    void whoMayShareTakesWhatOthersGave() {
        give(alice, bob, Role.OWNER);
        Grant carols = give(bob, carol, Role.VIEWER);

        grants.revoke(alice, carols.id());

        refused(ErrorCode.NOT_FOUND, () -> tree.get(carol, folder.id()));
    }

    @Test
    void allOthersTakeNothingAndStrangersLearnNothing() {
        Grant bobs = give(alice, bob, Role.EDITOR);

        refused(ErrorCode.FORBIDDEN, () -> grants.revoke(bob, bobs.id()));
        CloudException hidden = assertThrows(CloudException.class, () -> grants.revoke(carol, bobs.id()));
        CloudException absent =
                assertThrows(CloudException.class, () -> grants.revoke(carol, new GrantId(UUID.randomUUID())));

        assertEquals(Access.absent().message(), hidden.message());
        assertEquals(hidden.message(), absent.message());
        assertEquals(hidden.code(), absent.code());
        assertEquals(List.of(bobs), grants.list(alice, shared));
    }

    @Test
    void aGrantOnWhatLiesInTheTrashIsTakenAsWell() {
        Grant given = give(alice, bob, Role.VIEWER);
        tree.delete(alice, folder.id(), Precondition.NONE);

        grants.revoke(alice, given.id());

        refused(ErrorCode.NOT_FOUND, () -> grants.revoke(alice, given.id()));
    }

    @Test
    void aNodeIsFoundAsWhatItIsOnly() {
        var asFile = new Resource(Resource.Kind.FILE, folder.id().value());

        refused(ErrorCode.NOT_FOUND, () -> grants.list(alice, asFile));
        refused(ErrorCode.NOT_FOUND, () -> grants.give(alice, asFile, Subject.of(bob.id()), Role.VIEWER, null));
    }

    @Test
    void whatIsOnAWholeDriveIsTheDrivesBusiness() {
        var asFolder = new Resource(Resource.Kind.FOLDER, root.value());
        Grant member = files.ground.give(Subject.of(bob.id()), Resource.of(drive), Role.VIEWER, null);

        refused(ErrorCode.NOT_ALLOWED_HERE, () -> grants.list(alice, asFolder));
        refused(
                ErrorCode.NOT_ALLOWED_HERE,
                () -> grants.give(alice, Resource.of(drive), Subject.of(carol.id()), Role.VIEWER, null));
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> grants.revoke(alice, member.id()));
    }

    @Test
    void policiesAndNonsenseStopAGrantButNotItsEnd() {
        Actor.User guest = files.ground.external();

        refused(
                ErrorCode.INVALID_INPUT,
                () -> grants.give(alice, shared, Subject.of(new UserId(UUID.randomUUID())), Role.VIEWER, null));
        policy(Policy.FORBID_EXTERNAL_SHARING);
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> give(alice, guest, Role.VIEWER));
        Grant bobs = give(alice, bob, Role.VIEWER);
        policy(Policy.FORBID_SHARING);
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> change(bob, Role.EDITOR));
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> give(alice, carol, Role.VIEWER));
        grants.revoke(alice, bobs.id());
        assertEquals(List.of(), grants.list(alice, shared));
    }

    @Test
    void whatIsFrozenKeepsItsGrants() {
        Grant bobs = give(alice, bob, Role.VIEWER);
        files.freeze(drive);

        refused(ErrorCode.NOT_ALLOWED_HERE, () -> grants.revoke(alice, bobs.id()));
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> give(alice, carol, Role.VIEWER));
        assertEquals(List.of(bobs), grants.list(alice, shared));
    }

    private Grant give(Actor by, Actor.User to, Role role) {
        return grants.give(by, shared, Subject.of(to.id()), role, null);
    }

    private Grant change(Actor.User whose, Role role) {
        return grants.change(alice, shared, Subject.of(whose.id()), role, null);
    }

    private void policy(Policy policy) {
        files.drives.setPolicies(TestGround.ADMIN, drive, Map.of(policy.key(), true));
    }

    private static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }
}
