package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.cache.Herd;
import io.oxicloud.db.Engine;
import io.oxicloud.db.Lease;
import io.oxicloud.db.Leases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TreeVersionsTest extends OnTeamDrive {
    private final TreeVersions versions = new TreeVersions(files.database.maintenance());
    private final Leases leases = new Leases(files.database.maintenance(), files.ground.ids);
    private final List<NodeId> way = new ArrayList<>(List.of(root));
    private final NodeId beside;

    TreeVersionsTest(Engine engine) {
        super(engine);
        for (String name : List.of("a", "b", "c", "d", "e")) {
            way.add(tree.createFolder(alice, way.get(way.size() - 1), name).id());
        }
        beside = tree.createFolder(alice, way.get(2), "beside").id();
        raiseAll();
    }

    @Test
    void aChangeFiveLevelsDownChangesTheTagOfItsFolderAtOnceAndThoseAboveWithTheNextFlush() {
        List<String> before = tags();
        String unconcerned = tag(beside);

        files.write(alice, way.get(5), "file", "x");

        List<String> atOnce = tags();
        assertEquals(before.subList(0, 5), atOnce.subList(0, 5));
        assertNotEquals(before.get(5), atOnce.get(5));

        raiseAll();

        List<String> after = tags();
        for (int i = 0; i < 5; i++) {
            assertNotEquals(before.get(i), after.get(i), "level " + i);
        }
        assertEquals(atOnce.get(5), after.get(5));
        assertEquals(unconcerned, tag(beside));
        assertEquals(
                tree.get(alice, way.get(1)),
                tree.children(alice, root, null, 10).items().get(0));
    }

    @Test
    void aMoveIsHeardOfOnBothWaysAndADeletionToo() {
        NodeId file = files.write(alice, way.get(5), "file", "x").node().id();
        NodeId other = tree.createFolder(alice, root, "other").id();
        NodeId target = tree.createFolder(alice, other, "target").id();
        raiseAll();
        List<String> before = tags();
        String elsewhere = tag(other);

        tree.move(alice, file, target, "file", Precondition.NONE);
        raiseAll();

        assertNotEquals(before.get(1), tags().get(1));
        assertNotEquals(elsewhere, tag(other));

        elsewhere = tag(other);
        tree.delete(alice, file, Precondition.NONE);
        raiseAll();

        assertNotEquals(elsewhere, tag(other));
    }

    @Test
    void aCopyIsHeardOf() {
        Node file = files.write(alice, root, "file", "x").node();
        List<String> before = tags();

        tree.copy(
                alice,
                file.id(),
                new Destination(way.get(5), "file", Destination.Taken.REFUSE),
                true,
                Precondition.NONE);
        raiseAll();

        assertNotEquals(before.get(1), tags().get(1));
    }

    @Test
    void aWriterDoesNotWaitForTheFoldersFurtherUp() throws Exception {
        var held = new CountDownLatch(1);
        var written = new CountDownLatch(1);
        var nodes = new Nodes();
        var holder =
                CompletableFuture.runAsync(() -> files.database.maintenance().write("test.hold", scope -> {
                    nodes.lock(
                            scope, way.subList(0, 5).stream().map(NodeId::value).toList());
                    held.countDown();
                    return await(written);
                }));
        assertTrue(held.await(30, TimeUnit.SECONDS));

        files.write(alice, way.get(5), "file", "x");

        assertFalse(holder.isDone());
        written.countDown();
        holder.get(30, TimeUnit.SECONDS);
    }

    @Test
    void manyChangesInOneFolderCostAsManyStatementsAsOne() {
        for (int i = 0; i < 20; i++) {
            files.write(alice, way.get(5), "file " + i, "x");
        }
        files.database.statements().reset();

        assertFalse(versions.raise());

        assertEquals(5, files.database.statements().count(), "changes, lineages, lock, raise, remove");
        assertFalse(versions.isDue());
    }

    @Test
    void batchesAreBounded() {
        for (int i = 0; i < 5; i++) {
            files.write(alice, way.get(5), "file " + i, "x");
        }
        var twoAtOnce = new TreeVersions(files.database.maintenance(), 2);

        assertTrue(twoAtOnce.raise());
        assertTrue(twoAtOnce.raise());
        assertFalse(twoAtOnce.raise());

        assertFalse(versions.isDue());
    }

    @Test
    void whatChangesInTheRootFolderConcernsNobodyAbove() {
        files.write(alice, root, "file", "x");

        assertFalse(versions.isDue());
    }

    @Test
    void oneNodeFlushesAtATime() {
        try (var flusher = new TreeFlusher(files.database.maintenance(), leases, Duration.ofSeconds(1))) {
            files.write(alice, way.get(5), "file", "x");
            Lease other = leases.tryAcquire("files/tree-versions", Duration.ofMinutes(1))
                    .orElseThrow();
            flusher.flush();
            assertTrue(versions.isDue());

            other.close();
            flusher.flush();

            assertFalse(versions.isDue());
            assertTrue(
                    leases.tryAcquire("files/tree-versions", Duration.ofMinutes(1))
                            .isPresent(),
                    "given back");
        }
    }

    @Test
    void writersAndTheFlusherDoNotHinderEachOther() throws Exception {
        var number = new AtomicInteger();
        String before = tag(root);

        List<Object> outcomes = Herd.of(6, () -> {
            int mine = number.getAndIncrement();
            for (int i = 0; i < 10; i++) {
                if (mine == 0) {
                    versions.raise();
                } else {
                    files.write(alice, way.get(mine), "file " + mine + " " + i, "x");
                }
            }
            return mine;
        });

        assertTrue(outcomes.stream().allMatch(Integer.class::isInstance), outcomes.toString());
        raiseAll();
        assertFalse(versions.isDue());
        assertNotEquals(before, tag(root));
    }

    private void raiseAll() {
        while (versions.isDue()) {
            versions.raise();
        }
    }

    private List<String> tags() {
        return way.stream().map(this::tag).toList();
    }

    private String tag(NodeId folder) {
        return tree.get(alice, folder).etag();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
