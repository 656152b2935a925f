package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.access.TestGround;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.chunk.ChunkSweeper;
import io.oxicloud.chunk.Grace;
import io.oxicloud.db.Engine;
import io.oxicloud.drive.Policy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TrashPurgeTest extends OnTeamDrive {
    private final TrashPurge purge;

    TrashPurgeTest(Engine engine) {
        super(engine);
        purge = new TrashPurge(files.trash);
    }

    @AfterEach
    void check() {
        assertEquals(List.of(), TreeCheck.broken(files));
    }

    @Test
    void whatWasInTheTrashForTooLongIsGoneForGood() throws InterruptedException {
        Node old = files.write(alice, root, "old", "12345").node();
        Node young = files.write(alice, root, "young", "123").node();
        tree.delete(alice, old.id(), Precondition.NONE);
        files.clock.advance(TestFiles.RETENTION);
        tree.delete(alice, young.id(), Precondition.NONE);
        purge.run();
        assertEquals(8L, files.drives.used(alice).get(drive));
        files.clock.advance(Duration.ofSeconds(1));

        purge.run();

        assertEquals(3L, files.drives.used(alice).get(drive));
        assertThrows(CloudException.class, () -> files.trash.restore(alice, old.id()));
        files.trash.restore(alice, young.id());
    }

    @Test
    void aDriveThatCannotBePurgedHoldsNoOtherUp() throws InterruptedException {
        List<Node> gone = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            NodeId top = new NodeId(files.drive(alice, "Drive " + i).value());
            gone.add(files.write(alice, top, "gone", "content " + i).node());
            tree.delete(alice, gone.get(i).id(), Precondition.NONE);
        }
        files.clock.advance(TestFiles.RETENTION.plusSeconds(1));
        references(gone.get(2), 0);

        assertThrows(RuntimeException.class, purge::run);

        assertEquals(1, files.count("NodeEntity n where n.name = 'gone'"));
        references(gone.get(2), 1);
        purge.run();
        assertEquals(0, files.count("NodeEntity n where n.name = 'gone'"));
    }

    private void references(Node file, long count) {
        files.database
                .requests()
                .write(
                        "test.references",
                        scope -> scope.session()
                                .createMutationQuery(
                                        "update ManifestEntity m set m.refs = :count where m.digest = :digest")
                                .setParameter("count", count)
                                .setParameter("digest", file.content())
                                .executeUpdate());
    }

    @Test
    void nothingIsPurgedInAFrozenDriveUntilItThaws() throws InterruptedException {
        Node old = files.write(alice, root, "old", "12345").node();
        tree.delete(alice, old.id(), Precondition.NONE);
        files.clock.advance(TestFiles.RETENTION.plusSeconds(1));
        files.freeze(drive);
        purge.run();
        assertEquals(1, files.count("NodeEntity n where n.name = 'old'"));

        files.drives.setPolicies(TestGround.ADMIN, drive, Map.of(Policy.READ_ONLY.key(), false));
        purge.run();

        assertEquals(0, files.count("NodeEntity n where n.name = 'old'"));
    }

    @Test
    void afterAPurgeAndTheSweepsNothingIsLeftAnywhere() throws InterruptedException {
        Node folder = files.forest(alice, root, "folder", 3, 3);
        for (int version = 0; version < 3; version++) {
            files.write(alice, folder.id(), "file 0", "version " + version);
        }
        Node moved = files.write(alice, folder.id(), "moved", "in here").node();
        tree.move(alice, moved.id(), root, "moved", Precondition.NONE);
        files.grant(files.user(), tree.resolve(alice, drive, List.of("folder", "folder 0")), Role.VIEWER);
        files.favorites.add(alice, folder.id());
        files.recent.opened(alice, moved.id());
        var size = PropertyChange.set(new PropertyName("urn:x", "size"), "<size/>");
        files.properties.patch(alice, moved.id(), List.of(size), Precondition.NONE);
        tree.delete(alice, moved.id(), Precondition.NONE);
        tree.delete(alice, folder.id(), Precondition.NONE);

        files.trash.empty(alice, drive);
        files.sweep();

        assertEquals(0L, files.drives.used(alice).get(drive));
        assertEquals(0, files.count("NodeEntity n where n.parentId is not null"));
        assertEquals(0, files.count("TrashEntity"));
        assertEquals(0, files.count("RevisionEntity r where r.id.folder <> r.nodeId and r.content is not null"));
        assertEquals(
                0,
                files.count("RevisionEntity r where not exists (select 1 from NodeEntity n where n.id = r.id.folder)"));
        for (String entity : List.of(
                "FavoriteEntity",
                "RecentEntity",
                "DeadPropertyEntity",
                "LockEntity",
                "ManifestEntity",
                "ChunkEntity")) {
            assertEquals(0, files.count(entity), entity);
        }
        assertEquals(0, files.count("GrantEntity g where g.resourceKind <> DRIVE"));
        assertEquals(List.of(), List.copyOf(files.memory.names()));
    }

    @Test
    void aFileThatMovedOutKeepsTheVersionsItHadInAFolderThatIsGone() throws InterruptedException {
        Node folder = tree.createFolder(alice, root, "folder");
        Node file = files.write(alice, folder.id(), "a", "one").node();
        files.write(alice, folder.id(), "a", "two");
        tree.move(alice, file.id(), root, "a", Precondition.NONE);
        tree.delete(alice, folder.id(), Precondition.NONE);

        files.trash.delete(alice, folder.id());
        files.sweep();

        assertEquals("two", files.read(alice, tree.get(alice, file.id())));
        assertEquals(2, files.count("RevisionEntity r where r.content is not null"));
        assertEquals(2, files.count("ManifestEntity"));
    }

    @Test
    void thePurgeGoesOnWhereItWasCutOff() throws InterruptedException {
        Node folder = files.forest(alice, root, "folder", 3, 3);
        tree.delete(alice, folder.id(), Precondition.NONE);
        files.ground.write(scope -> new TrashRows().doom(scope, drive));
        var removal = new Removal(files.ledger, files.grants, files.references, 7);
        int batches = 0;

        while (files.ground.tx.write("test.step", scope -> removal.step(scope, drive)) > 0) {
            batches++;
            assertEquals(List.of(), TreeCheck.broken(files));
            if (batches == 4) {
                assertThrows(CloudException.class, () -> files.trash.restore(alice, folder.id()));
            }
        }

        assertEquals((13 + 39 + 6) / 7, batches);
        assertEquals(0L, files.drives.used(alice).get(drive));
    }

    @Test
    void manyDeletedOneByOneGoInOneBatch() {
        for (int i = 0; i < 30; i++) {
            tree.delete(alice, files.write(alice, root, "a", "text " + i).node().id(), Precondition.NONE);
        }

        long many = files.statements(() -> files.trash.empty(alice, drive));

        assertTrue(many <= 25, "statements: " + many);
    }

    @Test
    void theNumberOfStatementsGrowsWithBatchesOnly() {
        Node small = files.forest(alice, root, "small", 3, 2);
        Node large = files.forest(alice, root, "large", 4, 5);
        tree.delete(alice, small.id(), Precondition.NONE);
        tree.delete(alice, large.id(), Precondition.NONE);

        long few = files.statements(() -> files.trash.delete(alice, small.id()));
        long many = files.statements(() -> files.trash.delete(alice, large.id()));

        assertTrue(few <= 25, "small: " + few);
        assertTrue(many <= few + 15, "small: " + few + ", large: " + many);
    }

    @Test
    void aContentThatGoesWhileItComesAgainIsThere() throws Exception {
        Node first = files.write(alice, root, "first", "the same").node();
        var sweeper = new ChunkSweeper(
                files.database.maintenance(), files.blobs, new Grace(Duration.ofDays(1), Duration.ZERO));
        FutureTask<Void> going = new FutureTask<>(() -> {
            tree.delete(alice, first.id(), Precondition.NONE);
            files.trash.empty(alice, drive);
            for (int i = 0; i < 8; i++) {
                sweeper.run();
            }
            return null;
        });
        new Thread(going).start();

        List<Node> coming = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            coming.add(files.write(alice, root, "again " + i, "the same").node());
        }
        going.get();

        files.sweep();
        files.clock.advance(Duration.ofMinutes(11));
        for (Node file : coming) {
            assertEquals("the same", files.read(alice, file));
        }
        assertEquals(List.of(), files.fsck().findings());
    }

    @Test
    void whatLayInADeletedDriveOrOfADeletedAccountGoes() throws InterruptedException {
        Actor.User bob = files.user();
        files.forest(bob, files.home(bob), "folder", 2, 2);
        tree.delete(alice, files.forest(alice, root, "folder", 2, 2).id(), Precondition.NONE);
        files.drives.delete(alice, drive);
        files.ground.accounts().delete(TestGround.ADMIN, bob.id());

        purge.run();
        files.sweep();

        assertEquals(1, files.count("NodeEntity"));
        assertEquals(0, files.count("RevisionEntity"));
        assertEquals(List.of(), List.copyOf(files.memory.names()));
    }
}
