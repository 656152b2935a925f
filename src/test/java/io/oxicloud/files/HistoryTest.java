package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class HistoryTest {
    private static final int WRITERS = 16;
    private static final int EACH = 4;

    private final TestFiles files;
    private final FileTree tree;
    private final Actor.User alice;
    private final NodeId home;
    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);

    HistoryTest(Engine engine) {
        files = new TestFiles(engine);
        tree = files.tree;
        alice = files.user();
        home = files.home(alice);
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        files.close();
    }

    @Test
    void everyChangeIsWrittenDownInItsFolder() {
        Node folder = tree.createFolder(alice, home, "folder");
        Node file = files.write(alice, home, "a", "one").node();
        files.write(alice, home, "a", "two");
        tree.rename(alice, file.id(), "b", Precondition.NONE);
        tree.move(alice, file.id(), folder.id(), "c", Precondition.NONE);
        tree.delete(alice, file.id(), Precondition.NONE);

        assertEquals(
                List.of("1 CREATED folder", "2 CREATED a 3", "3 WRITTEN a 3", "4 LEFT a", "5 ARRIVED b", "6 LEFT b"),
                history(home));
        assertEquals(List.of("1 ARRIVED c", "2 TRASHED c"), history(folder.id()));
        assertEquals(6, tree.get(alice, home).changes());
    }

    @Test
    void aRefusedChangeLeavesNoNumberOut() {
        tree.createFolder(alice, home, "a");
        for (int i = 0; i < 3; i++) {
            try {
                tree.createFolder(alice, home, "a");
            } catch (CloudException e) {
                assertEquals(ErrorCode.NAME_TAKEN, e.code());
            }
        }
        tree.createFolder(alice, home, "b");

        assertEquals(List.of("1 CREATED a", "2 CREATED b"), history(home));
    }

    /** Whoever reads while others write and goes on from the last number that was there misses nothing. */
    @Test
    void numbersAreInTheOrderOfTheCommits() throws Exception {
        List<Callable<Void>> writers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            String name = "w" + writer + "-";
            writers.add(() -> {
                for (int i = 0; i < EACH; i++) {
                    tree.createFolder(alice, home, name + i);
                }
                return null;
            });
        }
        List<Future<Void>> running = writers.stream().map(threads::submit).toList();

        List<Long> seen = new ArrayList<>();
        do {
            seen.addAll(numbersAfter(seen.isEmpty() ? 0 : seen.get(seen.size() - 1)));
        } while (!running.stream().allMatch(Future::isDone));
        for (Future<Void> writer : running) {
            writer.get();
        }
        seen.addAll(numbersAfter(seen.isEmpty() ? 0 : seen.get(seen.size() - 1)));

        assertEquals(LongStream.rangeClosed(1, WRITERS * EACH).boxed().toList(), seen);
    }

    /** However they meet: nothing stays in sight below what is in the trash, and every lineage is that of its folder. */
    @Test
    void treesThatAreMovedFilledAndDeletedAtTheSameTimeStayWhole() throws Exception {
        Node one = tree.createFolder(alice, home, "one");
        Node two = tree.createFolder(alice, home, "two");
        Node moving = tree.createFolder(alice, one.id(), "moving");
        Node deep = tree.createFolder(alice, moving.id(), "deep");
        List<Callable<Void>> work = List.of(
                repeatedly(i -> tree.createFolder(alice, deep.id(), "a" + i)),
                repeatedly(i -> tree.createFolder(alice, deep.id(), "b" + i)),
                repeatedly(i -> tree.createFolder(
                        alice, tree.createFolder(alice, moving.id(), "c" + i).id(), "d")),
                repeatedly(i ->
                        tree.move(alice, moving.id(), i % 2 == 0 ? two.id() : one.id(), "moving", Precondition.NONE)),
                repeatedly(i -> {
                    if (i == 5) {
                        tree.delete(alice, deep.id(), Precondition.NONE);
                    }
                }));

        for (Future<Void> done : threads.invokeAll(work)) {
            try {
                done.get();
            } catch (ExecutionException e) {
                var refused = assertInstanceOf(CloudException.class, e.getCause());
                assertEquals(ErrorCode.NOT_FOUND, refused.code());
            }
        }

        assertEquals(List.of(), TreeCheck.broken(files));
        assertTrue(tree.get(alice, moving.id()).lineage().isWithin(home.value()));
    }

    private interface Step {
        void run(int round);
    }

    private static Callable<Void> repeatedly(Step step) {
        return () -> {
            for (int i = 0; i < 8; i++) {
                step.run(i);
            }
            return null;
        };
    }

    private List<Long> numbersAfter(long last) {
        return files.database
                .requests()
                .read(
                        "test.numbers",
                        scope -> scope.session()
                                .createSelectionQuery(
                                        "select r.id.number from RevisionEntity r"
                                                + " where r.id.folder = :folder and r.id.number > :last order by r.id.number",
                                        Long.class)
                                .setParameter("folder", home.value())
                                .setParameter("last", last)
                                .getResultList());
    }

    private List<String> history(NodeId folder) {
        return files.database
                .requests()
                .read(
                        "test.history",
                        scope -> scope
                                .session()
                                .createSelectionQuery(
                                        "from RevisionEntity r where r.id.folder = :folder order by r.id.number",
                                        RevisionEntity.class)
                                .setParameter("folder", folder.value())
                                .getResultList()
                                .stream()
                                .map(row -> row.id.number() + " " + row.kind + " " + row.name
                                        + (row.size == null ? "" : " " + row.size))
                                .toList());
    }
}
