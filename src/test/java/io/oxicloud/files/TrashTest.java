package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Page;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class TrashTest extends OnTeamDrive {
    private final Trash trash;

    TrashTest(Engine engine) {
        super(engine);
        trash = files.trash;
    }

    @AfterEach
    void check() {
        assertEquals(List.of(), TreeCheck.broken(files));
    }

    @Test
    void theNewestIsListedFirstInPagesOfAnySize() {
        for (int i = 0; i < 5; i++) {
            deleted("f" + i);
            files.clock.advance(Duration.ofSeconds(i % 2));
        }

        List<String> whole = names(trash.list(alice, null, 10));
        for (int size = 1; size <= 5; size++) {
            List<String> collected = new ArrayList<>();
            String cursor = null;
            do {
                Page<TrashedNode> page = trash.list(alice, cursor, size);
                collected.addAll(names(page));
                cursor = page.next();
            } while (cursor != null);
            assertEquals(whole, collected);
        }

        assertEquals("f4", whole.get(0));
        assertEquals(whole, names(trash.list(alice, "no cursor", 10)));
        TrashedNode first = trash.list(alice, null, 1).items().get(0);
        assertEquals(alice.id(), first.trashedBy());
        assertEquals(first.trashedAt().plus(TestFiles.RETENTION), first.goesAt());
    }

    /** In each order and the other way round, in pages of any size; each page is one statement. */
    @Test
    void theListIsSortedAsOneLikes() {
        Map<String, String> texts = Map.of("b.txt", "1", "A.txt", "22", "c.png", "333", "d", "22");
        List<String> deleted = List.of("b.txt", "A.txt", "c.png", "d", "folder");
        for (String name : deleted) {
            NodeId id = name.equals("folder")
                    ? tree.createFolder(alice, root, name).id()
                    : files.write(alice, root, name, texts.getOrDefault(name, ""))
                            .node()
                            .id();
            tree.delete(alice, id, Precondition.NONE);
            files.clock.advance(Duration.ofSeconds(1));
        }
        Map<TrashOrder, List<String>> expected = Map.of(
                TrashOrder.TRASHED, List.of("folder", "d", "c.png", "A.txt", "b.txt"),
                TrashOrder.NAME, List.of("A.txt", "b.txt", "c.png", "d", "folder"),
                TrashOrder.TYPE, List.of("folder", "d", "c.png", "A.txt", "b.txt"),
                TrashOrder.SIZE, List.of("c.png", "d", "A.txt", "b.txt", "folder"));
        for (TrashOrder order : TrashOrder.values()) {
            List<String> right = expected.getOrDefault(order, List.of());
            List<String> wrongWay = new ArrayList<>(right);
            Collections.reverse(wrongWay);
            for (int size = 1; size <= 6; size++) {
                assertEquals(right, paged(order, false, size), order + " by " + size);
                assertEquals(wrongWay, paged(order, true, size), order + " reversed by " + size);
            }
            String cursor = trash.list(alice, order, false, null, 2).next();
            trash.list(alice, order, false, cursor, 2);
            assertEquals(1, files.statements(() -> trash.list(alice, order, false, cursor, 2)));
            assertEquals(right.subList(0, 2), names(trash.list(alice, order, false, "no cursor", 2)));
            assertEquals(wrongWay.subList(0, 2), names(trash.list(alice, order, true, cursor, 2)), "of another order");
        }
    }

    private List<String> paged(TrashOrder order, boolean reverse, int size) {
        List<String> collected = new ArrayList<>();
        String cursor = null;
        do {
            Page<TrashedNode> page = trash.list(alice, order, reverse, cursor, size);
            collected.addAll(names(page));
            cursor = page.next();
        } while (cursor != null);
        return collected;
    }

    @Test
    void whoCanReadTheDriveSeesItsTrashAndWhoMayDeleteEmptiesIt() {
        Actor.User viewer = files.user();
        Actor.User stranger = files.user();
        files.ground.give(Subject.of(viewer.id()), Resource.of(drive), Role.VIEWER, null);
        NodeId gone = deleted("gone");

        assertEquals(List.of("gone"), names(trash.list(viewer, null, 10)));
        assertEquals(List.of(), names(trash.list(stranger, null, 10)));
        for (var who : List.of(viewer, stranger)) {
            ErrorCode code = who.equals(viewer) ? ErrorCode.FORBIDDEN : ErrorCode.NOT_FOUND;
            refused(code, () -> trash.restore(who, gone));
            refused(code, () -> trash.delete(who, gone));
            refused(ErrorCode.NOT_FOUND, () -> trash.empty(who, drive));
            trash.empty(who);
        }
        assertEquals(List.of("gone"), names(trash.list(alice, null, 10)));
        trash.empty(alice);
        assertEquals(List.of(), names(trash.list(alice, null, 10)));
    }

    @Test
    void whatIsRestoredIsWhereItWasWithAllThatLiesInIt() {
        Node folder = tree.createFolder(alice, root, "folder");
        Node inner = tree.createFolder(alice, folder.id(), "inner");
        Node file = files.write(alice, inner.id(), "a", "text").node();
        Node early = files.write(alice, inner.id(), "early", "x").node();
        tree.delete(alice, early.id(), Precondition.NONE);
        tree.delete(alice, inner.id(), Precondition.NONE);
        assertEquals(List.of("inner"), names(trash.list(alice, null, 10)));

        Node restored = trash.restore(alice, inner.id());

        assertEquals(inner.lineage(), restored.lineage());
        assertEquals("text", files.read(alice, tree.get(alice, file.id())));
        assertEquals(List.of("early"), names(trash.list(alice, null, 10)));
        assertEquals(3, tree.get(alice, folder.id()).changes());
        refused(ErrorCode.NOT_FOUND, () -> trash.restore(alice, inner.id()));
        refused(ErrorCode.NOT_FOUND, () -> trash.restore(alice, file.id()));
        trash.restore(alice, early.id());
    }

    @Test
    void whatHasNoFolderAnyMoreIsRestoredToTheRoot() {
        Node folder = tree.createFolder(alice, root, "folder");
        Node inner = tree.createFolder(alice, folder.id(), "inner");
        Node file = files.write(alice, inner.id(), "a", "text").node();
        tree.delete(alice, inner.id(), Precondition.NONE);
        tree.delete(alice, folder.id(), Precondition.NONE);

        Node restored = trash.restore(alice, inner.id());

        assertEquals(root, restored.parent());
        assertEquals(
                file.id(), tree.resolve(alice, drive, List.of("inner", "a")).id());
        assertEquals(List.of("folder"), names(trash.list(alice, null, 10)));
    }

    @Test
    void whoWasGivenAFolderRestoresNothingIntoTheRootOfTheDrive() {
        Node given = tree.createFolder(alice, root, "given");
        Actor.User bob = files.user();
        files.grant(bob, given, Role.OWNER);
        Node inner = tree.createFolder(bob, given.id(), "inner");
        Node file = files.write(bob, inner.id(), "a", "text").node();
        tree.delete(bob, file.id(), Precondition.NONE);
        tree.delete(bob, inner.id(), Precondition.NONE);

        refused(ErrorCode.NOT_FOUND, () -> trash.restore(bob, file.id()));

        trash.restore(bob, inner.id());
        assertEquals(inner.id(), trash.restore(bob, file.id()).parent());
    }

    @Test
    void nothingIsRestoredOverWhatBearsItsNameNow() {
        NodeId gone = deleted("a");
        Node now = tree.createFolder(alice, root, "a");

        refused(ErrorCode.NAME_TAKEN, () -> trash.restore(alice, gone));

        tree.rename(alice, now.id(), "b", Precondition.NONE);
        assertEquals(gone, trash.restore(alice, gone).id());
    }

    @Test
    void whatIsDeletedForGoodIsGoneWithWhatWasDeletedInItBefore() {
        Node folder = tree.createFolder(alice, root, "folder");
        Node inner = files.write(alice, folder.id(), "inner", "12345").node();
        Node other = files.write(alice, root, "other", "123").node();
        tree.delete(alice, inner.id(), Precondition.NONE);
        tree.delete(alice, folder.id(), Precondition.NONE);
        refused(ErrorCode.NOT_FOUND, () -> trash.delete(alice, other.id()));

        trash.delete(alice, folder.id());

        refused(ErrorCode.NOT_FOUND, () -> trash.restore(alice, folder.id()));
        refused(ErrorCode.NOT_FOUND, () -> trash.restore(alice, inner.id()));
        refused(ErrorCode.NOT_FOUND, () -> trash.delete(alice, folder.id()));
        refused(ErrorCode.NOT_FOUND, () -> trash.delete(alice, new NodeId(UUID.randomUUID())));
        assertEquals(3L, files.drives.used(alice).get(drive));
    }

    @Test
    void aFrozenDriveKeepsItsTrash() {
        DriveId other = files.drive(alice, "Other");
        NodeId gone = deleted("gone");
        tree.delete(
                alice,
                files.write(alice, new NodeId(other.value()), "a", "x").node().id(),
                Precondition.NONE);
        files.freeze(drive);

        refused(ErrorCode.NOT_ALLOWED_HERE, () -> trash.restore(alice, gone));
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> trash.delete(alice, gone));
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> trash.empty(alice, drive));
        trash.empty(alice);

        assertEquals(List.of("gone"), names(trash.list(alice, null, 10)));
    }

    private NodeId deleted(String name) {
        NodeId made = files.write(alice, root, name, "text").node().id();
        tree.delete(alice, made, Precondition.NONE);
        return made;
    }

    private static List<String> names(Page<TrashedNode> page) {
        return page.items().stream().map(it -> it.node().name()).toList();
    }

    private static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }
}
