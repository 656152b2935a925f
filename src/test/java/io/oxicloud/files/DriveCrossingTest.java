package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.access.TestGround;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import io.oxicloud.drive.NewDrive;
import io.oxicloud.drive.Policy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Moves onto what is there, and from one drive to another. */
class DriveCrossingTest extends OnTeamDrive {
    private final DriveId other;
    private final NodeId there;

    DriveCrossingTest(Engine engine) {
        super(engine);
        other = files.drive(alice, "Other");
        there = new NodeId(other.value());
    }

    @AfterEach
    void check() {
        assertEquals(List.of(), TreeCheck.broken(files));
    }

    @Test
    void aTreeMovesToAnotherDriveWithItsIdsItsSizeAndItsGrants() {
        Actor.User bob = files.user();
        Actor.User carol = files.user();
        Node source = tree.createFolder(alice, root, "source");
        Node inner = tree.createFolder(alice, source.id(), "inner");
        Node file = files.write(alice, inner.id(), "a", "12345").node();
        files.grant(bob, inner, Role.VIEWER);
        member(carol, other, Role.VIEWER);

        Node moved = tree.move(alice, source.id(), there, "moved", Precondition.NONE);

        assertEquals(other, moved.drive());
        Node found = tree.resolve(alice, other, List.of("moved", "inner", "a"));
        assertEquals(file.id(), found.id());
        assertEquals("12345", files.read(bob, found));
        assertEquals(found, tree.get(carol, file.id()));
        assertEquals(0L, files.drives.used(alice).get(drive));
        assertEquals(5L, files.drives.used(alice).get(other));
        refused(ErrorCode.NOT_FOUND, () -> tree.resolve(alice, drive, List.of("source")));
    }

    @Test
    void aFileMovesToAnotherDrive() {
        Node file = files.write(alice, root, "a", "12345").node();

        tree.move(alice, file.id(), there, "a", Precondition.NONE);

        assertEquals(5L, files.drives.used(alice).get(other));
    }

    @Test
    void whatDoesNotFitStays() {
        Node file = files.write(alice, root, "a", "12345").node();
        DriveId small = files.drives
                .createShared(TestGround.ADMIN, new NewDrive("Small", Subject.of(alice.id()), 4L))
                .id();

        refused(
                ErrorCode.OVER_QUOTA,
                () -> tree.move(alice, file.id(), new NodeId(small.value()), "a", Precondition.NONE));

        assertEquals(file, tree.resolve(alice, drive, List.of("a")));
    }

    @Test
    void policiesOfEitherDriveStopAMove() {
        Node folder = tree.createFolder(alice, root, "a");
        policy(drive, Policy.FORBID_CROSS_DRIVE_MOVE, true);
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> tree.move(alice, folder.id(), there, "a", Precondition.NONE));
        tree.move(alice, folder.id(), root, "b", Precondition.NONE);
        tree.copy(alice, folder.id(), new Destination(there, "b", Destination.Taken.REFUSE), true, Precondition.NONE);
        policy(drive, Policy.FORBID_CROSS_DRIVE_MOVE, false);
        files.freeze(other);
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> tree.move(alice, folder.id(), there, "a", Precondition.NONE));
    }

    @Test
    void whoMayNotDeleteTakesNothingOutOfADrive() {
        Actor.User bob = files.user();
        Node folder = tree.createFolder(alice, root, "a");
        member(bob, drive, Role.EDITOR);
        tree.rename(bob, folder.id(), "b", Precondition.NONE);

        refused(ErrorCode.FORBIDDEN, () -> tree.move(bob, folder.id(), files.home(bob), "b", Precondition.NONE));
    }

    @Test
    void grantsComeAlongOnlyWhereTheyMightBeGiven() {
        Actor.User bob = files.user();
        Actor.User carol = files.user();
        member(bob, other, Role.EDITOR);
        Node plain = tree.createFolder(bob, files.home(bob), "plain");
        Node shared = tree.createFolder(bob, files.home(bob), "shared");
        Node inner = tree.createFolder(bob, shared.id(), "inner");
        files.grant(carol, inner, Role.VIEWER);

        tree.move(bob, plain.id(), there, "plain", Precondition.NONE);
        refused(ErrorCode.FORBIDDEN, () -> tree.move(bob, shared.id(), there, "shared", Precondition.NONE));
        member(bob, other, Role.OWNER);
        for (Policy policy : List.of(Policy.FORBID_SHARING, Policy.FORBID_EXTERNAL_SHARING)) {
            policy(other, policy, true);
            refused(ErrorCode.NOT_ALLOWED_HERE, () -> tree.move(bob, shared.id(), there, "shared", Precondition.NONE));
            policy(other, policy, false);
        }

        tree.move(bob, shared.id(), there, "shared", Precondition.NONE);
        assertEquals(inner.id(), tree.get(carol, inner.id()).id());
    }

    @Test
    void nobodyBecomesOwnerOfAFileByMovingIt() {
        Actor.User bob = files.user();
        Node own = tree.createFolder(alice, root, "own");
        Node folder = tree.createFolder(alice, root, "folder");
        Node file = files.write(alice, root, "a", "x").node();
        member(bob, drive, Role.EDITOR);
        files.grant(bob, own, Role.OWNER);

        refused(ErrorCode.FORBIDDEN, () -> tree.move(bob, file.id(), own.id(), "a", Precondition.NONE));

        tree.move(bob, file.id(), folder.id(), "a", Precondition.NONE);
        tree.move(alice, file.id(), own.id(), "a", Precondition.NONE);
        tree.move(bob, file.id(), folder.id(), "a", Precondition.NONE);
    }

    @Test
    void whatWasDeletedInAFolderStaysInTheTrashOfItsDrive() {
        Node source = tree.createFolder(alice, root, "source");
        Node inner = tree.createFolder(alice, source.id(), "inner");
        Node outer = tree.createFolder(alice, inner.id(), "outer");
        Node early = files.write(alice, outer.id(), "early", "123").node();
        Node late = files.write(alice, outer.id(), "late", "12345").node();
        tree.delete(alice, early.id(), Precondition.NONE);
        tree.delete(alice, outer.id(), Precondition.NONE);

        tree.move(alice, source.id(), there, "moved", Precondition.NONE);

        assertEquals(8L, files.drives.used(alice).get(drive));
        assertEquals(0L, files.drives.used(alice).get(other));
        assertEquals(root, files.trash.restore(alice, outer.id()).parent());
        assertEquals(
                late.id(), tree.resolve(alice, drive, List.of("outer", "late")).id());
        assertEquals(root, files.trash.restore(alice, early.id()).parent());
    }

    @Test
    void whatLiesInThePlaceGoesToTheTrashIfTheCallerSaysSo() {
        Node old = files.write(alice, root, "old", "x").node();
        Node folder = tree.createFolder(alice, root, "folder");
        Node inner = tree.createFolder(alice, folder.id(), "inner");

        refused(ErrorCode.NAME_TAKEN, () -> tree.move(alice, inner.id(), root, "old", Precondition.NONE));
        Moved moved = tree.move(alice, inner.id(), over(root, "old"), Precondition.NONE);

        assertTrue(moved.replaced());
        assertEquals(inner.id(), tree.resolve(alice, drive, List.of("old")).id());
        refused(ErrorCode.NOT_FOUND, () -> tree.get(alice, old.id()));
        assertEquals(
                old.id(), files.trash.list(alice, null, 1).items().get(0).node().id());
        assertFalse(tree.move(alice, inner.id(), over(root, "old"), Precondition.NONE)
                .replaced());
        assertFalse(tree.move(alice, inner.id(), over(root, "new"), Precondition.NONE)
                .replaced());
    }

    @Test
    void aNodeDoesNotReplaceWhatItLiesIn() {
        Node folder = tree.createFolder(alice, root, "folder");
        Node inner = tree.createFolder(alice, folder.id(), "inner");
        Node file = files.write(alice, inner.id(), "a", "x").node();

        refused(ErrorCode.INVALID_INPUT, () -> tree.move(alice, file.id(), over(root, "folder"), Precondition.NONE));
        refused(
                ErrorCode.INVALID_INPUT,
                () -> tree.move(alice, folder.id(), over(folder.id(), "inner"), Precondition.NONE));

        assertEquals(file, tree.get(alice, file.id()));
    }

    @Test
    void theNumberOfStatementsDoesNotGrowWithTheTree() {
        Node small = files.forest(alice, root, "small", 2, 2);
        Node large = files.forest(alice, root, "large", 4, 4);

        long few = files.statements(() -> tree.move(alice, small.id(), there, "small", Precondition.NONE));
        long many = files.statements(() -> tree.move(alice, large.id(), there, "large", Precondition.NONE));
        long hidden = files.statements(() -> tree.delete(alice, large.id(), Precondition.NONE));
        long shown = files.statements(() -> files.trash.restore(alice, large.id()));

        assertEquals(few, many);
        assertTrue(many <= 25, "move: " + many);
        assertTrue(hidden <= 12, "delete: " + hidden);
        assertTrue(shown <= 14, "restore: " + shown);
    }

    private void member(Actor.User user, DriveId in, Role role) {
        files.ground.give(Subject.of(user.id()), Resource.of(in), role, null);
    }

    private void policy(DriveId of, Policy policy, boolean on) {
        files.drives.setPolicies(TestGround.ADMIN, of, Map.of(policy.key(), on));
    }

    private static Destination over(NodeId folder, String name) {
        return new Destination(folder, name, Destination.Taken.REPLACE);
    }

    private static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }
}
