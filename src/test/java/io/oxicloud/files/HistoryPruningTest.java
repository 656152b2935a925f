package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HistoryPruningTest extends OnTeamDrive {
    private static final Duration RETENTION = Duration.ofDays(30);
    private static final Duration LATER = RETENTION.plusSeconds(1);

    private final HistoryPruning pruning;

    HistoryPruningTest(Engine engine) {
        super(engine);
        pruning = new HistoryPruning(files.database.maintenance(), files.clock, RETENTION, Duration.ofHours(1), 2);
    }

    @AfterEach
    void check() throws InterruptedException {
        assertEquals(List.of(), TreeCheck.broken(files));
        assertEquals(List.of(), files.fsck().findings());
    }

    @Test
    void whatHoldsAContentStaysAndTheRestGoesInItsTime() throws InterruptedException {
        Node file = files.write(alice, root, "a", "one").node();
        tree.rename(alice, file.id(), "b", Precondition.NONE);
        files.write(alice, root, "b", "two");
        tree.createFolder(alice, root, "folder");
        files.clock.advance(RETENTION);
        tree.createFolder(alice, root, "young");
        pruning.run();
        assertEquals(6, history());
        files.clock.advance(Duration.ofSeconds(1));

        pruning.run();

        assertEquals(List.of("1 CREATED", "4 WRITTEN", "5 CREATED", "6 CREATED"), kinds());
        assertEquals("two", files.read(alice, tree.get(alice, file.id())));
    }

    @Test
    void aTokenFromBeforeIsRefusedAndALaterOneIsNot() throws InterruptedException {
        files.write(alice, root, "a", "");
        String old = token();
        Node file = files.write(alice, root, "b", "").node();
        tree.rename(alice, file.id(), "c", Precondition.NONE);
        files.clock.advance(LATER);
        String quiet = token();
        pruning.run();
        // no client that missed nothing is sent away
        assertEquals(List.of(), files.sync.changes(alice, root, quiet, 10).changes());
        tree.createFolder(alice, root, "d");
        pruning.run();

        assertEquals(
                ErrorCode.SYNC_TOKEN_EXPIRED,
                assertThrows(CloudException.class, () -> since(old)).code());
        assertEquals(List.of("d"), since(quiet));
        files.clock.advance(LATER);
        files.write(alice, root, "e", "");
        pruning.run();
        assertThrows(CloudException.class, () -> since(quiet));
    }

    @Test
    void allFoldersHaveTheirTurn() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            Node folder = tree.createFolder(alice, root, "folder " + i);
            tree.rename(alice, tree.createFolder(alice, folder.id(), "a").id(), "b", Precondition.NONE);
        }
        files.clock.advance(LATER);

        pruning.run();

        // of each folder the newest
        assertEquals(6, files.count("RevisionEntity"));
    }

    /** Else a folder whose files come and go would remember each of them for ever. */
    @Test
    void whatIsDeletedForGoodLeavesNothingBehindThatIsOldEnough() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            tree.delete(
                    alice, files.write(alice, root, "brief", "text " + i).node().id(), Precondition.NONE);
        }
        tree.createFolder(alice, root, "last");
        files.clock.advance(LATER);
        pruning.run();
        assertEquals(List.of("1 CREATED", "3 CREATED", "5 CREATED", "7 CREATED"), kinds());

        files.trash.empty(alice, drive);

        assertEquals(List.of("7 CREATED"), kinds());
    }

    private String token() {
        return files.sync.changes(alice, root, null, 100).token();
    }

    private List<String> since(String token) {
        return files.sync.changes(alice, root, token, 100).changes().stream()
                .map(SyncChange::name)
                .toList();
    }

    private long history() {
        return kinds().size();
    }

    private List<String> kinds() {
        return files.database
                .requests()
                .read(
                        "test.history",
                        scope -> scope
                                .session()
                                .createSelectionQuery(
                                        "from RevisionEntity r where r.id.folder = :folder order by r.id.number",
                                        RevisionEntity.class)
                                .setParameter("folder", root.value())
                                .getResultList()
                                .stream()
                                .map(row -> row.id.number() + " " + row.kind)
                                .toList());
    }
}
