package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/deploy/backup.md says to do while people work, and what there is afterwards. */
class BackupTest {
    private static final int WRITERS = 3;
    private static final int KEPT = 12;

    /** What a restored store may have too much of: contents that came after the database was saved. */
    private static final Set<Finding.Kind> WASTE = EnumSet.of(Finding.Kind.BLOB_ORPHANED, Finding.Kind.STRAY_FILE);

    private final DatabaseSource.H2Memory source = new DatabaseSource.H2Memory("backup-" + UUID.randomUUID());
    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final AtomicBoolean over = new AtomicBoolean();

    /** The sweeper waits longer than a backup takes: here for as long as it takes. */
    private final ReentrantReadWriteLock grace = new ReentrantReadWriteLock();

    @TempDir
    Path folder;

    @Test
    void theDatabaseFirstAndThenTheBlobsMakeAWholeStore() throws Exception {
        var restoredSource = new DatabaseSource.H2Memory("restored-" + UUID.randomUUID());
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
            var threads = Executors.newCachedThreadPool();
            try {
                List<Future<?>> running = new ArrayList<>();
                for (int i = 0; i < WRITERS; i++) {
                    running.add(threads.submit(writer(live, anna, home, i)));
                }
                running.add(threads.submit(sweeper(live)));
                Path script = folder.resolve("dump.sql");
                grace.readLock().lock();
                try {
                    execute(source, "script to '" + script + "'");
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
                execute(restoredSource, "runscript from '" + script + "'");
            } finally {
                over.set(true);
                threads.shutdownNow();
            }

            try (var restored = new TestFiles(restoredSource, copied)) {
                assertEquals(
                        List.of(),
                        restored.fsck().findings().stream()
                                .filter(finding -> !WASTE.contains(finding.kind()))
                                .toList());
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

    private static void execute(DatabaseSource.H2Memory database, String sql) throws SQLException {
        String url = "jdbc:h2:mem:" + database.name()
                + ";DB_CLOSE_DELAY=-1;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH";
        var h2 = new JdbcDataSource();
        h2.setUrl(url);
        h2.setUser("sa");
        h2.setPassword("");
        try (Connection connection = h2.getConnection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            // all tables as of one moment, as pg_dump reads them
            statement.execute("set session characteristics as transaction isolation level snapshot");
            statement.execute(sql);
            connection.commit();
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
