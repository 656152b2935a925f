package io.oxicloud.files.rewind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import io.oxicloud.files.FileTree;
import io.oxicloud.files.LockKind;
import io.oxicloud.files.LockRequest;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class RewindTest {
    private static final Duration REACH = Duration.ofDays(30);

    private final TestFiles files;
    private final FileTree tree;
    private final Actor.User alice;
    private final DriveId drive;
    private final NodeId root;
    private final Node folder;
    private final Rewind rewind;

    RewindTest(Engine engine) {
        files = new TestFiles(engine);
        tree = files.tree;
        alice = files.user();
        drive = files.drive(alice, "Team");
        root = new NodeId(drive.value());
        folder = tree.createFolder(alice, root, "work");
        rewind = rewind(5_000);
        pass();
    }

    @AfterEach
    void close() {
        files.close();
    }

    private Rewind rewind(int most) {
        return new Rewind(
                files.ground.tx,
                files.access,
                files.ledger,
                new Rewind.Doors(tree, files.trash, files.versions),
                REACH,
                files.clock,
                most);
    }

    private Instant pass() {
        files.clock.advance(Duration.ofMinutes(1));
        Instant now = files.clock.instant();
        files.clock.advance(Duration.ofMinutes(1));
        return now;
    }

    private Node folder(NodeId in, String name) {
        return tree.createFolder(alice, in, name);
    }

    private Node write(NodeId in, String name, String text) {
        Node node = files.write(alice, in, name, text).node();
        files.clock.advance(Duration.ofSeconds(1));
        return node;
    }

    private void delete(Node node) {
        tree.delete(alice, node.id(), Precondition.NONE);
        files.clock.advance(Duration.ofSeconds(1));
    }

    private void move(Node node, NodeId to, String name) {
        tree.move(alice, node.id(), to, name, Precondition.NONE);
        files.clock.advance(Duration.ofSeconds(1));
    }

    /** Path to id and content of all that is to be seen. */
    private Map<String, String> seen(NodeId in) {
        Map<String, String> seen = new TreeMap<>();
        for (Node node : tree.children(alice, in, null, 1_000).items()) {
            seen.put(node.name(), node.id() + " " + (node.folder() ? "" : files.read(alice, node)));
            if (node.folder()) {
                seen(node.id()).forEach((path, what) -> seen.put(node.name() + "/" + path, what));
            }
        }
        return seen;
    }

    private static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }

    private RewindOutcome restore(Instant at) {
        RewindOutcome outcome = rewind.restore(alice, folder.id(), at);
        files.clock.advance(Duration.ofSeconds(1));
        return outcome;
    }

    private void assertWhole() throws Exception {
        assertEquals(List.of(), files.fsck().findings());
    }

    @Test
    void whatAProgramDidToAllFilesIsUndoneAndCanBeDoneAgain() throws Exception {
        for (String name : List.of("a", "b", "c")) {
            write(folder.id(), name + ".txt", name);
        }
        Node deep = folder(folder.id(), "deep");
        write(deep.id(), "d.txt", "d");
        Instant good = pass();
        Map<String, String> before = seen(folder.id());
        for (Node node : tree.children(alice, folder.id(), null, 10).items()) {
            if (!node.folder()) {
                write(folder.id(), node.name(), "locked " + node.name());
                move(node, folder.id(), node.name() + ".locked");
            }
        }
        delete(deep);
        write(folder.id(), "PAY.txt", "pay");
        Instant bad = pass();
        Map<String, String> attacked = seen(folder.id());

        RewindPreview preview = rewind.preview(alice, folder.id(), good, null, 100);
        assertEquals(
                Map.of(
                        RewindStep.CONTENT, 3,
                        RewindStep.PLACE, 3,
                        RewindStep.UNDELETE, 1,
                        RewindStep.DISCARD, 1),
                preview.counts());
        RewindOutcome outcome = restore(good);

        assertEquals(preview.counts(), outcome.done());
        assertEquals(List.of(), outcome.left());
        assertTrue(outcome.finished());
        assertEquals(before, seen(folder.id()));
        assertEquals(Map.of(), restore(good).done());
        assertEquals(Map.of(), rewind.preview(alice, folder.id(), good, null, 1).counts());
        assertEquals(1, files.trash.list(alice, null, 10).items().size());

        restore(bad);
        assertEquals(attacked, seen(folder.id()));
        restore(good);
        assertEquals(before, seen(folder.id()));
        assertWhole();
    }

    @Test
    void whatMovedComesBackFromWhereverItIs() throws Exception {
        Node inner = folder(folder.id(), "inner");
        Node file = write(inner.id(), "a.txt", "a");
        write(inner.id(), "b.txt", "b");
        Node outside = folder(root, "outside");
        Instant good = pass();
        Map<String, String> before = seen(folder.id());

        Node fresh = folder(folder.id(), "new");
        move(file, fresh.id(), "renamed.txt");
        move(inner, outside.id(), "elsewhere");
        write(inner.id(), "b.txt", "changed there");
        write(inner.id(), "c.txt", "made there");
        delete(fresh);
        pass();

        assertEquals(List.of(), restore(good).left());

        assertEquals(before, seen(folder.id()));
        assertEquals(Map.of(), seen(outside.id()));
        assertWhole();
    }

    @Test
    void namesThatWereExchangedAreExchangedBack() {
        Node a = write(folder.id(), "a", "1");
        Node b = write(folder.id(), "b", "2");
        Node c = folder(folder.id(), "c");
        Instant good = pass();
        Map<String, String> before = seen(folder.id());
        move(a, folder.id(), "x");
        move(b, folder.id(), "a");
        move(c, folder.id(), "b");
        move(a, folder.id(), "c");
        pass();

        assertEquals(List.of(), restore(good).left());

        assertEquals(before, seen(folder.id()));
    }

    @Test
    void whatTookANameMakesRoom() {
        Node a = write(folder.id(), "a.txt", "old");
        Node inner = folder(folder.id(), "inner");
        Node kept = write(inner.id(), "kept.txt", "kept");
        Instant good = pass();
        Map<String, String> before = seen(folder.id());
        delete(a);
        write(folder.id(), "a.txt", "another file");
        move(inner, folder.id(), "former");
        Node second = folder(folder.id(), "inner");
        move(kept, second.id(), "kept.txt");
        pass();

        assertEquals(List.of(), restore(good).left());

        assertEquals(before, seen(folder.id()));
    }

    @Test
    void whatWasInTheTrashGoesBackThere() {
        Node a = write(folder.id(), "a.txt", "old");
        delete(a);
        Instant good = pass();
        files.trash.restore(alice, a.id());
        pass();

        assertEquals(Map.of(RewindStep.DISCARD, 1), restore(good).done());

        assertEquals(Map.of(), seen(folder.id()));
    }

    @Test
    void whatIsLockedOrGoneForGoodStaysAndIsTold() {
        Node held = write(folder.id(), "held.txt", "old");
        Node gone = write(folder.id(), "gone.txt", "old");
        write(folder.id(), "free.txt", "old");
        Instant good = pass();
        write(folder.id(), "held.txt", "new");
        write(folder.id(), "free.txt", "new");
        delete(gone);
        files.trash.delete(alice, gone.id());
        files.locks.take(alice, held.id(), new LockRequest(LockKind.EXCLUSIVE, false, "me", null), Precondition.NONE);
        pass();

        RewindOutcome outcome = restore(good);

        assertEquals(1, outcome.leftCount());
        assertEquals(held.id(), outcome.left().get(0).id());
        assertEquals(Map.of(RewindStep.CONTENT, 1), outcome.done());
        assertEquals("new", files.read(alice, tree.get(alice, held.id())));
    }

    @Test
    void aRewindTakesDeleteAndATimeThatTheHistoryKnows() {
        Node file = write(folder.id(), "a.txt", "old");
        Instant good = pass();
        Actor.User editor = files.user();
        files.grant(editor, folder, Role.VIEWER);

        refused(ErrorCode.FORBIDDEN, () -> rewind.preview(editor, folder.id(), good, null, 10));
        refused(ErrorCode.FORBIDDEN, () -> rewind.restore(editor, folder.id(), good));
        refused(ErrorCode.NOT_FOUND, () -> rewind.restore(files.user(), folder.id(), good));
        refused(ErrorCode.CONFLICT, () -> rewind.restore(alice, file.id(), good));
        refused(
                ErrorCode.INVALID_INPUT,
                () -> rewind.restore(alice, folder.id(), files.clock.instant().plusSeconds(1)));
        refused(
                ErrorCode.INVALID_INPUT,
                () -> rewind.restore(
                        alice, folder.id(), files.clock.instant().minus(REACH).minusSeconds(1)));
        files.freeze(drive);
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> rewind.restore(alice, folder.id(), good));
    }

    @Test
    void oneCallDoesSoMuchAndTheNextGoesOn() {
        for (int i = 0; i < 7; i++) {
            write(folder.id(), "f" + i, "old");
        }
        Instant good = pass();
        for (int i = 0; i < 7; i++) {
            write(folder.id(), "f" + i, "new");
        }
        pass();
        var some = rewind(3);
        var ids = new HashSet<NodeId>();
        String cursor = null;
        do {
            Page<RewindItem> page =
                    rewind.preview(alice, folder.id(), good, cursor, 2).page();
            page.items().forEach(item -> assertTrue(ids.add(item.id())));
            cursor = page.next();
        } while (cursor != null);
        assertEquals(7, ids.size());

        assertFalse(some.restore(alice, folder.id(), good).finished());
        assertFalse(some.restore(alice, folder.id(), good).finished());
        assertTrue(some.restore(alice, folder.id(), good).finished());

        assertEquals(Map.of(), rewind.preview(alice, folder.id(), good, null, 1).counts());
    }

    /** Whatever happens, a time that somebody remembers comes back; and so does the time before it came back. */
    @RepeatedTest(3)
    void anyHistoryIsUndone() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("changes are chosen with -Dseed=" + seed);
        var random = new Random(seed);
        folder(folder.id(), "f");
        write(folder.id(), "a", "0");
        List<Instant> times = new ArrayList<>();
        List<Map<String, String>> states = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 12; i++) {
                change(random, i);
            }
            times.add(pass());
            states.add(seen(folder.id()));
        }
        for (int target : new int[] {1, 0, 2, 0}) {
            assertEquals(List.of(), restore(times.get(target)).left(), "to " + target + ", seed " + seed);
            assertEquals(states.get(target), seen(folder.id()), "to " + target + ", seed " + seed);
        }
        assertWhole();
    }

    private void change(Random random, int step) {
        List<Node> all = new ArrayList<>();
        collect(folder.id(), all);
        List<Node> folders = new ArrayList<>(all.stream().filter(Node::folder).toList());
        folders.add(folder);
        Node one = all.isEmpty() ? folder : all.get(random.nextInt(all.size()));
        Node in = folders.get(random.nextInt(folders.size()));
        String name = List.of("a", "b", "f", "g", "h").get(random.nextInt(5));
        try {
            switch (random.nextInt(6)) {
                case 0 -> folder(in.id(), name);
                case 1, 2 -> write(in.id(), name, "step " + step + random.nextInt(100));
                case 3, 4 -> move(one, in.id(), name);
                default -> {
                    if (!one.id().equals(folder.id())) {
                        delete(one);
                    }
                }
            }
        } catch (CloudException e) {
            // what cannot be done, as a move into itself or to a name that is taken, is no change
        }
        files.clock.advance(Duration.ofSeconds(1));
    }

    private void collect(NodeId in, List<Node> all) {
        for (Node node : tree.children(alice, in, null, 1_000).items()) {
            all.add(node);
            if (node.folder()) {
                collect(node.id(), all);
            }
        }
    }
}
