package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class DeadPropertiesTest extends OnTeamDrive {
    private static final PropertyName COLOR = new PropertyName("urn:x", "color");
    private static final PropertyName OTHER_COLOR = new PropertyName("", "color");
    private static final PropertyName SIZE = new PropertyName("urn:x", "size");
    private static final String MARKUP =
            "<x:color xmlns:x=\"urn:x\" xml:lang=\"de\">r\u00f6t<b a='1'/>\r\n\ud83d\ude00</x:color>";

    private final DeadProperties properties;
    private final Node file;

    DeadPropertiesTest(Engine engine) {
        super(engine);
        properties = files.properties;
        file = files.write(alice, root, "file", "content").node();
    }

    @Test
    void whatAClientSetsItReadsAgainWordByWord() {
        set(COLOR, MARKUP);
        set(OTHER_COLOR, "<color/>");

        assertEquals(List.of(new DeadProperty(OTHER_COLOR, "<color/>"), new DeadProperty(COLOR, MARKUP)), ofFile());
        assertEquals(
                Map.of(file.id(), List.of(new DeadProperty(COLOR, MARKUP))),
                properties.named(alice, List.of(file), Set.of(COLOR, SIZE)));
        assertEquals(file, tree.get(alice, file.id()));
    }

    @Test
    void stepsAreDoneInTheirOrder() {
        set(SIZE, "<old/>");

        patch(
                PropertyChange.set(COLOR, "<one/>"),
                PropertyChange.remove(SIZE),
                PropertyChange.remove(OTHER_COLOR),
                PropertyChange.set(SIZE, "<new/>"),
                PropertyChange.remove(COLOR),
                PropertyChange.set(COLOR, "<two/>"));

        assertEquals(List.of(new DeadProperty(COLOR, "<two/>"), new DeadProperty(SIZE, "<new/>")), ofFile());
        patch(PropertyChange.remove(COLOR), PropertyChange.remove(SIZE));
        assertEquals(List.of(), ofFile());
    }

    @Test
    void allStepsAreDoneOrNone() {
        set(COLOR, "<one/>");
        String large = "<x>" + "y".repeat(PropertyPatch.MAX_BYTES) + "</x>";
        List<PropertyChange> many = new ArrayList<>();
        for (int i = 0; i <= PropertyPatch.MAX_PROPERTIES; i++) {
            many.add(PropertyChange.set(new PropertyName("", "p" + i), "<p/>"));
        }

        refused(ErrorCode.TOO_LARGE, () -> patch(PropertyChange.remove(COLOR), PropertyChange.set(SIZE, large)));
        refused(ErrorCode.TOO_LARGE, () -> properties.patch(alice, file.id(), many, Precondition.NONE));

        assertEquals(List.of(new DeadProperty(COLOR, "<one/>")), ofFile());
    }

    /** With what the clients of its folder hear, or not at all. */
    @Test
    void otherTimesGoInTheSameTransaction() {
        var times =
                new NodeTimes(Instant.parse("2001-02-03T04:05:06.123456789Z"), Instant.parse("1969-07-20T20:17:40Z"));
        List<PropertyChange> large =
                List.of(PropertyChange.set(COLOR, "<x>" + "y".repeat(PropertyPatch.MAX_BYTES) + "</x>"));
        String before = tree.get(alice, root).etag();

        refused(ErrorCode.TOO_LARGE, () -> properties.patch(alice, file.id(), large, times, Precondition.NONE));
        assertEquals(file, tree.get(alice, file.id()));
        assertEquals(before, tree.get(alice, root).etag());

        Node changed = properties.patch(
                alice, file.id(), List.of(PropertyChange.set(COLOR, "<one/>")), times, Precondition.NONE);

        assertEquals(Instant.parse("2001-02-03T04:05:06.123456Z"), changed.created());
        assertEquals(times.modified(), changed.modified());
        assertEquals(changed, tree.get(alice, file.id()));
        assertEquals(1, ofFile().size());
        String after = tree.get(alice, root).etag();
        assertNotEquals(before, after);
        assertNotEquals(file.etag(), changed.etag());
        assertEquals("content", files.read(alice, changed));
        properties.patch(alice, file.id(), List.of(), times, Precondition.NONE);
        assertEquals(after, tree.get(alice, root).etag());
        properties.patch(alice, file.id(), List.of(), new NodeTimes(Instant.EPOCH, null), Precondition.NONE);
        assertNotEquals(after, tree.get(alice, root).etag());
        assertEquals(List.of(), TreeCheck.broken(files));
    }

    @Test
    void theRootFolderOfADriveKeepsNothing() {
        refused(ErrorCode.FORBIDDEN, () -> patch(root, PropertyChange.set(COLOR, "<one/>")));
        refused(
                ErrorCode.FORBIDDEN,
                () -> properties.patch(alice, root, List.of(), new NodeTimes(Instant.EPOCH, null), Precondition.NONE));
    }

    @Test
    void whatXmlCannotCarryIsRefused() {
        refused(ErrorCode.INVALID_INPUT, () -> PropertyChange.set(COLOR, "\u0000"));
        refused(ErrorCode.INVALID_INPUT, () -> PropertyChange.set(COLOR, "\ud800"));
        refused(ErrorCode.INVALID_INPUT, () -> new PropertyName("urn:x", ""));
        refused(ErrorCode.INVALID_INPUT, () -> new PropertyName("urn:x", "\uffff"));
        refused(ErrorCode.INVALID_INPUT, () -> new PropertyName("x".repeat(1_001), "x"));
        refused(ErrorCode.INVALID_INPUT, () -> new PropertyName("", "x".repeat(256)));
        properties.patch(
                alice,
                file.id(),
                List.of(PropertyChange.set(new PropertyName("x".repeat(1_000), "\ud83d\ude00".repeat(63)), "<x/>")),
                Precondition.NONE);
    }

    @Test
    void aLockedNodeKeepsItsProperties() {
        Actor.User bob = files.user();
        files.grant(bob, tree.get(alice, root), Role.EDITOR);
        var request = new LockRequest(LockKind.EXCLUSIVE, true, "", null);
        FileLock lock = files.locks.take(alice, root, request, Precondition.NONE);
        var with = new Precondition(false, false, null, Set.of(), Set.of(lock.token()));
        List<PropertyChange> steps = List.of(PropertyChange.set(COLOR, "<one/>"));

        refused(ErrorCode.LOCKED, () -> properties.patch(bob, file.id(), steps, with));
        refused(ErrorCode.LOCKED, () -> properties.patch(alice, file.id(), steps, Precondition.NONE));
        assertEquals(List.of(), ofFile());
        properties.patch(alice, file.id(), steps, with);
        assertEquals(1, ofFile().size());
    }

    @Test
    void aStaleConditionIsRefused() {
        var stale = new Precondition(false, false, Set.of("\"other\""), Set.of(), Set.of());

        refused(
                ErrorCode.STALE_ETAG,
                () -> properties.patch(alice, file.id(), List.of(PropertyChange.remove(COLOR)), stale));
    }

    @Test
    void propertiesStayWithTheirNode() {
        set(COLOR, MARKUP);
        Node folder = tree.createFolder(alice, root, "folder");
        patch(folder.id(), PropertyChange.set(SIZE, "<s/>"));

        tree.rename(alice, file.id(), "new", Precondition.NONE);
        tree.move(alice, file.id(), folder.id(), "newer", Precondition.NONE);
        files.write(alice, folder.id(), "newer", "other content");

        assertEquals(List.of(new DeadProperty(COLOR, MARKUP)), ofFile());
        tree.delete(alice, folder.id(), Precondition.NONE);
        refused(ErrorCode.NOT_FOUND, () -> patch(PropertyChange.remove(COLOR)));
        assertEquals(2, stored());
    }

    @Test
    void aCopyHasThePropertiesToo() {
        Node top = tree.createFolder(alice, root, "top");
        NodeId at = top.id();
        for (int i = 0; i < 3; i++) {
            patch(at, PropertyChange.set(COLOR, "<c" + i + "/>"));
            NodeId inner = tree.createFolder(alice, at, "inner").id();
            patch(inner, PropertyChange.set(SIZE, "<s" + i + "/>"));
            at = inner;
        }
        var to = new Destination(root, "copy", Destination.Taken.REFUSE);

        Node copy = tree.copy(alice, top.id(), to, true, Precondition.NONE).node();

        assertEquals(wayDown(top), wayDown(copy));
        assertEquals(12, stored());
        patch(copy.id(), PropertyChange.set(COLOR, "<other/>"));
        assertEquals(List.of(new DeadProperty(COLOR, "<c0/>")), of(top));
    }

    private List<List<DeadProperty>> wayDown(Node top) {
        List<List<DeadProperty>> found = new ArrayList<>(List.of(of(top)));
        Node at = top;
        for (int i = 0; i < 3; i++) {
            at = tree.children(alice, at.id(), null, 1).items().get(0);
            found.add(of(at));
        }
        return found;
    }

    private List<DeadProperty> of(Node node) {
        return properties.all(alice, List.of(node)).getOrDefault(node.id(), List.of());
    }

    @Test
    void withTheNodeAllThatHangsOnItIsGone() {
        set(COLOR, MARKUP);
        files.favorites.add(alice, file.id());
        files.recent.opened(alice, file.id());
        tree.delete(alice, file.id(), Precondition.NONE);
        assertEquals(1, stored());

        files.trash.delete(alice, file.id());

        assertEquals(0, stored());
        assertEquals(Set.of(), files.favorites.among(alice, List.of(file)));
        assertEquals(0, files.recent.clear(alice));
    }

    @Test
    void thePropertiesOfAPageCostOneStatement() {
        List<Node> page = new ArrayList<>(List.of(file));
        for (int i = 0; i < 40; i++) {
            Node made = tree.createFolder(alice, root, "f" + i);
            patch(made.id(), PropertyChange.set(COLOR, "<c" + i + "/>"), PropertyChange.set(SIZE, "<s/>"));
            page.add(made);
        }
        List<Map<NodeId, List<DeadProperty>>> found = new ArrayList<>();

        assertEquals(1, files.statements(() -> found.add(properties.all(alice, page))));
        assertEquals(1, files.statements(() -> found.add(properties.named(alice, page, Set.of(SIZE)))));

        assertEquals(40, found.get(0).size());
        assertEquals(
                List.of(new DeadProperty(COLOR, "<c0/>"), new DeadProperty(SIZE, "<s/>")),
                found.get(0).get(page.get(1).id()));
        assertEquals(
                List.of(new DeadProperty(SIZE, "<s/>")),
                found.get(1).get(page.get(1).id()));
    }

    private void set(PropertyName name, String markup) {
        patch(PropertyChange.set(name, markup));
    }

    private void patch(PropertyChange... steps) {
        patch(file.id(), steps);
    }

    private void patch(NodeId node, PropertyChange... steps) {
        properties.patch(alice, node, List.of(steps), Precondition.NONE);
    }

    private List<DeadProperty> ofFile() {
        return properties.all(alice, List.of(file)).getOrDefault(file.id(), List.of());
    }

    private long stored() {
        return files.count("DeadPropertyEntity");
    }

    private static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }
}
