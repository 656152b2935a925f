package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.chunk.ChunkSweeper;
import io.oxicloud.chunk.Finding;
import io.oxicloud.chunk.Grace;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.SavedDatabase;
import io.oxicloud.db.TestDatabase;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What docs/deploy/backup.md says to do while people work, and what there is afterwards. */
@ParameterizedClass
@EnumSource(Engine.class)
class BackupTest {
    private static final int WRITERS = 3;
    private static final int KEPT = 12;

    /** What a restored store may have too much of: contents that came after the database was saved. */
    private static final Set<Finding.Kind> WASTE = EnumSet.of(Finding.Kind.BLOB_ORPHANED, Finding.Kind.STRAY_FILE);

    private final DatabaseSource source;
    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final AtomicBoolean over = new AtomicBoolean();

    /** The sweeper waits longer than a backup takes: here for as long as it takes. */
    private final ReentrantReadWriteLock grace = new ReentrantReadWriteLock();

    BackupTest(Engine engine) {
        source = TestDatabase.source(engine);
    }

    @Test
    void theDatabaseFirstAndThenTheBlobsMakeAWholeStore() throws Exception {
        var copied = new MemoryBlobBackend();
        try (var live = new TestFiles(source, memory)) {
            Actor.User anna = live.user();
            NodeId home = live.home(anna);
            Map<String, byte[]> kept = new HashMap<>();
            for (int i = 0; i < KEPT; i++) {
                byte[] content = random(i, 700_000);
                put(live, anna, home, "kept-" + i, content);
                kept.put("kept-" + i, content);
            }
            String later;
            DatabaseSource restoredSource;
            var threads = Executors.newCachedThreadPool();
            try {
                List<Future<?>> running = new ArrayList<>();
                for (int i = 0; i < WRITERS; i++) {
                    running.add(threads.submit(writer(live, anna, home, i)));
                }
                running.add(threads.submit(sweeper(live)));
                SavedDatabase saved;
                grace.readLock().lock();
                try {
                    saved = SavedDatabase.of(source);
                    copy(copied);
                } finally {
                    grace.readLock().unlock();
                }
                put(live, anna, home, "later", random(99, 1_000));
                later = live.sync.changes(anna, home, null, 1_000).token();
                over.set(true);
                for (Future<?> each : running) {
                    each.get();
                }
                restoredSource = saved.restore();
            } finally {
                over.set(true);
                threads.shutdownNow();
            }

            try (var restored = new TestFiles(restoredSource, copied)) {
                assertEquals(List.of(), wrong(restored));
                for (Map.Entry<String, byte[]> file : kept.entrySet()) {
                    assertArrayEquals(file.getValue(), read(restored, anna, home, file.getKey()));
                }
                for (Node file : restored.tree.children(anna, home, null, 1_000).items()) {
                    try (FileContent content = restored.tree.open(anna, file)) {
                        assertEquals(file.size(), content.stream().readAllBytes().length);
                    }
                }
                var refused = assertThrows(CloudException.class, () -> restored.sync.changes(anna, home, later, 1_000));
                assertEquals(ErrorCode.SYNC_TOKEN_EXPIRED, refused.code());
            }
        }
    }

    @Test
    void nothingThatWasSaidOfAFolderIsSaidAgainOfOtherMembers() throws Exception {
        Set<String> tags = new HashSet<>();
        Set<String> tokens = new HashSet<>();
        SavedDatabase saved;
        Actor.User anna;
        NodeId home;
        NodeId inner;
        try (var live = new TestFiles(source, memory)) {
            anna = live.user();
            home = live.home(anna);
            inner = live.tree.createFolder(anna, home, "inner").id();
            put(live, anna, inner, "first", random(1, 100));
            saved = SavedDatabase.of(source);
            hear(live, anna, home, inner, tags, tokens);
            assertEquals(2, tags.size());
            change(live, anna, home, inner, tags, tokens);
        }

        // twice: what is forgotten by a restore may have been said after another one
        for (int second = 1; second <= 2; second++) {
            try (var restored = new TestFiles(saved.restore(), memory)) {
                assertTrue(tags.contains(restored.tree.get(anna, home).etag())); // or there is nothing to see here
                restored.clock.advance(Duration.ofSeconds(second));
                var mark = new RestoredBackup(restored.database.maintenance(), restored.clock, 2);

                assertEquals(2, mark.mark());

                for (String token : tokens) {
                    var refused = assertThrows(CloudException.class, () -> sync(restored, anna, home, inner, token));
                    assertEquals(ErrorCode.SYNC_TOKEN_EXPIRED, refused.code());
                }
                Set<String> newTags = new HashSet<>();
                Set<String> newTokens = new HashSet<>();
                hear(restored, anna, home, inner, newTags, newTokens);
                for (String token : newTokens) {
                    assertEquals(
                            List.of(), sync(restored, anna, home, inner, token).changes());
                }
                change(restored, anna, home, inner, newTags, newTokens);
                for (String token : newTokens) {
                    sync(restored, anna, home, inner, token);
                }
                assertFalse(newTags.removeAll(tags), newTags::toString);
                tags.addAll(newTags);
                tokens.addAll(newTokens);

                restored.clock.advance(Duration.ofMinutes(1));
                assertEquals(2, mark.mark());
                hear(restored, anna, home, inner, newTags, newTokens);
                assertEquals(List.of(), wrong(restored));
            }
        }
    }

    private static List<Finding> wrong(TestFiles restored) throws Exception {
        return restored.fsck().findings().stream()
                .filter(finding -> !WASTE.contains(finding.kind()))
                .toList();
    }

    /** Changes either folder again and again, in a way that is another one each time. */
    private static void change(
            TestFiles files, Actor.User actor, NodeId home, NodeId inner, Set<String> tags, Set<String> tokens)
            throws IOException {
        for (int i = 0; i < 5; i++) {
            for (NodeId folder : List.of(home, inner)) {
                files.clock.advance(Duration.ofMillis(1));
                put(files, actor, folder, "file-" + i, random(tags.size(), 100));
                new TreeVersions(files.database.maintenance()).raise();
                hear(files, actor, home, inner, tags, tokens);
            }
        }
    }

    private static void hear(
            TestFiles files, Actor.User actor, NodeId home, NodeId inner, Set<String> tags, Set<String> tokens) {
        for (NodeId folder : List.of(home, inner)) {
            tags.add(files.tree.get(actor, folder).etag());
            tokens.add(files.sync.changes(actor, folder, null, 1_000).token());
        }
    }

    private static SyncPage sync(TestFiles files, Actor.User actor, NodeId home, NodeId inner, String token) {
        return files.sync.changes(actor, token.startsWith(home.toString()) ? home : inner, token, 1_000);
    }

    /** Makes, replaces and deletes for good, so that blobs come and go. */
    private Callable<Boolean> writer(TestFiles live, Actor.User anna, NodeId home, int number) {
        return () -> {
            var random = new Random(number);
            for (int i = 0; !over.get() || i < 3; i++) {
                String name = "busy-" + number + "-" + random.nextInt(4);
                put(live, anna, home, name, random(random.nextInt(), 300_000));
                if (random.nextInt(3) == 0) {

                    NodeId id = find(live, anna, home, name).id();
                    live.tree.delete(anna, id, Precondition.NONE);
                    live.trash.delete(anna, id);
                }
            }
            return true;
        };
    }

    private Callable<Boolean> sweeper(TestFiles live) {
        return () -> {
            while (!over.get()) {
                grace.writeLock().lock();
                try {
                    new ChunkSweeper(
                                    live.database.maintenance(),
                                    live.blobs,
                                    new Grace(Duration.ofDays(1), Duration.ZERO))
                            .run();
                } finally {
                    grace.writeLock().unlock();
                }
            }
            return true;
        };
    }

    private void copy(MemoryBlobBackend to) throws IOException {
        for (BlobName name : memory.names()) {
            try (var in = memory.open(name)) {
                to.put(name, ByteBuffer.wrap(in.readAllBytes()));
            } catch (NoSuchFileException e) {
                // it went meanwhile
            }
        }
    }

    private static Node find(TestFiles files, Actor.User actor, NodeId folder, String name) {
        return files.tree.children(actor, folder, null, 1_000).items().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void put(TestFiles files, Actor.User actor, NodeId folder, String name, byte[] content)
            throws IOException {
        WriteIntent intent = files.tree.prepareWrite(actor, folder, name, Precondition.NONE);
        files.tree.write(actor, intent, new ByteArrayInputStream(content), content.length);
    }

    private static byte[] read(TestFiles files, Actor.User actor, NodeId folder, String name) throws IOException {
        try (FileContent content = files.tree.open(actor, find(files, actor, folder, name))) {
            return content.stream().readAllBytes();
        }
    }

    private static byte[] random(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
