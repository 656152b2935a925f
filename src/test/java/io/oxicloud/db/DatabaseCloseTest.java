package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A closed database must leave nothing behind that would keep an undeployed application in memory. */
class DatabaseCloseTest {
    @TempDir
    Path folder;

    @Test
    void noThreadOfAnH2FileOutlivesIt() throws Exception {
        assertLeavesNothing(new DatabaseSource.H2File(folder.resolve("oxicloud")));
    }

    @Test
    void noThreadOfPostgresqlOutlivesIt() throws Exception {
        assertLeavesNothing(TestDatabase.source(Engine.POSTGRESQL));
    }

    /** The context class loader marks every thread that came from here, as it does in a servlet container. */
    private static void assertLeavesNothing(DatabaseSource source) throws Exception {
        Thread self = Thread.currentThread();
        ClassLoader before = self.getContextClassLoader();
        try (var application = new URLClassLoader(new URL[0], before)) {
            self.setContextClassLoader(application);
            var database = TestDatabase.open(source, Entities.CLASSES);
            work(database);
            database.close();

            assertEquals(Set.of(), threadsOf(application, self));
            assertTrue(DriverManager.drivers()
                    .noneMatch(driver -> driver.getClass().getName().matches("org\\.(h2|postgresql)\\..*")));
        } finally {
            self.setContextClassLoader(before);
        }
    }

    /** Busy enough that every pool makes its threads. */
    private static void work(Database database) throws Exception {
        var workers = Executors.newFixedThreadPool(8);
        try {
            List<Future<Integer>> results = IntStream.range(0, 64)
                    .mapToObj(i -> workers.submit(() -> database.requests()
                            .write(
                                    "test",
                                    scope -> scope.session()
                                            .createNativeMutationQuery(
                                                    "insert into lease (name, holder, expires_at) values (:n, :h, current_timestamp)")
                                            .setParameter("n", "lease" + i)
                                            .setParameter("h", UUID.randomUUID())
                                            .executeUpdate())))
                    .toList();
            for (Future<Integer> result : results) {
                assertEquals(1, result.get());
            }
            database.ping();
        } finally {
            workers.shutdown();
            assertTrue(workers.awaitTermination(1, java.util.concurrent.TimeUnit.MINUTES));
        }
    }

    /** The timer of the PostgreSQL driver was told to end, and does so a moment later. */
    private static Set<String> threadsOf(ClassLoader application, Thread self) throws InterruptedException {
        var left = new TreeSet<String>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread != self && thread.getContextClassLoader() == application) {
                thread.join(10_000);
                if (thread.isAlive()) {
                    left.add(thread.getName() + " " + thread.getState());
                }
            }
        }
        return left;
    }
}
