package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Trees that are copied, moved, deleted, restored and purged while others do the same to parts of them. */
class ConcurrentTreesTest extends OnTeamDrive {
    private static final boolean FULL = Boolean.getBoolean("full");

    /** Below which all of the work goes on; 425 nodes, or 12,221. */
    private static final int FAN = FULL ? 10 : 4;

    private static final int LEVELS = 4;
    private static final int ROUNDS = FULL ? 6 : 8;
    private static final int WRITERS = 64;
    private static final int DEEP = 40;

    /** What may be said to somebody whose node another one took away, or who came too late. */
    private static final Set<ErrorCode> POLITE = EnumSet.of(
            ErrorCode.NOT_FOUND, ErrorCode.NAME_TAKEN, ErrorCode.INVALID_INPUT, ErrorCode.BUSY, ErrorCode.CONFLICT);

    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    private final Map<String, Integer> done = new ConcurrentHashMap<>();

    ConcurrentTreesTest(Engine engine) {
        super(engine);
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void whateverHappensToTreesAtTheSameTimeAllCountsAreRightAfterwards() throws Exception {
        Node one = files.forest(alice, root, "one", FAN, LEVELS);
        Node two =
                tree.createFolder(alice, new NodeId(files.drive(alice, "Other").value()), "two");
        Node inner = tree.resolve(alice, drive, List.of("one", "folder 0"));
        Node deep = tree.resolve(alice, drive, List.of("one", "folder 0", "folder 1"));
        Node moving = tree.resolve(alice, drive, List.of("one", "folder 1"));

        List<Callable<Void>> work = List.of(
                repeatedly("copy whole", i -> copy(one, root, "copy " + i)),
                repeatedly("copy part", i -> copy(inner, two.id(), "copy " + i)),
                repeatedly("copy inside", i -> copy(deep, i % 2 == 0 ? one.id() : inner.id(), "copy " + i)),
                repeatedly("move", i -> move(moving, i % 2 == 0 ? inner.id() : one.id(), "moving")),
                repeatedly("move across", i -> move(deep, i % 2 == 0 ? two.id() : inner.id(), "deep")),
                repeatedly("write", i -> files.write(alice, deep.id(), "written", "text " + i)),
                repeatedly("make", i -> tree.createFolder(alice, moving.id(), "made " + i)),
                repeatedly("delete and restore", i -> deleteAndRestore(moving)),
                repeatedly("delete and restore more", i -> deleteAndRestore(inner)),
                repeatedly("purge", i -> {
                    Node copied = tree.resolve(alice, drive, List.of("copy " + i));
                    tree.delete(alice, copied.id(), Precondition.NONE);
                    files.trash.delete(alice, copied.id());
                }));
        for (Future<Void> each : threads.invokeAll(work)) {
            each.get();
        }

        assertEquals(List.of(), TreeCheck.broken(files));
        assertEquals(List.of(), files.fsck().findings());
        // nothing takes the source of these away; which of the others come through is chance
        assertTrue(done.containsKey("copy whole"), done::toString);
        files.trash.empty(alice);
        assertEquals(List.of(), TreeCheck.broken(files));
    }

    /** 64 writers and copies of trees in one folder: whoever has read up to a number has missed nothing below it. */
    @Test
    void numbersOfOneFolderAreInTheOrderOfTheCommitsHoweverManyWrite() throws Exception {
        Node source = files.forest(alice, root, "source", FAN, LEVELS - 1);
        Node folder = tree.createFolder(alice, root, "folder");
        List<Callable<Void>> work = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            int number = writer;
            work.add(() -> {
                if (number % 16 == 0) {
                    copy(source, folder.id(), "copy " + number);
                } else {
                    files.write(alice, folder.id(), "file " + number, "text " + number % 5);
                }
                return null;
            });
        }
        List<Future<Void>> running = work.stream().map(threads::submit).toList();

        List<Long> seen = new ArrayList<>();
        do {
            seen.addAll(numbersAfter(folder.id(), seen.size()));
        } while (!running.stream().allMatch(Future::isDone));
        for (Future<Void> each : running) {
            each.get();
        }
        seen.addAll(numbersAfter(folder.id(), seen.size()));

        assertEquals(LongStream.rangeClosed(1, WRITERS).boxed().toList(), seen);
        assertEquals(List.of(), TreeCheck.broken(files));
    }

    /** H2 works out a nested query anew for each row it tries, as soon as the table changes while it does. */
    @Test
    void aDeepPathIsFoundWhileOthersWrite() throws Exception {
        List<String> path = new ArrayList<>();
        NodeId deepest = root;
        while (path.size() < DEEP) {
            path.add("level " + path.size());
            deepest =
                    tree.createFolder(alice, deepest, path.get(path.size() - 1)).id();
        }
        var found = new AtomicBoolean();
        Future<Integer> writer = threads.submit(() -> {
            int made = 0;
            while (!found.get()) {
                tree.createFolder(alice, root, "made " + made++);
            }
            return made;
        });

        try {
            for (int round = 0; round < ROUNDS; round++) {
                assertEquals(deepest, tree.resolve(alice, drive, path).id());
            }
        } finally {
            found.set(true);
        }

        assertTrue(writer.get() > 0);
    }

    private interface Step {
        void run(int round);
    }

    private Callable<Void> repeatedly(String what, Step step) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, ROUNDS).boxed().toList());
        Collections.shuffle(order, new Random(what.hashCode()));
        return () -> {
            for (int round : order) {
                try {
                    step.run(round);
                    done.merge(what, 1, Integer::sum);
                } catch (CloudException e) {
                    assertTrue(POLITE.contains(e.code()), () -> what + ": " + e);
                    done.merge(what + ' ' + e.code(), 1, Integer::sum);
                }
            }
            return null;
        };
    }

    private void deleteAndRestore(Node node) {
        tree.delete(alice, node.id(), Precondition.NONE);
        files.trash.restore(alice, node.id());
    }

    private void copy(Node node, NodeId folder, String name) {
        var to = new Destination(folder, name, Destination.Taken.REPLACE);
        tree.copy(alice, node.id(), to, true, Precondition.NONE);
    }

    private void move(Node node, NodeId folder, String name) {
        tree.move(alice, node.id(), folder, name, Precondition.NONE);
    }

    private List<Long> numbersAfter(NodeId folder, long last) {
        return files.database
                .requests()
                .read(
                        "test.numbers",
                        scope -> scope.session()
                                .createSelectionQuery(
                                        "select r.id.number from RevisionEntity r"
                                                + " where r.id.folder = :folder and r.id.number > :last order by r.id.number",
                                        Long.class)
                                .setParameter("folder", folder.value())
                                .setParameter("last", last)
                                .getResultList());
    }
}
