package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A container or an executor that stops may interrupt a thread in the middle of a write. */
class H2InterruptTest {
    private static final int THREADS = 4;
    private static final int WRITES = 50;

    @TempDir
    Path folder;

    @Test
    void interruptedWritesLoseNothingAndLeaveTheDatabaseUpForTheOthers() throws Exception {
        var source = new DatabaseSource.H2File(folder.resolve("oxicloud"));
        var committed = new AtomicInteger();
        try (var database = TestDatabase.open(source, Entities.CLASSES)) {
            var threads = Executors.newFixedThreadPool(THREADS);
            try {
                var results = new ArrayList<Future<?>>();
                for (int thread = 0; thread < THREADS; thread++) {
                    boolean interrupted = thread % 2 == 0;
                    results.add(threads.submit(() -> write(database, interrupted, committed)));
                }
                for (Future<?> result : results) {
                    result.get();
                }
            } finally {
                threads.shutdownNow();
            }
            assertEquals(THREADS * WRITES, committed.get());
            database.ping();
        }

        try (var database = TestDatabase.open(source, Entities.CLASSES)) {
            assertEquals(THREADS * WRITES, count(database));
        }
    }

    private static void write(Database database, boolean interrupted, AtomicInteger committed) {
        for (int i = 0; i < WRITES; i++) {
            database.requests().write("test", scope -> {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return scope.session()
                        .createMutationQuery("insert into LeaseEntity (name, holder, expiresAt)"
                                + " values (:name, :holder, :expires)")
                        .setParameter("name", UUID.randomUUID().toString())
                        .setParameter("holder", new UUID(0, 1))
                        .setParameter("expires", java.time.Instant.EPOCH)
                        .executeUpdate();
            });
            boolean unused = Thread.interrupted(); // or the pool would refuse the next one
            committed.incrementAndGet();
        }
        assertTrue(committed.get() >= WRITES);
    }

    private static long count(Database database) {
        return database.requests()
                .read(
                        "count",
                        scope -> scope.session()
                                .createSelectionQuery("select count(*) from LeaseEntity", Long.class)
                                .getSingleResult());
    }
}
