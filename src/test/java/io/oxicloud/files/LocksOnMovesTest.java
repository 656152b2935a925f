package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of locks, and of what they guard, when nodes are moved, copied, thrown away and restored. */
class LocksOnMovesTest extends OnLockedDrive {
    LocksOnMovesTest(Engine engine) {
        super(engine);
    }

    @Test
    void noLockMovesAlong() {
        Node folder = tree.createFolder(alice, root, "folder");
        Node file = files.write(alice, folder.id(), "file", "one").node();
        FileLock lock = locks.take(alice, file.id(), exclusive(false), Precondition.NONE);

        tree.rename(alice, folder.id(), "new", with(lock));

        assertEquals(Map.of(), locks.on(alice, List.of(tree.get(alice, file.id()))));
        FileLock again = locks.take(alice, file.id(), exclusive(false), Precondition.NONE);
        tree.delete(alice, folder.id(), with(again));
        assertEquals(0, stored());
    }

    @Test
    void whatIsInTheWayOfAMoveOrACopyMayBeLocked() {
        Node file = files.write(alice, root, "file", "one").node();
        Node old = files.write(alice, root, "old", "two").node();
        FileLock lock = locks.take(bob, old.id(), exclusive(false), Precondition.NONE);
        var there = new Destination(root, "old", Destination.Taken.REPLACE);

        locked(old, () -> tree.move(alice, file.id(), there, Precondition.NONE));
        locked(old, () -> tree.copy(alice, file.id(), there, true, Precondition.NONE));
        locks.release(bob, old.id(), lock.token());
        FileLock hers = locks.take(alice, old.id(), exclusive(false), Precondition.NONE);
        Copied copied = tree.copy(alice, file.id(), there, true, with(hers));
        assertEquals(
                List.of(hers.token()),
                tokens(locks.on(alice, List.of(copied.node())).get(copied.node().id())));
        assertEquals(1, stored());
    }

    @Test
    void aLockWaitsForWhatItsHolderPutsIntoThePlaceOfItsFile() {
        Node file = files.write(alice, root, "file", "one").node();
        Node next = files.write(alice, root, "next", "two").node();
        FileLock lock = locks.take(alice, file.id(), exclusive(false), Precondition.NONE);

        tree.rename(alice, file.id(), "old", with(lock));

        assertEquals(Map.of(), locks.on(bob, List.of(tree.get(alice, file.id()), next)));
        assertEquals(tokens(List.of(lock)), tokens(locks.waitingFor(alice, tree.get(alice, root), "file")));
        refused(ErrorCode.LOCKED, () -> tree.createFolder(bob, root, "file"));
        Node came = tree.rename(alice, next.id(), "file", Precondition.NONE);
        FileLock again = the(came);
        assertEquals(lock.token(), again.token());
        assertTrue(again.remaining().compareTo(LockRows.WAITING) > 0, again.remaining()::toString);
        assertEquals(List.of(), locks.waitingFor(alice, tree.get(alice, root), "file"));
    }

    @Test
    void aLockThatWaitedInVainIsGone() {
        Node file = files.write(alice, root, "file", "one").node();
        FileLock lock = locks.take(alice, file.id(), exclusive(false), Precondition.NONE);
        tree.rename(alice, file.id(), "old", with(lock));

        end(lock);

        Node bobs = files.write(bob, root, "file", "two").node();
        assertEquals(Map.of(), locks.on(alice, List.of(bobs)));
    }

    @Test
    void nothingIsCopiedOrRestoredIntoALockedFolderAndNoLockIsCopied() {
        Node folder = tree.createFolder(alice, root, "folder");
        Node file = files.write(alice, folder.id(), "file", "one").node();
        Node gone = files.write(alice, folder.id(), "gone", "two").node();
        tree.delete(alice, gone.id(), Precondition.NONE);
        FileLock lock = locks.take(alice, folder.id(), exclusive(true), Precondition.NONE);
        var inside = new Destination(folder.id(), "copy", Destination.Taken.REFUSE);
        var outside = new Destination(root, "copy", Destination.Taken.REFUSE);

        locked(folder, () -> tree.copy(alice, file.id(), inside, true, Precondition.NONE));
        locked(folder, () -> files.trash.restore(alice, gone.id()));

        Node copy =
                tree.copy(bob, folder.id(), outside, true, Precondition.NONE).node();
        assertEquals(Map.of(), locks.on(alice, List.of(copy)));
        tree.copy(alice, file.id(), inside, true, with(lock));
        locks.release(alice, folder.id(), lock.token());
        files.trash.restore(alice, gone.id());
    }

    @Test
    void whatIsRestoredTakesTheLockThatWaitsForItsNameOrStaysInTheTrash() {
        Node old = files.write(alice, root, "file", "old").node();
        tree.delete(alice, old.id(), Precondition.NONE);
        Node file = files.write(alice, root, "file", "one").node();
        FileLock lock = locks.take(alice, file.id(), exclusive(false), Precondition.NONE);
        tree.rename(alice, file.id(), "away", with(lock));
        ofAll(bob);

        refused(ErrorCode.LOCKED, () -> files.trash.restore(bob, old.id()));
        Node back = files.trash.restore(alice, old.id());

        assertEquals(
                List.of(lock.token()), tokens(locks.on(alice, List.of(back)).get(back.id())));
    }

    /** May do everything. */
    private void ofAll(Actor.User user) {
        files.grant(user, tree.get(alice, root), Role.OWNER);
    }
}
