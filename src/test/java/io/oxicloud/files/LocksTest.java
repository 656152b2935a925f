package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.TestGround;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class LocksTest extends OnLockedDrive {
    LocksTest(Engine engine) {
        super(engine);
    }

    @Test
    void whatIsLockedChangesForItsHolderWithItsTokenOnly() {
        Node file = files.write(alice, root, "file", "one").node();

        FileLock lock = locks.take(alice, file.id(), exclusive(false), Precondition.NONE);

        assertTrue(lock.token().startsWith("urn:uuid:"));
        locked(file, () -> files.write(bob, root, "file", "two"));
        locked(file, () -> files.write(alice, root, "file", "two"));
        locked(file, () -> tree.prepareWrite(bob, root, "file", with(lock)));
        locked(file, () -> tree.rename(bob, file.id(), "new", with(lock)));
        locked(file, () -> tree.delete(alice, file.id(), Precondition.NONE));
        files.write(bob, root, "other", "free");
        write(alice, "file", with(lock));
        assertEquals("new", files.read(alice, tree.get(alice, file.id())));
    }

    @Test
    void aLockedFolderKeepsTheListOfWhatLiesInIt() {
        Node folder = tree.createFolder(alice, root, "folder");
        Node file = files.write(alice, folder.id(), "file", "one").node();
        FileLock lock = locks.take(alice, folder.id(), exclusive(false), Precondition.NONE);

        locked(folder, () -> files.write(bob, folder.id(), "new", "x"));
        locked(folder, () -> tree.createFolder(bob, folder.id(), "new"));
        locked(folder, () -> tree.rename(bob, file.id(), "new", Precondition.NONE));
        locked(folder, () -> tree.move(bob, file.id(), root, "new", Precondition.NONE));
        locked(folder, () -> tree.delete(alice, file.id(), Precondition.NONE));
        locked(folder, () -> tree.move(bob, other("a"), folder.id(), "a", Precondition.NONE));
        files.write(bob, folder.id(), "file", "the file itself is not locked");
        tree.createFolder(alice, folder.id(), "new", with(lock));
    }

    @Test
    void aDeepLockGuardsAllThatLiesBelow() {
        Node folder = tree.createFolder(alice, root, "folder");
        Node inner = tree.createFolder(alice, folder.id(), "inner");
        Node file = files.write(alice, inner.id(), "file", "one").node();
        FileLock lock = locks.take(alice, folder.id(), exclusive(true), Precondition.NONE);

        locked(folder, () -> files.write(bob, inner.id(), "file", "two"));
        locked(folder, () -> tree.createFolder(bob, inner.id(), "new"));
        locked(folder, () -> tree.delete(alice, file.id(), Precondition.NONE));
        locked(folder, () -> locks.take(bob, file.id(), shared(false), Precondition.NONE));
        tree.delete(alice, file.id(), with(lock));
    }

    @Test
    void aTreeWithSomebodysLockInsideStaysWhereItIs() {
        Node folder = tree.createFolder(alice, root, "folder");
        Node file = files.write(alice, folder.id(), "file", "one").node();
        FileLock lock = locks.take(bob, file.id(), exclusive(false), Precondition.NONE);

        locked(file, () -> tree.delete(alice, folder.id(), Precondition.NONE));
        locked(file, () -> tree.rename(alice, folder.id(), "new", with(lock)));
        locked(file, () -> locks.take(alice, folder.id(), exclusive(true), Precondition.NONE));
        locks.take(alice, folder.id(), exclusive(false), Precondition.NONE);
    }

    @Test
    void oneTokenIsEnoughWhereSeveralShare() {
        Node file = files.write(alice, root, "file", "one").node();
        FileLock hers = locks.take(alice, file.id(), shared(false), Precondition.NONE);
        FileLock his = locks.take(bob, file.id(), shared(false), Precondition.NONE);

        write(alice, "file", with(hers));
        write(bob, "file", with(his));
        locked(file, () -> write(bob, "file", with(hers)));
        locked(file, () -> locks.take(bob, file.id(), exclusive(false), Precondition.NONE));
    }

    @Test
    void aLockThatComesWhileTheBytesComeIsHonoured() {
        files.write(alice, root, "file", "one");
        NodeId file = tree.resolve(alice, drive, List.of("file")).id();
        WriteIntent old = tree.prepareWrite(bob, root, "file", Precondition.NONE);
        WriteIntent fresh = tree.prepareWrite(bob, root, "fresh", Precondition.NONE);

        locks.take(alice, file, exclusive(false), Precondition.NONE);
        locks.take(alice, root, shared(false), Precondition.NONE);

        refused(ErrorCode.LOCKED, () -> tree.write(bob, old, new ByteArrayInputStream(new byte[2]), -1));
        refused(ErrorCode.LOCKED, () -> tree.write(bob, fresh, new ByteArrayInputStream(new byte[2]), -1));
        assertEquals(1, tree.children(alice, root, null, 10).items().size());
    }

    @Test
    void aLockWhoseTimeIsOverIsGone() {
        Node file = files.write(alice, root, "file", "one").node();
        FileLock lock = locks.take(alice, file.id(), exclusive(false), Precondition.NONE);

        end(lock);

        assertEquals(Map.of(), locks.on(alice, List.of(file)));
        refused(ErrorCode.STALE_ETAG, () -> locks.refresh(alice, file.id(), Set.of(lock.token()), null));
        refused(ErrorCode.CONFLICT, () -> locks.release(alice, file.id(), lock.token()));
        files.write(bob, root, "file", "two");
        FileLock next = locks.take(bob, file.id(), exclusive(false), Precondition.NONE);
        assertEquals(2, stored());
        new LockPurge(files.database.maintenance()).run();
        assertEquals(1, stored());
        assertEquals(next.token(), the(file).token());
    }

    /** As a transaction finds it that began before the first lock ended, and had to wait until the second one was there. */
    @Test
    void aLockThatSomebodyElseTookTheTimeOfIsNoLongerOfUse() {
        Node file = files.write(alice, root, "file", "one").node();
        FileLock hers = locks.take(alice, file.id(), exclusive(false), Precondition.NONE);
        files.database.requests().write("test.lock", scope -> {
            var end = scope.databaseTime().plusSeconds(60);
            var his = new LockEntity(files.ground.ids.next(), file.lineage(), bob.id(), exclusive(false), end);
            new LockRows().insert(scope, his);
            return his;
        });

        locked(file, () -> write(alice, "file", with(hers)));
        refused(ErrorCode.STALE_ETAG, () -> locks.refresh(alice, file.id(), Set.of(hers.token()), null));
    }

    @Test
    void whoGivesANodeTheNameItHasKeepsTheLock() {
        Node folder = tree.createFolder(alice, root, "folder");
        Node file = files.write(alice, folder.id(), "file", "one").node();
        locks.take(bob, file.id(), exclusive(false), Precondition.NONE);
        FileLock hers = locks.take(alice, folder.id(), exclusive(false), Precondition.NONE);

        tree.rename(alice, folder.id(), "folder", with(hers));
        tree.rename(bob, file.id(), "file", Precondition.NONE);

        assertEquals(2, stored());
    }

    @Test
    void aLockIsKeptAsItWasAskedForWithinBounds() {
        Node file = files.write(alice, root, "file", "one").node();
        var tooLong = new LockRequest(LockKind.SHARED, true, OWNER, Duration.ofDays(1_000));

        FileLock taken = locks.take(alice, file.id(), tooLong, Precondition.NONE);

        FileLock found = the(file);
        assertEquals(taken.token(), found.token());
        assertEquals(OWNER, found.owner());
        assertEquals(LockKind.SHARED, found.kind());
        assertTrue(found.deep());
        assertEquals(alice.id(), found.holder());
        assertTrue(found.remaining().compareTo(LockRequest.LONGEST) <= 0);
        assertTrue(found.remaining().compareTo(LockRequest.LONGEST.minusHours(1)) > 0);
        FileLock refreshed = locks.refresh(alice, file.id(), Set.of(taken.token(), "x"), Duration.ofMinutes(5));
        assertEquals(Duration.ofMinutes(5), refreshed.remaining());
        refused(ErrorCode.STALE_ETAG, () -> locks.refresh(bob, file.id(), Set.of(taken.token()), null));
        refused(ErrorCode.INVALID_INPUT, () -> new LockRequest(LockKind.SHARED, false, "\u0000", null));
        refused(ErrorCode.TOO_LARGE, () -> new LockRequest(LockKind.SHARED, false, "x".repeat(5_000), null));
    }

    @Test
    void oneNodeBearsSoManyLocksAndNoMore() {
        Node file = files.write(alice, root, "file", "one").node();
        for (int i = 0; i < Locks.MAX_ON_NODE; i++) {
            locks.take(alice, file.id(), shared(false), Precondition.NONE);
        }

        refused(ErrorCode.RATE_LIMITED, () -> locks.take(bob, file.id(), shared(false), Precondition.NONE));
    }

    @Test
    void aLockIsGivenBackByItsHolderOrByWhoManages() {
        Node folder = tree.createFolder(alice, root, "folder");
        Node file = files.write(alice, folder.id(), "file", "one").node();
        FileLock his = locks.take(bob, folder.id(), exclusive(true), Precondition.NONE);
        refused(ErrorCode.CONFLICT, () -> locks.release(bob, root, his.token()));
        refused(ErrorCode.CONFLICT, () -> locks.release(bob, file.id(), "urn:uuid:none"));

        locks.release(alice, file.id(), his.token());

        FileLock hers = locks.take(alice, file.id(), exclusive(false), Precondition.NONE);
        refused(ErrorCode.FORBIDDEN, () -> locks.release(bob, file.id(), hers.token()));
        locks.release(alice, file.id(), hers.token());
        assertEquals(0, stored());
    }

    @Test
    void aLockOnNothingMakesAnEmptyFile() {
        LockedFile made = locks.takeNew(alice, root, "new", exclusive(false), Precondition.NONE);

        assertEquals(0, made.file().size());
        assertEquals(made.file(), tree.resolve(alice, drive, List.of("new")));
        locked(made.file(), () -> files.write(bob, root, "new", "x"));
        write(alice, "new", with(made.lock()));
        refused(ErrorCode.LOCKED, () -> locks.takeNew(bob, root, "new", shared(false), Precondition.NONE));
        files.write(bob, root, "old", "x");
        refused(ErrorCode.STALE_ETAG, () -> locks.takeNew(alice, root, "old", shared(false), Precondition.NONE));
        FileLock all = locks.take(bob, tree.createFolder(bob, root, "his").id(), exclusive(true), Precondition.NONE);
        NodeId his = all.root().self();
        refused(ErrorCode.LOCKED, () -> locks.takeNew(alice, his, "a", exclusive(false), Precondition.NONE));
        refused(ErrorCode.LOCKED, () -> locks.takeNew(bob, his, "a", shared(false), with(all)));
        assertEquals(List.of(), tree.children(alice, his, null, 10).items());
    }

    @Test
    void theLocksOfAPageCostOneStatement() {
        Node folder = tree.createFolder(alice, root, "folder");
        for (int i = 0; i < 30; i++) {
            files.write(alice, folder.id(), "file" + i, "x");
        }
        List<Node> page = tree.children(alice, folder.id(), null, 100).items();
        FileLock above = locks.take(alice, root, shared(true), Precondition.NONE);
        FileLock there = locks.take(bob, page.get(3).id(), shared(false), Precondition.NONE);

        List<Map<NodeId, List<FileLock>>> found = new ArrayList<>();
        long statements = files.statements(() -> found.add(locks.on(alice, page)));

        assertEquals(1, statements);
        assertEquals(30, found.get(0).size());
        assertEquals(List.of(above.token()), tokens(found.get(0).get(page.get(0).id())));
        assertEquals(
                List.of(above.token(), there.token()),
                tokens(found.get(0).get(page.get(3).id())));
    }

    @Test
    void whatAChangeAsksOfLocksIsOneStatementHoweverManyThereAre() {
        Node file = files.write(alice, root, "file", "one").node();
        Node folder = tree.createFolder(alice, root, "folder");
        tree.rename(alice, file.id(), "a", Precondition.NONE);
        long before = files.statements(() -> tree.rename(alice, file.id(), "b", Precondition.NONE));
        for (int i = 0; i < 20; i++) {
            NodeId inner = tree.createFolder(alice, folder.id(), "f" + i).id();
            locks.take(alice, inner, shared(false), Precondition.NONE);
        }

        assertEquals(before, files.statements(() -> tree.rename(alice, file.id(), "c", Precondition.NONE)));
        assertEquals(7, before);
    }

    @Test
    void withAnAccountItsLocksAreGone() {
        files.write(alice, root, "file", "one");
        NodeId file = tree.resolve(alice, drive, List.of("file")).id();
        locks.take(bob, file, exclusive(false), Precondition.NONE);

        files.ground.accounts().delete(TestGround.ADMIN, bob.id());

        files.write(alice, root, "file", "two");
        assertEquals(0, stored());
    }

    @Test
    void onceADeepLockIsTakenNobodyElseChangesAnythingBelow() throws Exception {
        Node top = tree.createFolder(alice, root, "top");
        List<NodeId> folders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            folders.add(tree.createFolder(alice, top.id(), "f" + i).id());
        }
        var begun = new CountDownLatch(folders.size());
        var pool = Executors.newFixedThreadPool(folders.size());
        try {
            List<Future<Integer>> writers = folders.stream()
                    .map(folder -> pool.submit(writeUntilLocked(folder, begun)))
                    .toList();
            begun.await();

            locks.take(alice, top.id(), exclusive(true), Precondition.NONE);

            List<Integer> then = folders.stream().map(this::count).toList();
            for (int i = 0; i < folders.size(); i++) {
                assertEquals(then.get(i), writers.get(i).get());
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** How many came in before the lock. */
    private Callable<Integer> writeUntilLocked(NodeId folder, CountDownLatch begun) {
        return () -> {
            for (int made = 0; ; made++) {
                try {
                    tree.createFolder(bob, folder, "new" + made);
                    begun.countDown();
                } catch (CloudException e) {
                    assertEquals(ErrorCode.LOCKED, e.code());
                    return made;
                }
            }
        };
    }
}
