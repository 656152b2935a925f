package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import io.oxicloud.files.Destination.Taken;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** W-43: a document that is saved by swapping it for a new file stays the document. */
@ParameterizedClass
@EnumSource(Engine.class)
class SwapSaveTest {
    private static final PropertyName COLOR = new PropertyName("urn:x", "color");
    private static final PropertyName SIZE = new PropertyName("urn:x", "size");

    private final TestFiles files;
    private final Actor.User anna;
    private final Actor.User ben;
    private final NodeId home;
    private Node document;
    private FileLock lock;

    SwapSaveTest(Engine engine) {
        files = new TestFiles(engine);
        anna = files.user();
        ben = files.user();
        home = files.home(anna);
        document = files.write(anna, home, "d.docx", "old").node();
        lock = lock(document);
    }

    @AfterEach
    void close() throws InterruptedException {
        try {
            assertEquals(List.of(), files.fsck().findings());
            assertEquals(List.of(), TreeCheck.broken(files));
        } finally {
            files.close();
        }
    }

    @Test
    void wordMovesTheDocumentAwayFirst() {
        files.grant(ben, document, Role.EDITOR);
        files.favorites.add(anna, document.id());
        set(document, COLOR, "red");
        set(document, SIZE, "1");
        Node temporary = files.write(anna, home, "~WRD0001.tmp", "newer").node();
        set(temporary, SIZE, "2");
        long used = used();

        move(document, "~WRL0002.tmp");
        Node saved = move(temporary, "d.docx");

        assertEquals(document.id(), saved.id());
        assertEquals("d.docx", saved.name());
        assertEquals("newer", files.read(ben, saved));
        assertEquals(temporary.etag(), saved.etag());
        assertEquals(document.created(), saved.created());
        assertEquals(document.mediaType(), saved.mediaType());
        assertEquals(List.of(lock.token()), tokens(saved));
        assertEquals(List.of("red", "2"), values(saved));
        assertEquals(used, used());
        Node former = at("~WRL0002.tmp");
        assertEquals(temporary.id(), former.id());
        assertEquals("old", files.read(anna, former));
        assertEquals(document.etag(), former.etag());
        assertThrows(CloudException.class, () -> files.tree.get(ben, former.id()));
        assertEquals(List.of("d.docx", "~WRL0002.tmp"), names());
        assertEquals(List.of("old", "newer"), versions(saved));
        files.tree.delete(anna, former.id(), Precondition.NONE);
        assertEquals("newer", files.read(anna, at("d.docx")));
    }

    @Test
    void othersMoveTheNewFileOverIt() {
        files.grant(ben, document, Role.VIEWER);
        Node temporary = files.write(anna, home, "new.tmp", "newer").node();
        String before = files.sync.tokens(anna, List.of(root())).get(home);

        Moved saved = over(temporary);

        assertTrue(saved.replaced());
        assertEquals(document.id(), saved.node().id());
        assertEquals("newer", files.read(ben, saved.node()));
        assertEquals(List.of(lock.token()), tokens(saved.node()));
        assertEquals(List.of("d.docx"), names());
        assertEquals(List.of("old", "newer"), versions(saved.node()));
        assertEquals(
                List.of("d.docx"),
                files.trash.list(anna, null, 10).items().stream()
                        .map(trashed -> trashed.node().name())
                        .toList());
        assertEquals(
                "old",
                files.read(anna, files.trash.list(anna, null, 10).items().get(0).node()));
        assertEquals(
                List.of("new.tmp gone", "d.docx"),
                files.sync.changes(anna, home, before, 10).changes().stream()
                        .map(change -> change.node() == null ? change.name() + " gone" : change.name())
                        .toList());
    }

    @Test
    void theSameBytesAreHeldTwice() {
        Node temporary = files.write(anna, home, "new.tmp", "old").node();

        Node saved = over(temporary).node();

        assertEquals(document.id(), saved.id());
        assertEquals("old", files.read(anna, saved));
    }

    /** Whoever may change the document may save it so; replacing it by another file would take DELETE. */
    @Test
    void anEditorSavesSo() {
        files.locks.release(anna, document.id(), lock.token());
        files.grant(ben, root(), Role.EDITOR);
        FileLock bens = files.locks.take(
                ben, document.id(), new LockRequest(LockKind.EXCLUSIVE, false, "", null), Precondition.NONE);
        Node temporary = files.write(ben, home, "new.tmp", "newer").node();
        var asked = new Precondition(false, false, null, Set.of(), Set.of(bens.token()));

        var to = new Destination(home, "d.docx", Taken.REPLACE);
        assertEquals(
                document.id(),
                files.tree.move(ben, temporary.id(), to, asked).node().id());

        files.locks.release(ben, document.id(), bens.token());
        Node another = files.write(ben, home, "new.tmp", "newest").node();
        var thrown =
                assertThrows(CloudException.class, () -> files.tree.move(ben, another.id(), to, Precondition.NONE));
        assertEquals(ErrorCode.FORBIDDEN, thrown.code());
    }

    @Test
    void whatIsNoMoreThanAlikeIsAMove() {
        Node fromElsewhere = files.write(
                        anna, files.tree.createFolder(anna, home, "f").id(), "x", "1")
                .node();
        assertNotEquals(document.id(), over(fromElsewhere).node().id());

        again();
        Node shared = files.write(anna, home, "shared", "2").node();
        files.grant(ben, shared, Role.VIEWER);
        assertEquals(shared.id(), over(shared).node().id());
        assertEquals("2", files.read(ben, at("d.docx")));

        again();
        Node folder = files.tree.createFolder(anna, home, "folder");
        assertEquals(folder.id(), over(folder).node().id());

        again();
        Node unlocked = files.write(anna, home, "unlocked", "3").node();
        files.locks.release(anna, document.id(), lock.token());
        assertEquals(unlocked.id(), over(unlocked).node().id());

        again();
        Node old = files.write(anna, home, "old", "4").node();
        files.clock.advance(Duration.ofHours(2));
        lock = lock(document);
        assertEquals(old.id(), over(old).node().id());
    }

    @Test
    void whatSomebodyLockedWhereItWasMovedToIsAFileOfItsOwn() {
        Node temporary = files.write(anna, home, "new.tmp", "newer").node();
        move(document, "kept");
        lock(at("kept"));

        assertEquals(temporary.id(), move(temporary, "d.docx").id());

        assertEquals(document.id(), at("kept").id());
        assertEquals("old", files.read(anna, at("kept")));
    }

    @Test
    void whatIsGoneMeanwhileIsGone() {
        Node temporary = files.write(anna, home, "new.tmp", "newer").node();
        Node away = move(document, "away");
        files.tree.delete(anna, away.id(), Precondition.NONE);

        assertEquals(temporary.id(), move(temporary, "d.docx").id());

        assertEquals(List.of("d.docx"), names());
        assertEquals(List.of(lock.token()), tokens(at("d.docx")));
    }

    /** A new document in the place of the one that there was. */
    private void again() {
        files.tree.delete(anna, at("d.docx").id(), tokensOf(at("d.docx")));
        document = files.write(anna, home, "d.docx", "old").node();
        lock = lock(document);
    }

    private Precondition tokensOf(Node node) {
        return new Precondition(false, false, null, Set.of(), Set.copyOf(tokens(node)));
    }

    private FileLock lock(Node node) {
        var wanted = new LockRequest(LockKind.EXCLUSIVE, false, "", null);
        for (String token : tokens(node)) {
            files.locks.release(anna, node.id(), token);
        }
        return files.locks.take(anna, node.id(), wanted, Precondition.NONE);
    }

    private Node move(Node node, String name) {
        return files.tree.move(anna, node.id(), home, name, mine());
    }

    private Moved over(Node node) {
        return files.tree.move(anna, node.id(), new Destination(home, "d.docx", Taken.REPLACE), mine());
    }

    private Precondition mine() {
        return new Precondition(false, false, null, Set.of(), Set.of(lock.token()));
    }

    private Node root() {
        return files.tree.get(anna, home);
    }

    private Node at(String name) {
        return files.tree.resolve(anna, root().drive(), List.of(name));
    }

    private List<String> names() {
        return files.tree.children(anna, home, null, 10).items().stream()
                .map(Node::name)
                .toList();
    }

    private List<String> tokens(Node node) {
        return files.locks.on(anna, List.of(node)).getOrDefault(node.id(), List.of()).stream()
                .map(FileLock::token)
                .toList();
    }

    private long used() {
        return files.drives.used(anna).getOrDefault(root().drive(), 0L);
    }

    private void set(Node node, PropertyName name, String value) {
        String markup = "<x:" + name.name() + " xmlns:x=\"urn:x\">" + value + "</x:" + name.name() + ">";
        Precondition asked = node.id().equals(document.id()) ? mine() : Precondition.NONE;
        files.properties.patch(anna, node.id(), List.of(PropertyChange.set(name, markup)), asked);
    }

    private List<String> values(Node node) {
        return files.properties.all(anna, List.of(node)).getOrDefault(node.id(), List.of()).stream()
                .map(each -> each.markup().replaceAll("<[^>]*>", ""))
                .toList();
    }

    /** All contents that a file ever had, the oldest first. */
    private List<String> versions(Node node) {
        return files
                .ground
                .tx
                .read(
                        "test",
                        scope -> scope.session()
                                .createSelectionQuery(
                                        "select r.size from RevisionEntity r where r.nodeId = :id and r.content is not null"
                                                + " order by r.id.number",
                                        Long.class)
                                .setParameter("id", node.id().value())
                                .getResultList())
                .stream()
                .map(size -> size == 3 ? "old" : "newer")
                .toList();
    }
}
