package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.db.Engine;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The server is killed while many upload to it, and started again on what it left: what was acknowledged is there to the
 * byte, what was under way is there wholly or not at all, and a check of the store finds nothing.
 */
class KillIT {
    private static final boolean FULL = Boolean.getBoolean("full");
    private static final int ROUNDS = FULL ? 10 : 2;
    private static final int CLIENTS = 8;

    /** It dies while the byte passes that has a number between these two. */
    private static final int EARLIEST = 32 << 20;

    private static final int LATEST = 96 << 20;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Engine.class)
    void whatWasAcknowledgedOutlivesAKill(Engine engine) throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("kills are chosen with -Dseed=" + seed);
        var random = new Random(seed);
        try (EmbeddedPostgres database = engine == Engine.POSTGRESQL ? postgres() : null) {
            Standalone standalone = Standalone.in(folder).with(settings(database));
            Running running = standalone.start();
            try {
                running.client().setUp("");
                String authorization =
                        running.client().appPassword(running.client().signIn());
                List<UploadingClient> clients = new ArrayList<>();
                for (int i = 0; i < CLIENTS; i++) {
                    clients.add(new UploadingClient("client" + i, authorization, random.nextLong()));
                }
                for (int round = 1; round <= ROUNDS; round++) {
                    uploadAndKill(running, clients, EARLIEST + random.nextInt(LATEST - EARLIEST));
                    if (FULL || round == ROUNDS) {
                        assertClean(standalone);
                    }
                    running = standalone.start();
                    for (UploadingClient client : clients) {
                        client.verify(running.client());
                    }
                }
                int files = clients.stream().mapToInt(UploadingClient::files).sum();
                System.out.println(engine + ": " + files + " files were acknowledged before " + ROUNDS + " kills");
                assertTrue(files >= ROUNDS, files + " files");
                running.server().stop();
                assertClean(standalone);
            } finally {
                running.close();
            }
        }
    }

    private static void uploadAndKill(Running running, List<UploadingClient> clients, long lastByte) throws Exception {
        var fuse = new Fuse(lastByte, running.server()::kill);
        var threads = Executors.newFixedThreadPool(clients.size());
        try {
            List<Future<?>> all = new ArrayList<>();
            for (UploadingClient client : clients) {
                all.add(threads.submit(() -> {
                    client.uploadUntilTheEnd(running.client(), fuse);
                    return true;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError(running.server().output(), e);
        } finally {
            running.server().kill();
            threads.shutdown();
        }
    }

    private static void assertClean(Standalone standalone) {
        try (Child check = standalone.launch("fsck", "--deep")) {
            assertEquals(0, check.exitCode(), check.output());
        }
    }

    private EmbeddedPostgres postgres() throws IOException, SQLException {
        var server = EmbeddedPostgres.builder()
                .setDataDirectory(folder.resolve("postgres"))
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .start();
        for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
            try (var connection = server.getPostgresDatabase().getConnection();
                    var statement = connection.createStatement();
                    var rows = statement.executeQuery("show " + setting)) {
                assertTrue(rows.next());
                assertEquals("on", rows.getString(1), setting);
            }
        }
        return server;
    }

    private static Map<String, String> settings(@Nullable EmbeddedPostgres database) {
        Map<String, String> settings = new HashMap<>();
        if (database != null) {
            settings.put("OXICLOUD_DB_URL", "jdbc:postgresql://127.0.0.1:" + database.getPort() + "/postgres");
            settings.put("OXICLOUD_DB_USER", "postgres");
            settings.put("OXICLOUD_DB_PASSWORD", "postgres");
        }
        return settings;
    }
}
