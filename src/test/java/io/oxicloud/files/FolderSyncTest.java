package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class FolderSyncTest extends OnTeamDrive {
    private final FolderSync sync;
    private final SyncedFolder copy;

    FolderSyncTest(Engine engine) {
        super(engine);
        sync = files.sync;
        copy = new SyncedFolder(sync, alice, root);
    }

    @Test
    void theFirstReportListsAllThatIsThereAndNothingThatWas() {
        files.write(alice, root, "b", "text");
        tree.createFolder(alice, root, "a");
        tree.delete(alice, files.write(alice, root, "gone", "").node().id(), Precondition.NONE);

        SyncPage page = sync.changes(alice, root, null, 10);

        assertEquals(List.of("a", "b"), names(page));
        assertEquals(List.of(true, false), folders(page));
        assertFalse(page.more());
        assertEquals(page.token(), sync.tokens(alice, List.of(rootNode())).get(root));
    }

    @Test
    void nothingNewIsAnEmptyPageWithTheSameToken() {
        files.write(alice, root, "a", "");
        String token = copy.sync().token();

        SyncPage page = sync.changes(alice, root, token, 10);

        assertEquals(List.of(), page.changes());
        assertEquals(token, page.token());
        assertEquals(token, sync.changes(alice, root, null, 10).token());
    }

    @Test
    void anEmptyFolderHasATokenToo() {
        copy.sync();

        files.write(alice, root, "first", "");

        assertEquals(List.of("first"), copy.sync().reported());
    }

    @Test
    void whatWasMadeWrittenRenamedOrMovedInIsThereAndWhatLeftIsNot() {
        Node other = tree.createFolder(alice, root, "other");
        files.write(alice, root, "written", "old");
        Node renamed = files.write(alice, root, "old name", "").node();
        Node leaving = files.write(alice, root, "leaving", "").node();
        Node trashed = files.write(alice, root, "trashed", "").node();
        Node restored = files.write(alice, root, "restored", "").node();
        Node coming = files.write(alice, other.id(), "coming", "").node();
        files.write(alice, root, "untouched", "");
        tree.delete(alice, restored.id(), Precondition.NONE);
        copy.sync();

        files.write(alice, root, "made", "");
        files.write(alice, root, "written", "new");
        tree.rename(alice, renamed.id(), "new name", Precondition.NONE);
        tree.move(alice, leaving.id(), other.id(), "leaving", Precondition.NONE);
        tree.move(alice, coming.id(), root, "come", Precondition.NONE);
        tree.delete(alice, trashed.id(), Precondition.NONE);
        files.trash.restore(alice, restored.id());
        tree.copy(
                alice, other.id(), new Destination(root, "copied", Destination.Taken.REFUSE), true, Precondition.NONE);
        copy.sync();

        assertEquals(
                List.of(
                        "made",
                        "written",
                        "-old name",
                        "new name",
                        "-leaving",
                        "come",
                        "-trashed",
                        "restored",
                        "copied"),
                copy.reported());
        assertEquals(listing(), copy.members());
    }

    @Test
    void whatCameAndWentIsReportedAsGone() {
        copy.sync();
        Node brief = tree.createFolder(alice, root, "brief");
        tree.rename(alice, brief.id(), "briefer", Precondition.NONE);
        tree.delete(alice, brief.id(), Precondition.NONE);

        files.trash.empty(alice, drive);
        String token = copy.token();

        assertEquals(List.of("-brief", "-briefer"), copy.sync().reported());
        assertEquals(List.of(true, true), folders(sync.changes(alice, root, token, 10)));
    }

    /** As programs save that write a new file beside the old one first. */
    @Test
    void aNameThatWasFreedAndTakenAgainIsReportedOnceAndAsThere() {
        Node old = files.write(alice, root, "letter", "old").node();
        copy.sync();
        Node fresh = files.write(alice, root, "letter.tmp", "new").node();
        tree.rename(alice, old.id(), "letter.bak", Precondition.NONE);
        tree.rename(alice, fresh.id(), "letter", Precondition.NONE);
        tree.delete(alice, old.id(), Precondition.NONE);

        assertEquals(
                List.of("-letter.tmp", "letter", "-letter.bak"), copy.sync().reported());
        assertEquals(listing(), copy.members());
    }

    @Test
    void aNameInOtherCaseIsAnotherName() {
        Node file = files.write(alice, root, "Readme", "").node();
        copy.sync();
        tree.rename(alice, file.id(), "README", Precondition.NONE);

        assertEquals(List.of("-Readme", "README"), copy.sync().reported());
    }

    @Test
    void onlyWhatLiesDirectlyInTheFolderCounts() {
        Node inner = tree.createFolder(alice, root, "inner");
        copy.sync();

        files.write(alice, inner.id(), "deep", "");

        assertEquals(List.of(), copy.sync().reported());
    }

    @Test
    void aTokenGoesWithItsFolderWhereverThatIs() {
        Node folder = tree.createFolder(alice, root, "folder");
        Node other = tree.createFolder(alice, root, "other");
        var inner = new SyncedFolder(sync, alice, folder.id()).sync();
        tree.move(alice, folder.id(), other.id(), "moved", Precondition.NONE);
        tree.delete(alice, folder.id(), Precondition.NONE);
        refused(ErrorCode.NOT_FOUND, () -> inner.sync());
        files.trash.restore(alice, folder.id());

        files.write(alice, folder.id(), "a", "");

        assertEquals(List.of("a"), inner.sync().reported());
    }

    @Test
    void pagesOfChangesGoOnWhereTheLastEndedHoweverMuchHappensBetweenThem() {
        for (int i = 0; i < 7; i++) {
            files.write(alice, root, "file " + i, "");
        }
        copy.sync();
        for (int i = 0; i < 7; i++) {
            files.write(alice, root, "file " + i, "changed");
        }
        SyncPage first = sync.changes(alice, root, copy.token(), 3);
        files.write(alice, root, "file 0", "changed again");
        files.write(alice, root, "file 5", "changed again");
        SyncPage second = sync.changes(alice, root, first.token(), 3);
        files.write(alice, root, "file 9", "");
        SyncPage third = sync.changes(alice, root, second.token(), 3);

        assertEquals(List.of("file 0", "file 1", "file 2"), names(first));
        assertEquals(List.of("file 3", "file 4", "file 5"), names(second));
        assertEquals(List.of("file 6"), names(third));
        assertTrue(first.more() && second.more() && !third.more());
        assertEquals(List.of("file 0", "file 5", "file 9"), names(sync.changes(alice, root, third.token(), 10)));
    }

    @Test
    void pagesOfAListingMissNothingThatMovesBackAndForthBetweenThem() {
        List<Node> made = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            made.add(files.write(alice, root, "file " + i, "").node());
        }
        copy.step(3);
        tree.rename(alice, made.get(6).id(), "a", Precondition.NONE);
        tree.rename(alice, made.get(0).id(), "z", Precondition.NONE);
        tree.delete(alice, made.get(1).id(), Precondition.NONE);
        tree.delete(alice, made.get(5).id(), Precondition.NONE);
        while (copy.step(3)) {
            files.write(alice, root, "between", "again");
        }

        copy.sync();

        assertEquals(listing(), copy.members());
    }

    @Test
    void whoMayNotReadLearnsNothing() {
        Actor.User ben = files.user();
        Node folder = tree.createFolder(alice, root, "folder");
        String token = sync.changes(alice, folder.id(), null, 1).token();

        refused(ErrorCode.NOT_FOUND, () -> sync.changes(ben, folder.id(), null, 1));
        refused(ErrorCode.NOT_FOUND, () -> sync.changes(ben, folder.id(), token, 1));
        refused(ErrorCode.NOT_FOUND, () -> sync.changes(ben, folder.id(), "nonsense", 1));
        refused(ErrorCode.NOT_FOUND, () -> sync.tokens(ben, List.of(folder)));
        files.grant(ben, folder, Role.VIEWER);
        assertEquals(List.of(), sync.changes(ben, folder.id(), token, 1).changes());
    }

    @Test
    void aFileHasNoMembers() {
        Node file = files.write(alice, root, "file", "").node();

        refused(ErrorCode.CONFLICT, () -> sync.changes(alice, file.id(), null, 1));
        assertEquals(Map.of(), sync.tokens(alice, List.of(file)));
    }

    @Test
    void whatIsNoTokenIsRefused() {
        files.write(alice, root, "file", "");

        for (String end : List.of("", "/0", "/0/x", "/0/1/~", "/0/1/~!", "/0/1/-1", "/0/99999999999999999999")) {
            expired(root + end);
        }
        expired("");
        expired("1");
    }

    @Test
    void aTokenOfAnotherFolderOrFromTheFutureOrOfAnotherHistoryIsRefused() {
        Node folder = tree.createFolder(alice, root, "folder");
        files.write(alice, root, "file", "");
        String token = copy.sync().token();
        String[] parts = token.split("/", -1);

        expired(sync.changes(alice, folder.id(), null, 1).token());
        expired(parts[0] + "/" + parts[1] + "/3");
        expired(parts[0] + "/" + parts[1] + "/1");
        expired(parts[0] + "/0/2");
        expired(parts[0] + "/0/0/1");
        expired(token + "/3");
        expired(new NodeId(UUID.randomUUID()) + "/" + parts[1] + "/" + parts[2]);
    }

    /** Numbers come again; what they stood for does not. */
    @Test
    void aTokenFromBeforeABackupWasRestoredIsRefused() {
        files.write(alice, root, "kept", "");
        String kept = copy.sync().token();
        files.write(alice, root, "lost", "");
        files.write(alice, root, "lost too", "");
        String old = copy.sync().token();
        String partly = sync.changes(alice, root, kept, 1).token();
        restoreTo(1);

        for (int i = 0; i < 4; i++) {
            files.write(alice, root, "new " + i, "");
        }

        expired(old);
        expired(partly);
        assertEquals(List.of("new 0", "new 1", "new 2", "new 3"), names(sync.changes(alice, root, kept, 10)));
    }

    /** As a backup would bring the folder back: without the changes after that number. */
    private void restoreTo(long number) {
        files.database.requests().write("test.restore", scope -> {
            var session = scope.session();
            session.createMutationQuery(
                            "delete from RevisionEntity r where r.id.folder = :folder and r.id.number > :number")
                    .setParameter("folder", root.value())
                    .setParameter("number", number)
                    .executeUpdate();
            session.createMutationQuery("delete from NodeEntity n where n.name like 'lost%'")
                    .executeUpdate();
            return session.createMutationQuery("update NodeEntity n set n.changes = :number where n.id = :folder")
                    .setParameter("folder", root.value())
                    .setParameter("number", number)
                    .executeUpdate();
        });
    }

    @Test
    void eachPageCostsTwoStatements() {
        for (int i = 0; i < 6; i++) {
            files.write(alice, root, "file " + i, "");
        }
        copy.sync();
        for (int i = 0; i < 6; i++) {
            files.write(alice, root, "file " + i, "changed");
        }
        SyncPage listed = sync.changes(alice, root, null, 3);
        SyncPage changed = sync.changes(alice, root, copy.token(), 3);

        assertEquals(2, files.statements(() -> sync.changes(alice, root, null, 3)));
        assertEquals(2, files.statements(() -> sync.changes(alice, root, listed.token(), 3)));
        assertEquals(2, files.statements(() -> sync.changes(alice, root, copy.token(), 3)));
        assertEquals(2, files.statements(() -> sync.changes(alice, root, changed.token(), 3)));
    }

    private void expired(String token) {
        refused(ErrorCode.SYNC_TOKEN_EXPIRED, () -> sync.changes(alice, root, token, 10));
    }

    private static void refused(ErrorCode code, Executable work) {
        assertEquals(code, assertThrows(CloudException.class, work).code());
    }

    private Node rootNode() {
        return tree.get(alice, root);
    }

    private Map<String, String> listing() {
        return SyncedFolder.listing(tree, alice, root);
    }

    private static List<String> names(SyncPage page) {
        return page.changes().stream().map(SyncChange::name).toList();
    }

    private static List<Boolean> folders(SyncPage page) {
        return page.changes().stream().map(SyncChange::folder).toList();
    }
}
