package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.Elsewhere;
import io.oxicloud.base.Elsewhere.Spot;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a caller found of other places holds when his change is made, whichever change it is; else nothing is changed. */
@ParameterizedClass
@EnumSource(Engine.class)
class SurroundingsTest {
    private static final int ROUNDS = Integer.getInteger("rounds", 20);

    private final TestFiles files;
    private final Actor.User anna;
    private final Actor.User ben;
    private final DriveId drive;
    private final Node root;
    private int folders;

    SurroundingsTest(Engine engine) {
        files = new TestFiles(engine);
        anna = files.user();
        ben = files.user();
        drive = files.drive(anna, "Team");
        root = files.tree.resolve(anna, drive, List.of());
        files.grant(ben, root, Role.EDITOR);
    }

    @AfterEach
    void close() {
        files.close();
    }

    /** A way to change a folder with the file {@code a} in it. */
    private interface Deed {
        void run(Node folder, Node a, Precondition asked);
    }

    private Map<String, Deed> deeds() {
        Map<String, Deed> deeds = new LinkedHashMap<>();
        deeds.put("make", (folder, a, asked) -> files.tree.createFolder(anna, folder.id(), "new", asked));
        deeds.put("create", (folder, a, asked) -> write(folder, "new", asked));
        deeds.put("write", (folder, a, asked) -> write(folder, "a", asked));
        deeds.put(
                "patch",
                (folder, a, asked) -> files.properties.patch(
                        anna,
                        a.id(),
                        List.of(PropertyChange.set(new PropertyName("urn:x", "p"), "<p xmlns=\"urn:x\"/>")),
                        asked));
        deeds.put("rename", (folder, a, asked) -> files.tree.rename(anna, a.id(), "b", asked));
        deeds.put("stay", (folder, a, asked) -> files.tree.rename(anna, a.id(), "a", asked));
        deeds.put("move", (folder, a, asked) -> files.tree.move(anna, a.id(), root.id(), "m" + folders, asked));
        deeds.put(
                "copy",
                (folder, a, asked) -> files.tree.copy(
                        anna, a.id(), new Destination(folder.id(), "c", Destination.Taken.REPLACE), true, asked));
        deeds.put("delete", (folder, a, asked) -> files.tree.delete(anna, a.id(), asked));
        var wanted = new LockRequest(LockKind.EXCLUSIVE, false, "", null);
        deeds.put("lock", (folder, a, asked) -> files.locks.take(anna, a.id(), wanted, asked));
        deeds.put("lockNew", (folder, a, asked) -> files.locks.takeNew(anna, folder.id(), "new", wanted, asked));
        return deeds;
    }

    @Test
    void everyChangeAsksForTheTagOfAnother() {
        deeds().forEach((name, deed) -> {
            Node other = file("other");

            refused(name, deed, tagged(other, "\"x\"", Set.of()));
            refused(name, deed, tagged(other, null, Set.of(other.etag())));
            files.write(ben, root.id(), other.name(), "changed");
            refused(name, deed, tagged(other, other.etag(), Set.of()));
            files.tree.delete(anna, other.id(), Precondition.NONE);
            refused(
                    name,
                    deed,
                    tagged(
                            other,
                            files.write(anna, root.id(), "x", "changed").node().etag(),
                            Set.of()));
            done(name, deed, tagged(file("like"), file("like").etag(), Set.of("\"x\"")));
        });
    }

    @Test
    void everyChangeAsksForTheLocksOfAnother() {
        deeds().forEach((name, deed) -> {
            Node other = file("other");
            FileLock lock = files.locks.take(
                    anna, other.id(), new LockRequest(LockKind.SHARED, false, "", null), Precondition.NONE);
            Precondition asked = holding(new Spot(other.id(), null), lock);
            done(name, deed, asked);

            files.locks.release(anna, other.id(), lock.token());

            refused(name, deed, asked);
        });
    }

    @Test
    void everyChangeAsksForTheHistoryOfAFolder() {
        deeds().forEach((name, deed) -> {
            Node other = files.tree.createFolder(anna, root.id(), "history of " + name);
            String token = files.sync.tokens(anna, List.of(other)).get(other.id());
            Precondition asked =
                    with(new Elsewhere(new Spot(other.id(), null), null, Set.of(), Set.of(), Set.of(token)));
            done(name, deed, asked);

            files.write(ben, other.id(), "came", "x");

            refused(name, deed, asked);
        });
    }

    @Test
    void everyChangeAsksForWhatWasNotThere() {
        deeds().forEach((name, deed) -> {
            Node folder = files.tree.createFolder(anna, root.id(), "empty for " + name);
            var spot = new Spot(folder.id(), "came");
            String tag = file("like").etag();
            Precondition asked = with(new Elsewhere(spot, null, Set.of(tag), Set.of(), Set.of()));
            done(name, deed, asked);

            files.write(ben, folder.id(), "came", "like");

            assertEquals(
                    tag,
                    files.tree
                            .resolve(anna, drive, List.of(folder.name(), "came"))
                            .etag());
            refused(name, deed, asked);
        });
    }

    @Test
    void whatIsHiddenByNowIsNotThere() {
        Node inner = files.tree.createFolder(anna, files.home(anna), "inner");
        Node other = files.write(anna, inner.id(), "other", "x").node();
        files.grant(ben, other, Role.VIEWER);
        Precondition asked = tagged(other, other.etag(), Set.of());
        files.properties.patch(ben, file("a").id(), List.of(), asked);

        files.ground.write(
                scope -> files.grants.revoke(scope, Subject.of(ben.id()), Resource.of(other.lineage(), false)));

        stale(() -> files.properties.patch(ben, file("a").id(), List.of(), asked));
    }

    /** A deep lock above holds the place of what is not there, and a lock that waits for it. */
    @Test
    void aLockCountsForWhatWillBeInItsScope() {
        Node folder = files.tree.createFolder(anna, root.id(), "deep");
        FileLock deep = files.locks.take(
                anna, folder.id(), new LockRequest(LockKind.EXCLUSIVE, true, "", null), Precondition.NONE);
        var inScope = new Precondition(
                false,
                false,
                null,
                Set.of(),
                Set.of(deep.token()),
                Set.of(deep.token()),
                List.of(new Elsewhere(new Spot(folder.id(), "new"), null, Set.of(), Set.of(deep.token()), Set.of())));
        write(folder, "new", inScope);

        Node a = file("waited for");
        FileLock lock =
                files.locks.take(anna, a.id(), new LockRequest(LockKind.EXCLUSIVE, false, "", null), Precondition.NONE);
        var token = Set.of(lock.token());
        files.tree.rename(anna, a.id(), "away", new Precondition(false, false, null, Set.of(), token));
        var waiting = new Precondition(
                false,
                true,
                null,
                Set.of(),
                token,
                token,
                List.of(new Elsewhere(new Spot(root.id(), a.name()), null, Set.of(), token, Set.of())));
        stale(() -> write(root, "not waited for", waiting));
        Node made = write(root, a.name(), waiting);

        assertEquals(
                lock.token(),
                files.locks
                        .on(anna, List.of(made))
                        .getOrDefault(made.id(), List.of())
                        .get(0)
                        .token());
    }

    /** Each counts on what the other one changes: if both were done, one would have been told what was not true. */
    @Test
    void ofTwoChangesThatExcludeEachOtherOneIsDone() throws Exception {
        var threads = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < ROUNDS; i++) {
                Node one = file("one" + i);
                Node folder = i % 2 == 0 ? root : files.tree.createFolder(anna, root.id(), "folder" + i);
                Node two = files.write(anna, folder.id(), "two" + i, "x").node();
                Precondition ifOne = tagged(one, one.etag(), Set.of());
                Precondition ifTwo = tagged(two, two.etag(), Set.of());
                var together = new CyclicBarrier(2);

                List<Future<Boolean>> both = List.of(
                        threads.submit(attempt(together, () -> write(root, one.name(), ifTwo))),
                        threads.submit(attempt(together, () -> write(folder, two.name(), ifOne))));
                int done = 0;
                for (Future<Boolean> each : both) {
                    done += each.get() ? 1 : 0;
                }

                assertEquals(1, done, "round " + i);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<Boolean> attempt(CyclicBarrier together, Runnable deed) {
        return () -> {
            together.await();
            try {
                deed.run();
                return true;
            } catch (CloudException e) {
                assertEquals(ErrorCode.STALE_ETAG, e.code());
                return false;
            }
        };
    }

    private void refused(String name, Deed deed, Precondition asked) {
        Node folder = files.tree.createFolder(anna, root.id(), "f" + folders++);
        Node a = files.write(anna, folder.id(), "a", "old").node();

        var thrown = assertThrows(CloudException.class, () -> deed.run(folder, a, asked), name);

        assertEquals(ErrorCode.STALE_ETAG, thrown.code(), name);
        List<Node> left = files.tree.children(anna, folder.id(), null, 10).items();
        assertEquals(List.of("a"), left.stream().map(Node::name).toList(), name);
        assertEquals(a.etag(), left.get(0).etag(), name);
        assertEquals(Map.of(), files.locks.on(anna, left), name);
        assertEquals(Map.of(), files.properties.all(anna, left), name);
    }

    private void done(String name, Deed deed, Precondition asked) {
        Node folder = files.tree.createFolder(anna, root.id(), "f" + folders++);
        Node a = files.write(anna, folder.id(), "a", "old").node();

        assertDoesNotThrow(() -> deed.run(folder, a, asked), name);
    }

    private static void stale(Runnable deed) {
        assertEquals(
                ErrorCode.STALE_ETAG,
                assertThrows(CloudException.class, deed::run).code());
    }

    private Node file(String name) {
        return files.write(anna, root.id(), name, name).node();
    }

    private Node write(Node folder, String name, Precondition asked) {
        var intent = files.tree.prepareWrite(anna, folder.id(), name, asked);
        try {
            return files.tree
                    .write(anna, intent, new ByteArrayInputStream(new byte[] {1, 2}), 2)
                    .node();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Precondition tagged(Node other, @Nullable String tag, Set<String> notTags) {
        return with(new Elsewhere(new Spot(other.id(), null), tag, notTags, Set.of(), Set.of()));
    }

    private static Precondition holding(Spot spot, FileLock lock) {
        return with(new Elsewhere(spot, null, Set.of(), Set.of(lock.token()), Set.of()));
    }

    private static Precondition with(Elsewhere elsewhere) {
        return new Precondition(false, false, null, Set.of(), Set.of(), Set.of(), List.of(elsewhere));
    }
}
