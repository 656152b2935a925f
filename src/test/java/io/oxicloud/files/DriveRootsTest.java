package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.access.Grant;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.access.TestGround;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
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

/** What the tree shares with drives: their roots, and the grants inside them. */
class DriveRootsTest extends OnTeamDrive {
    DriveRootsTest(Engine engine) {
        super(engine);
    }

    @Test
    void aRootBearsTheNameOfItsDrive() {
        files.drives.rename(alice, drive, "Crew");

        assertEquals("Crew", tree.get(alice, root).name());
    }

    @Test
    void onlyAnEmptyDriveIsDeleted() {
        Node folder = tree.createFolder(alice, root, "folder");
        refused(ErrorCode.CONFLICT, () -> files.drives.delete(alice, drive));

        tree.delete(alice, folder.id(), Precondition.NONE);
        files.drives.delete(alice, drive);

        refused(ErrorCode.NOT_FOUND, () -> tree.get(alice, root));
        refused(ErrorCode.NOT_FOUND, () -> tree.resolve(alice, drive, List.of()));
    }

    @Test
    void withAnAccountItsFilesAreGoneAtOnce() {
        Actor.User bob = files.user();
        Node file = files.write(bob, files.home(bob), "a", "x").node();
        files.grant(alice, file, Role.VIEWER);
        assertEquals(file, tree.get(alice, file.id()));

        files.ground.accounts().delete(TestGround.ADMIN, bob.id());

        refused(ErrorCode.NOT_FOUND, () -> tree.get(alice, file.id()));
    }

    @Test
    void aRoleOnANodeIsGivenListedAndTaken() {
        Actor.User bob = files.user();
        Node folder = tree.createFolder(alice, root, "folder");
        Node inner = tree.createFolder(alice, folder.id(), "inner");
        refused(ErrorCode.NOT_FOUND, () -> tree.get(bob, inner.id()));

        Grant given = files.nodeGrants.give(alice, folder.id(), Subject.of(bob.id()), Role.EDITOR, null);

        assertEquals(List.of(given), files.nodeGrants.list(alice, folder.id()));
        assertEquals(inner, tree.get(bob, inner.id()));
        refused(ErrorCode.FORBIDDEN, () -> files.nodeGrants.list(bob, folder.id()));
        files.nodeGrants.revoke(alice, folder.id(), Subject.of(bob.id()));
        files.nodeGrants.revoke(alice, folder.id(), Subject.of(bob.id()));
        refused(ErrorCode.NOT_FOUND, () -> tree.get(bob, inner.id()));
        assertEquals(List.of(), files.nodeGrants.list(alice, folder.id()));
    }

    @Test
    void anExpiredRoleIsNeitherListedNorCounted() {
        Actor.User bob = files.user();
        Node folder = tree.createFolder(alice, root, "folder");
        var end = files.clock.instant().plusSeconds(60);
        files.nodeGrants.give(alice, folder.id(), Subject.of(bob.id()), Role.VIEWER, end);
        assertEquals(folder, tree.get(bob, folder.id()));

        files.clock.advance(Duration.ofSeconds(60));

        refused(ErrorCode.NOT_FOUND, () -> tree.get(bob, folder.id()));
        assertEquals(List.of(), files.nodeGrants.list(alice, folder.id()));
    }

    @Test
    void policiesAndNonsenseStopAGrant() {
        Actor.User guest = files.ground.external();
        Actor.User bob = files.user();
        NodeId folder = tree.createFolder(alice, root, "folder").id();

        refused(ErrorCode.NOT_ALLOWED_HERE, () -> give(root, bob.id()));
        refused(ErrorCode.INVALID_INPUT, () -> give(folder, new UserId(UUID.randomUUID())));
        policy(Policy.FORBID_EXTERNAL_SHARING);
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> give(folder, guest.id()));
        give(folder, bob.id());
        policy(Policy.FORBID_SHARING);
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> give(folder, bob.id()));
        files.nodeGrants.revoke(alice, folder, Subject.of(bob.id()));
    }

    private void give(NodeId node, UserId to) {
        files.nodeGrants.give(alice, node, Subject.of(to), Role.VIEWER, null);
    }

    private void policy(Policy policy) {
        files.drives.setPolicies(TestGround.ADMIN, drive, Map.of(policy.key(), true));
    }

    private static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }
}
