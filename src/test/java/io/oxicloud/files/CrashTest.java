package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.chunk.ChunkSweeper;
import io.oxicloud.chunk.FsckReport;
import io.oxicloud.chunk.Grace;
import io.oxicloud.chunk.MortalProcess;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import io.oxicloud.files.upload.DeltaClient;
import io.oxicloud.files.upload.DeltaOutcome;
import io.oxicloud.files.upload.DeltaTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process that changes files dies at one call after another, to the backend or to the database. Another process on the same
 * two finds the change made wholly or not at all, everything else as it was, and a store that a deep check calls clean, both
 * before and after the sweeper has cleared up; and it can make the same change.
 */
@ParameterizedClass
@EnumSource(Engine.class)
class CrashTest {
    private static final Grace NONE = new Grace(Duration.ZERO, Duration.ZERO);

    /** Some chunks. */
    private static final int FEW = 900_000;

    /** More than an upload settles at once. */
    private static final int MANY = 9 << 20;

    private static final byte[] NOTHING = {};

    private static final String NOT_PENDING = "not exists (select 1 from pending_chunk p where p.digest = c.digest)";

    private final Engine engine;
    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final MortalProcess process;
    private final TestFiles survivor;
    private final TestFiles mortal;
    private final Actor.User alice;
    private final NodeId root;
    private final byte[] old = random(FEW, 0);

    /** What was acknowledged, by path. */
    private final Map<String, byte[]> acknowledged = new HashMap<>();

    private int trials;

    CrashTest(Engine engine) throws IOException {
        this.engine = engine;
        DatabaseSource source = TestDatabase.durableSource(engine);
        survivor = new TestFiles(source, memory);
        process = new MortalProcess(source);
        mortal = new TestFiles(process.database(), memory, process.blobs(memory));
        alice = survivor.user();
        DriveId drive = survivor.drive(alice, "Team");
        root = new NodeId(drive.value());
        write(survivor, root, "kept", old);
    }

    @AfterEach
    void close() {
        mortal.close();
        survivor.close();
    }

    /**
     * A change to a folder.
     *
     * @param files what is written into it first, by path
     * @param first what is done then
     * @param after what lies there when the change is made, by path
     */
    private record Trial(Map<String, byte[]> files, Change first, Change change, Map<String, byte[]> after) {
        Trial(Map<String, byte[]> files, Change change, Map<String, byte[]> after) {
            this(files, (by, folder) -> {}, change, after);
        }
    }

    @FunctionalInterface
    private interface Change {
        void make(TestFiles by, NodeId folder) throws Exception;
    }

    @FunctionalInterface
    private interface Trials {
        /** @param fresh content that nobody has seen */
        Trial of(byte[] fresh);
    }

    @Test
    void postgresqlForcesWhatItCommits() {
        if (engine == Engine.POSTGRESQL) {
            for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
                assertEquals(
                        "on",
                        survivor.database
                                .requests()
                                .read(
                                        "test.show",
                                        scope -> scope.session()
                                                .createNativeQuery("select current_setting(:name) as it", String.class)
                                                .addScalar("it", String.class)
                                                .setParameter("name", setting)
                                                .getSingleResult()));
            }
        }
    }

    /** All with the same two processes, for to start them takes longer than to kill one. */
    @TestFactory
    Stream<DynamicTest> everyChangeIsMadeWhollyOrNotAtAll() {
        return Stream.of(
                changed("a new file", this::aNewFile),
                changed("a new file that is settled in parts", this::aNewFileThatIsSettledInParts),
                changed("other content that shares chunks", this::otherContentThatSharesChunksWithTheFormer),
                changed("a file of chunks that were sent", this::aFileOfChunksThatWereSent),
                changed("known content under another name", this::contentThatIsKnownUnderAnotherName),
                changed("a file into the trash", this::aFileIntoTheTrash),
                changed("a folder out of the trash", this::aFolderOutOfTheTrash),
                changed("a folder in the trash for good", this::aFolderInTheTrashForGood),
                changed("a copy of a folder", this::aCopyOfAFolder),
                changed("a folder in the place of another", this::aFolderThatTakesThePlaceOfAnother));
    }

    private DynamicTest changed(String what, Executable everyDeath) {
        return DynamicTest.dynamicTest(what, () -> {
            everyDeath.execute();
            clear();
        });
    }

    /** What is deleted for good leaves no trace. */
    private void clear() throws Exception {
        for (Node node : survivor.tree.children(alice, root, null, 1_000).items()) {
            if (node.folder()) {
                survivor.tree.delete(alice, node.id(), Precondition.NONE);
            }
        }
        survivor.trash.empty(alice);
        acknowledged.clear();
        clearUp("emptied");
        assertEquals(Set.of("kept"), contents(root).keySet());
    }

    private void aNewFile() throws Exception {
        everyDeath(
                FEW, fresh -> new Trial(Map.of(), (by, folder) -> write(by, folder, "a", fresh), Map.of("a", fresh)));
    }

    private void aNewFileThatIsSettledInParts() throws Exception {
        everyDeath(
                MANY, fresh -> new Trial(Map.of(), (by, folder) -> write(by, folder, "a", fresh), Map.of("a", fresh)));
    }

    private void otherContentThatSharesChunksWithTheFormer() throws Exception {
        everyDeath(FEW, fresh -> {
            byte[] longer = Arrays.copyOf(old, old.length + fresh.length);
            System.arraycopy(fresh, 0, longer, old.length, fresh.length);
            return new Trial(Map.of("a", old), (by, folder) -> write(by, folder, "a", longer), Map.of("a", longer));
        });
    }

    /** Chunks that share some with what is there: asked for, sent, and put together. In the end nothing counts as held. */
    private void aFileOfChunksThatWereSent() throws Exception {
        everyDeath(FEW, fresh -> {
            byte[] longer = Arrays.copyOf(old, old.length + fresh.length);
            System.arraycopy(fresh, 0, longer, old.length, fresh.length);
            return new Trial(Map.of(), (by, folder) -> delta(by, folder, longer), Map.of("a", longer));
        });
        long held = survivor.ground.tx.read("held", scope -> survivor.held.of(scope, alice.id()));
        assertEquals(0, held);
    }

    private void delta(TestFiles by, NodeId folder, byte[] content) throws IOException {
        var client = new DeltaClient(content);
        List<Hash> missing = by.deltas.missing(alice, client.sequence());
        by.deltas.take(alice, new ByteArrayInputStream(client.frames(missing)));
        DeltaOutcome outcome = by.commits.commit(
                alice, new DeltaTarget.New(folder, "a"), client.hash(), client.sequence(), Precondition.NONE);
        assertEquals(List.of(), outcome.missing());
    }

    private void contentThatIsKnownUnderAnotherName() throws Exception {
        everyDeath(
                1,
                fresh -> new Trial(
                        Map.of("a", old), (by, folder) -> write(by, folder, "b", old), Map.of("a", old, "b", old)));
    }

    private void aFileIntoTheTrash() throws Exception {
        everyDeath(
                1,
                fresh -> new Trial(
                        Map.of("a", old, "b", fresh),
                        (by, folder) -> delete(by, folder, "a"),
                        Map.of("trash:a", NOTHING, "b", fresh)));
    }

    private void aFolderOutOfTheTrash() throws Exception {
        everyDeath(
                1,
                fresh -> new Trial(
                        Map.of("f/a", old, "f/b", fresh),
                        (by, folder) -> delete(by, folder, "f"),
                        (by, folder) ->
                                by.trash.restore(alice, trashed(by, folder).id()),
                        Map.of("f/a", old, "f/b", fresh)));
    }

    /** Its content goes with it. */
    private void aFolderInTheTrashForGood() throws Exception {
        everyDeath(
                FEW,
                fresh -> new Trial(
                        Map.of("f/a", old, "f/b", fresh, "c", old),
                        (by, folder) -> delete(by, folder, "f"),
                        (by, folder) ->
                                by.trash.delete(alice, trashed(by, folder).id()),
                        Map.of("c", old)));
    }

    private void aCopyOfAFolder() throws Exception {
        everyDeath(
                1,
                fresh -> new Trial(
                        Map.of("f/a", old, "f/b", fresh),
                        (by, folder) -> {
                            var to = new Destination(folder, "g", Destination.Taken.REFUSE);
                            by.tree.copy(alice, node(by, folder, "f").id(), to, true, Precondition.NONE);
                        },
                        Map.of("f/a", old, "f/b", fresh, "g/a", old, "g/b", fresh)));
    }

    private void aFolderThatTakesThePlaceOfAnother() throws Exception {
        everyDeath(
                1,
                fresh -> new Trial(
                        Map.of("f/a", old, "f/b", fresh, "g/c", old),
                        (by, folder) -> {
                            var to = new Destination(folder, "g", Destination.Taken.REPLACE);
                            by.tree.move(alice, node(by, folder, "f").id(), to, Precondition.NONE);
                        },
                        Map.of("g/a", old, "g/b", fresh, "trash:g", NOTHING)));
    }

    private void everyDeath(int freshBytes, Trials trials) throws Exception {
        // what a process learns first makes no difference to those after it
        make(trials.of(fresh(freshBytes)), mortal);
        Trial counted = trials.of(fresh(freshBytes));
        NodeId place = prepare(counted);
        int[] moments = process.deaths(() -> counted.change().make(mortal, place));
        acknowledge(place, counted.after());
        int deaths = 0;
        for (int moment : moments) {
            Trial trial = trials.of(fresh(freshBytes));
            NodeId folder = prepare(trial);
            Map<String, byte[]> before = contents(folder);
            boolean died = process.dies(moment, () -> trial.change().make(mortal, folder));
            String death = died ? "died at " + process.death() : "lived";
            deaths += died ? 1 : 0;

            clean(death);
            boolean made = same(trial.after(), contents(folder));
            if (!made) {
                assertTrue(died, death);
                check(before, contents(folder), death);
            }
            clearUp(death);
            if (!made) {
                trial.change().make(survivor, folder);
            }
            check(trial.after(), contents(folder), death);
            acknowledge(folder, trial.after());
        }

        clean("when the next one had gone on");
        assertTrue(deaths > 0, deaths + " deaths of " + moments.length);
        Map<String, byte[]> all = contents(root);
        assertArrayEquals(old, all.remove("kept"));
        check(acknowledged, all, "in the end");
    }

    private void make(Trial trial, TestFiles by) throws Exception {
        NodeId folder = prepare(trial);
        trial.change().make(by, folder);
        acknowledge(folder, trial.after());
    }

    private byte[] fresh(int length) {
        return random(length, 1_000L + trials);
    }

    private void delete(TestFiles by, NodeId folder, String name) {
        by.tree.delete(alice, node(by, folder, name).id(), Precondition.NONE);
    }

    /** What was deleted from the folder. */
    private Node trashed(TestFiles by, NodeId folder) {
        return trash(by, folder).get(0);
    }

    private List<Node> trash(TestFiles by, NodeId folder) {
        return by.trash.list(alice, null, 1_000).items().stream()
                .map(TrashedNode::node)
                .filter(node -> node.lineage()
                        .ancestors()
                        .get(node.lineage().ancestors().size() - 1)
                        .equals(folder))
                .toList();
    }

    private NodeId prepare(Trial trial) throws Exception {
        NodeId folder =
                survivor.tree.createFolder(alice, root, "trial " + trials++).id();
        for (var file : new TreeMap<>(trial.files()).entrySet()) {
            String path = file.getKey();
            int slash = path.indexOf('/');
            NodeId parent = slash < 0 ? folder : folder(folder, path.substring(0, slash));
            write(survivor, parent, path.substring(slash + 1), file.getValue());
        }
        trial.first().make(survivor, folder);
        return folder;
    }

    private NodeId folder(NodeId parent, String name) {
        return survivor.tree.children(alice, parent, null, 1_000).items().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseGet(() -> survivor.tree.createFolder(alice, parent, name))
                .id();
    }

    private Node node(TestFiles by, NodeId folder, String name) {
        return by.tree.children(alice, folder, null, 1_000).items().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void acknowledge(NodeId folder, Map<String, byte[]> files) {
        String name = survivor.tree.get(alice, folder).name();
        files.forEach((path, content) -> acknowledged.put(name + "/" + path, content));
    }

    private void write(TestFiles by, NodeId folder, String name, byte[] content) throws IOException {
        var intent = by.tree.prepareWrite(alice, folder, name, Precondition.NONE);
        by.tree.write(alice, intent, new ByteArrayInputStream(content), content.length);
    }

    private Map<String, byte[]> contents(NodeId folder) throws IOException {
        Map<String, byte[]> found = new HashMap<>();
        for (Node node : survivor.tree.children(alice, folder, null, 1_000).items()) {
            if (node.folder()) {
                contents(node.id()).forEach((path, content) -> found.put(node.name() + "/" + path, content));
            } else {
                try (FileContent content = survivor.tree.open(alice, node)) {
                    found.put(node.name(), content.stream().readAllBytes());
                }
            }
        }
        trash(survivor, folder).forEach(node -> found.put("trash:" + node.name(), NOTHING));
        return found;
    }

    private static boolean same(Map<String, byte[]> expected, Map<String, byte[]> found) {
        return expected.keySet().equals(found.keySet())
                && expected.entrySet().stream()
                        .allMatch(file -> Arrays.equals(file.getValue(), found.get(file.getKey())));
    }

    private static void check(Map<String, byte[]> expected, Map<String, byte[]> found, String when) {
        assertEquals(expected.keySet(), found.keySet(), when);
        expected.forEach((path, content) -> assertArrayEquals(content, found.get(path), () -> when + ": " + path));
    }

    private void clean(String when) throws InterruptedException {
        FsckReport report = survivor.fsck();
        assertEquals(List.of(), report.findings(), when);
        assertEquals(List.of(), TreeCheck.broken(survivor), when);
    }

    /** After the sweeper every blob is held by a file or its history, or waited with by who sent it. */
    private void clearUp(String when) throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            new ChunkSweeper(survivor.database.maintenance(), survivor.blobs, NONE).run();
        }
        clean(when + ", cleared up");
        assertEquals(0, survivor.rows("chunk_lease"), when);
        assertEquals(0, survivor.rows("chunk_removal"), when);
        assertEquals(0, survivor.rows("chunk c where c.refs = 0 and " + NOT_PENDING), when);
        assertEquals(memory.names().size(), survivor.rows("chunk"), when);
    }

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
