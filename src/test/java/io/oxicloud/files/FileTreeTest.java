package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Page;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class FileTreeTest extends OnTeamDrive {
    FileTreeTest(Engine engine) {
        super(engine);
    }

    @Test
    void aDriveBeginsWithItsRoot() {
        Node found = tree.resolve(alice, drive, List.of());

        assertEquals(root, found.id());
        assertEquals("Team", found.name());
        assertNull(found.parent());
        assertTrue(found.folder());
        assertEquals(List.of(), tree.children(alice, root, null, 10).items());
    }

    @Test
    void aFolderIsFoundByItsPathAndItsIdInBothForms() {
        Node made = tree.createFolder(alice, root, "Bu\u0308cher");
        Node inner = tree.createFolder(alice, made.id(), "a");

        assertEquals("B\u00fccher", made.name());
        assertEquals(
                made.id(), tree.resolve(alice, drive, List.of("B\u00fccher")).id());
        assertEquals(
                made.id(), tree.resolve(alice, drive, List.of("Bu\u0308cher")).id());
        assertEquals(inner, tree.resolve(alice, drive, List.of("B\u00fccher", "a")));
        assertEquals(inner, tree.get(alice, inner.id()));
        assertEquals(made.id(), inner.parent());
        assertEquals(alice.id(), inner.createdBy());
        absent(() -> tree.resolve(alice, drive, List.of("b\u00fccher")));
        absent(() -> tree.resolve(alice, drive, List.of("B\u00fccher", "a", "a")));
        absent(() -> tree.resolve(alice, new DriveId(UUID.randomUUID()), List.of()));
        absent(() -> tree.get(alice, new NodeId(UUID.randomUUID())));
    }

    @Test
    void oneNameIsTakenOnce() {
        tree.createFolder(alice, root, "a");

        refused(ErrorCode.NAME_TAKEN, () -> tree.createFolder(alice, root, "a"));
        tree.createFolder(alice, root, "A");
    }

    @Test
    void resolvingCostsOneStatementForSomeLevelsAtATime() {
        List<String> path = new ArrayList<>();
        NodeId at = root;
        while (path.size() < FileTree.MAX_DEPTH - 1) {
            path.add("f" + path.size());
            at = tree.createFolder(alice, at, path.get(path.size() - 1)).id();
        }
        NodeId deepest = at;

        assertEquals(1, files.statements(() -> tree.resolve(alice, drive, path.subList(0, Nodes.LEVELS))));
        assertEquals(2, files.statements(() -> tree.resolve(alice, drive, path.subList(0, Nodes.LEVELS + 1))));
        assertEquals(
                (path.size() - 1) / Nodes.LEVELS + 1,
                files.statements(() ->
                        assertEquals(deepest, tree.resolve(alice, drive, path).id())));
        refused(ErrorCode.INVALID_INPUT, () -> tree.createFolder(alice, deepest, "deeper"));
        path.add("deeper");
        absent(() -> tree.resolve(alice, drive, path));
    }

    @Test
    void listingCostsOneStatementAPageAfterAccess() {
        for (int i = 0; i < 25; i++) {
            tree.createFolder(alice, root, "f%02d".formatted(24 - i));
        }
        files.database.statements().reset();

        Page<Node> page = tree.children(alice, root, null, 20);

        assertEquals(2, files.database.statements().count());
        assertEquals(20, page.items().size());
        assertEquals("f00", page.items().get(0).name());
        Page<Node> rest = tree.children(alice, root, page.next(), 20);
        assertEquals(4, files.database.statements().count());
        assertEquals(List.of("f20", "f21", "f22", "f23", "f24"), names(rest));
        assertNull(rest.next());
    }

    @Test
    void whoKnowsTheFolderPagesThroughItWithOneStatementEach() {
        Node folder = tree.createFolder(alice, root, "folder");
        for (int i = 0; i < 25; i++) {
            tree.createFolder(alice, folder.id(), "f%02d".formatted(24 - i));
        }
        List<Page<Node>> pages = new ArrayList<>();

        long statements = files.statements(() -> {
            pages.add(tree.children(alice, folder, null, 20));
            pages.add(tree.children(alice, folder, pages.get(0).next(), 20));
        });

        assertEquals(2, statements);
        assertEquals(List.of("f20", "f21", "f22", "f23", "f24"), names(pages.get(1)));
        assertNull(pages.get(1).next());
    }

    @Test
    void aFolderThatGoesAwayBetweenTwoPagesIsNotJustAtItsEnd() {
        Node folder = tree.createFolder(alice, root, "folder");
        tree.createFolder(alice, folder.id(), "a");
        Node last = tree.createFolder(alice, folder.id(), "b");
        String next = tree.children(alice, folder, null, 1).next();

        tree.delete(alice, last.id(), Precondition.NONE);
        assertEquals(List.of(), tree.children(alice, folder, next, 1).items());
        tree.delete(alice, folder.id(), Precondition.NONE);

        assertEquals(
                ErrorCode.NOT_FOUND,
                assertThrows(CloudException.class, () -> tree.children(alice, folder, next, 1))
                        .code());
    }

    @Test
    void manyNodesAreFoundAtOnceButForThoseThatAreHidden() {
        Actor.User bob = files.user();
        Node seen = tree.createFolder(alice, root, "seen");
        Node hidden = tree.createFolder(alice, root, "hidden");
        Node gone = tree.createFolder(alice, root, "gone");
        tree.delete(alice, gone.id(), Precondition.NONE);
        files.grant(bob, seen, Role.VIEWER);
        tree.found(bob, List.of());
        List<NodeId> ids = List.of(seen.id(), hidden.id(), gone.id());

        assertEquals(1, files.statements(() -> assertEquals(Map.of(seen.id(), seen), tree.found(bob, ids))));
        assertEquals(Map.of(seen.id(), seen, hidden.id(), hidden), tree.found(alice, ids));
    }

    @Test
    void pagesOfAnySizeGiveTheWholeListingOnceInOrder() {
        Set<String> given = Set.of("b", "B", "a", "\u00e4", "\ud83d\ude00", "\uffee", "_", "10", "9", "A", "a b", "ﬁ");
        given.forEach(name -> tree.createFolder(alice, root, name));
        List<String> whole = names(tree.children(alice, root, null, 1000));

        for (int size = 1; size <= given.size(); size++) {
            List<String> collected = new ArrayList<>();
            String cursor = null;
            do {
                Page<Node> page = tree.children(alice, root, cursor, size);
                collected.addAll(names(page));
                cursor = page.next();
            } while (cursor != null);
            assertEquals(whole, collected);
        }

        assertEquals(given, Set.copyOf(whole));
        assertEquals(whole, names(tree.children(alice, root, "no cursor", 1000)));
        assertEquals(List.of("10", "9", "_"), whole.subList(0, 3));
    }

    @Test
    void renamingKeepsTheNodeAndFreesTheName() {
        Node made = tree.createFolder(alice, root, "a");
        Node inner = tree.createFolder(alice, made.id(), "inner");

        Node renamed = tree.rename(alice, made.id(), "b", Precondition.NONE);

        assertEquals(made.id(), renamed.id());
        assertEquals("b", renamed.name());
        absent(() -> tree.resolve(alice, drive, List.of("a")));
        assertEquals(inner, tree.resolve(alice, drive, List.of("b", "inner")));
        tree.createFolder(alice, root, "a");
        refused(ErrorCode.NAME_TAKEN, () -> tree.rename(alice, made.id(), "a", Precondition.NONE));
        refused(ErrorCode.INVALID_INPUT, () -> tree.rename(alice, made.id(), "..", Precondition.NONE));
        refused(ErrorCode.FORBIDDEN, () -> tree.rename(alice, root, "x", Precondition.NONE));
    }

    @Test
    void aFolderMovesWithAllThatLiesInIt() {
        Node from = tree.createFolder(alice, root, "from");
        Node to = tree.createFolder(alice, tree.createFolder(alice, root, "x").id(), "to");
        Node moved = tree.createFolder(alice, from.id(), "moved");
        Node one = tree.createFolder(alice, moved.id(), "1");
        Node two = tree.createFolder(alice, one.id(), "2");

        Node after = tree.move(alice, moved.id(), to.id(), "new", Precondition.NONE);

        assertEquals(to.lineage().child(moved.id()), after.lineage());
        Node found = tree.resolve(alice, drive, List.of("x", "to", "new", "1", "2"));
        assertEquals(after.lineage().child(one.id()).child(two.id()), found.lineage());
        absent(() -> tree.resolve(alice, drive, List.of("from", "moved")));
        assertEquals(List.of(), tree.children(alice, from.id(), null, 10).items());
        refused(ErrorCode.INVALID_INPUT, () -> tree.move(alice, moved.id(), two.id(), "x", Precondition.NONE));
        refused(ErrorCode.INVALID_INPUT, () -> tree.move(alice, moved.id(), moved.id(), "x", Precondition.NONE));
    }

    @Test
    void whatIsDeletedIsOutOfSightAtOnceWithAllThatLiesInIt() {
        Node folder = tree.createFolder(alice, root, "a");
        Node inner = tree.createFolder(
                alice, tree.createFolder(alice, folder.id(), "b").id(), "c");

        tree.delete(alice, folder.id(), Precondition.NONE);

        absent(() -> tree.get(alice, folder.id()));
        absent(() -> tree.get(alice, inner.id()));
        absent(() -> tree.resolve(alice, drive, List.of("a")));
        absent(() -> tree.resolve(alice, drive, List.of("a", "b", "c")));
        absent(() -> tree.children(alice, folder.id(), null, 10));
        absent(() -> tree.createFolder(alice, inner.id(), "d"));
        absent(() -> tree.delete(alice, folder.id(), Precondition.NONE));
        absent(() -> tree.rename(alice, inner.id(), "d", Precondition.NONE));
        assertEquals(List.of(), tree.children(alice, root, null, 10).items());
        tree.createFolder(alice, root, "a");
        refused(ErrorCode.FORBIDDEN, () -> tree.delete(alice, root, Precondition.NONE));
    }

    @Test
    void aConditionThatIsNotMetStopsAChange() {
        Node folder = tree.createFolder(alice, root, "a");
        var stale = new Precondition(false, false, Set.of("\"stale\""), Set.of(), Set.of());
        var current = new Precondition(false, false, Set.of(folder.etag()), Set.of(), Set.of());

        refused(ErrorCode.STALE_ETAG, () -> tree.delete(alice, folder.id(), stale));
        refused(ErrorCode.STALE_ETAG, () -> tree.rename(alice, folder.id(), "b", stale));

        tree.rename(alice, folder.id(), "b", current);
        tree.delete(alice, folder.id(), current);
    }

    private static List<String> names(Page<Node> page) {
        return page.items().stream().map(Node::name).toList();
    }

    private static void absent(Executable call) {
        refused(ErrorCode.NOT_FOUND, call);
    }

    private static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }
}
