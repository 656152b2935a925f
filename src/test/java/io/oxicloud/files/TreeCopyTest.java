package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class TreeCopyTest extends OnTeamDrive {
    TreeCopyTest(Engine engine) {
        super(engine);
    }

    @AfterEach
    void check() {
        assertEquals(List.of(), TreeCheck.broken(files));
    }

    @Test
    void aFileIsCopiedWithItsContentAndTheTimeOfItsLastChange() {
        Actor.User bob = files.user();
        Node file = files.write(alice, root, "Bu\u0308cher.txt", "text").node();
        files.grant(bob, file, Role.VIEWER);
        files.clock.advance(Duration.ofHours(1));

        Copied copied = tree.copy(bob, file.id(), to(files.home(bob), "copy.html"), true, Precondition.NONE);

        Node copy = tree.get(bob, copied.node().id());
        assertEquals(copied, new Copied(copy, false, 0, 1));
        assertNotEquals(file.id(), copy.id());
        assertEquals("text", files.read(bob, copy));
        assertEquals("text/html", copy.mediaType());
        assertEquals(bob.id(), copy.createdBy());
        assertEquals(files.clock.instant(), copy.created());
        assertEquals(file.modified(), copy.modified());
        assertEquals(alice.id(), copy.modifiedBy());
        assertEquals(file.etag(), copy.etag());
    }

    @Test
    void aFolderIsCopiedWithAllThatCanBeSeenInIt() {
        Node source = tree.createFolder(alice, root, "source");
        Node inner = tree.createFolder(alice, source.id(), "inner");
        files.write(alice, inner.id(), "a", "one");
        files.write(alice, inner.id(), "a", "two");
        files.write(alice, source.id(), "b", "three");
        tree.createFolder(alice, source.id(), "empty");
        tree.delete(alice, files.write(alice, source.id(), "gone", "x").node().id(), Precondition.NONE);

        Copied copied = copy(source.id(), root, "copy");

        assertEquals(3, copied.folders());
        assertEquals(2, copied.files());
        assertEquals(3, copied.node().changes());
        assertEquals(names(source.id()), names(copied.node().id()));
        Node file = tree.resolve(alice, drive, List.of("copy", "inner", "a"));
        assertEquals("two", files.read(alice, file));
        Node copiedInner = tree.resolve(alice, drive, List.of("copy", "inner"));
        assertEquals(copied.node().lineage().child(copiedInner.id()), copiedInner.lineage());
        assertEquals(1, copiedInner.changes());
        files.write(alice, inner.id(), "a", "four");
        assertEquals("two", files.read(alice, tree.get(alice, file.id())));
    }

    @Test
    void deadPropertiesAreCopiedWithTheirNodesAndMarksAreNot() {
        Node source = tree.createFolder(alice, root, "source");
        Node inner = files.write(alice, source.id(), "a", "x").node();
        var color = new PropertyName("urn:x", "color");
        for (Node each : List.of(source, inner)) {
            files.properties.patch(
                    alice, each.id(), List.of(PropertyChange.set(color, "<" + each.name() + "/>")), Precondition.NONE);
        }
        files.favorites.add(alice, inner.id());

        Node copy = copy(source.id(), root, "copy").node();

        Node copiedInner = tree.resolve(alice, drive, List.of("copy", "a"));
        assertEquals(
                Map.of(
                        copy.id(), List.of(new DeadProperty(color, "<source/>")),
                        copiedInner.id(), List.of(new DeadProperty(color, "<a/>"))),
                files.properties.all(alice, List.of(copy, copiedInner)));
        assertEquals(Set.of(), files.favorites.among(alice, List.of(copiedInner)));
    }

    @Test
    void aFolderMayBeCopiedWithoutWhatLiesInIt() {
        Node source = tree.createFolder(alice, root, "source");
        tree.createFolder(alice, source.id(), "inner");

        Copied copied = tree.copy(alice, source.id(), to(source.id(), "copy"), false, Precondition.NONE);

        assertEquals(new Copied(copied.node(), false, 1, 0), copied);
        assertEquals(List.of(), names(copied.node().id()));
    }

    @Test
    void aTakenNameIsRefusedOrMakesWayIntoTheTrash() {
        Node source = tree.createFolder(alice, root, "source");
        Node file = files.write(alice, root, "file", "x").node();
        Node old = tree.createFolder(alice, root, "old");
        tree.createFolder(alice, old.id(), "inner");

        refused(ErrorCode.NAME_TAKEN, () -> copy(file.id(), root, "old"));
        Copied copied = tree.copy(alice, file.id(), over(root, "old"), true, Precondition.NONE);

        assertTrue(copied.replaced());
        assertEquals("x", files.read(alice, tree.resolve(alice, drive, List.of("old"))));
        assertEquals(
                List.of(old.id()),
                files.trash.list(alice, null, 10).items().stream()
                        .map(it -> it.node().id())
                        .toList());
        assertFalse(tree.copy(alice, source.id(), over(root, "new"), true, Precondition.NONE)
                .replaced());
    }

    @Test
    void nothingIsCopiedIntoOrOverItself() {
        Node source = tree.createFolder(alice, root, "source");
        Node inner = tree.createFolder(alice, source.id(), "inner");
        Node deep = tree.createFolder(alice, inner.id(), "deep");
        Node file = files.write(alice, root, "file", "x").node();

        refused(ErrorCode.INVALID_INPUT, () -> copy(source.id(), source.id(), "copy"));
        refused(ErrorCode.INVALID_INPUT, () -> copy(source.id(), deep.id(), "copy"));
        refused(
                ErrorCode.INVALID_INPUT,
                () -> tree.copy(alice, file.id(), over(root, "file"), true, Precondition.NONE));
        refused(
                ErrorCode.INVALID_INPUT,
                () -> tree.copy(alice, deep.id(), over(root, "source"), true, Precondition.NONE));
        refused(ErrorCode.CONFLICT, () -> copy(source.id(), file.id(), "copy"));
        refused(ErrorCode.INVALID_INPUT, () -> copy(source.id(), root, "a/b"));
        assertEquals(List.of("file", "source"), names(root));
    }

    @Test
    void theWholeTreeHasToFitUnderTheDeepestFolderAllowed() {
        NodeId at = root;
        for (int i = 0; i < FileTree.MAX_DEPTH - 3; i++) {
            at = tree.createFolder(alice, at, "f").id();
        }
        NodeId deep = at;
        Node source = tree.createFolder(alice, root, "source");
        Node inner = tree.createFolder(alice, source.id(), "inner");

        copy(source.id(), deep, "fits");
        tree.createFolder(alice, inner.id(), "more");

        refused(ErrorCode.INVALID_INPUT, () -> copy(source.id(), deep, "copy"));
    }

    @Test
    void aCopyCountsAgainAndHasToFitIntoTheOtherDrive() {
        Node source = tree.createFolder(alice, root, "source");
        files.write(alice, source.id(), "a", "12345");
        files.write(alice, source.id(), "b", "12345");
        DriveId small = files.drives
                .createShared(TestGround.ADMIN, new NewDrive("Small", Subject.of(alice.id()), 19L))
                .id();
        NodeId there = new NodeId(small.value());

        copy(source.id(), there, "one");

        refused(ErrorCode.OVER_QUOTA, () -> copy(source.id(), there, "two"));
        assertEquals(10L, files.drives.used(alice).get(small));
        assertEquals(List.of("one"), names(there));
    }

    @Test
    void aCopyTakesReadThereAndCreateHere() {
        Actor.User bob = files.user();
        Node source = tree.createFolder(alice, root, "source");
        Node target = tree.createFolder(alice, root, "target");
        refused(ErrorCode.NOT_FOUND, () -> tree.copy(bob, source.id(), to(target.id(), "c"), true, Precondition.NONE));
        files.grant(bob, source, Role.VIEWER);
        refused(ErrorCode.NOT_FOUND, () -> tree.copy(bob, source.id(), to(target.id(), "c"), true, Precondition.NONE));
        files.grant(bob, target, Role.VIEWER);
        refused(ErrorCode.FORBIDDEN, () -> tree.copy(bob, source.id(), to(target.id(), "c"), true, Precondition.NONE));
        files.grant(bob, target, Role.CONTRIBUTOR);

        tree.copy(bob, source.id(), to(target.id(), "c"), true, Precondition.NONE);

        refused(
                ErrorCode.FORBIDDEN,
                () -> tree.copy(bob, source.id(), over(target.id(), "c"), true, Precondition.NONE));
        files.freeze(drive);
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> copy(source.id(), target.id(), "d"));
        copy(source.id(), files.home(alice), "out of a frozen drive");
    }

    @Test
    void aConditionThatIsNotMetStopsACopy() {
        Node source = tree.createFolder(alice, root, "source");
        var stale = new Precondition(false, false, Set.of("\"stale\""), Set.of(), Set.of());

        refused(ErrorCode.STALE_ETAG, () -> tree.copy(alice, source.id(), to(root, "copy"), true, stale));
    }

    /** 3 for each page of nodes: rows, history and dead properties; the contents are counted in one, whatever the pages. */
    @Test
    void theNumberOfStatementsGrowsWithPagesOnly() {
        Node small = files.forest(alice, root, "small", 3, 1);
        Node large = files.forest(alice, root, "large", 4, 5);

        long few = files.statements(() -> copy(small.id(), root, "one"));
        long some = files.statements(() -> copy(large.id(), root, "two"));

        Copied copied = copy(large.id(), root, "three");
        assertEquals(341, copied.folders());
        assertEquals(1364, copied.files());
        long pages = (341 + 1364) / CopyWriter.PAGE + 1;
        assertTrue(few <= 20, "small: " + few);
        assertTrue(some <= few + 3 * (pages - 1), "small: " + few + ", large: " + some);
    }

    private Copied copy(NodeId node, NodeId folder, String name) {
        return tree.copy(alice, node, to(folder, name), true, Precondition.NONE);
    }

    private List<String> names(NodeId folder) {
        return tree.children(alice, folder, null, 100).items().stream()
                .map(Node::name)
                .toList();
    }

    private static Destination to(NodeId folder, String name) {
        return new Destination(folder, name, Destination.Taken.REFUSE);
    }

    private static Destination over(NodeId folder, String name) {
        return new Destination(folder, name, Destination.Taken.REPLACE);
    }

    private static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }
}
