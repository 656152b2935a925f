package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.TestGround;
import io.oxicloud.base.Actor;
import io.oxicloud.base.DriveId;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.files.ManyNodes;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder that is listed by a server that could not hold the list of it: 20,000 files, or 100,000 with -Dfull=true. */
class LargeFolderIT {
    private static final int FILES = Boolean.getBoolean("full") ? 100_000 : 20_000;
    private static final int HEAP_MIB = 256;
    private static final int CLIENTS = 8;
    private static final int ROUNDS = Boolean.getBoolean("full") ? 3 : 1;

    /** The one that tests which open a database have, too. */
    private static final Map<String, String> KEY =
            Map.of("OXICLOUD_MASTER_KEY", Base64.getEncoder().encodeToString(new byte[32]));

    private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void itIsSentAsItIsReadToManyAtATime() throws Exception {
        String authorization = filled();
        var heap = new Heap(folder.resolve("gc.log"), HEAP_MIB);
        try (Running running =
                Standalone.in(folder).with(KEY).on(heap.options()).start()) {
            try (var listing = new Listing(running.base(), "webdav/many", authorization)) {
                assertEquals(1, listing.responses(1));
                // the rest does not fit between the two of them, and so the server has not read it yet
                assertEquals(201, put(running.client(), authorization, "webdav/many/zzz"));
                assertEquals(FILES + 1, listing.responses(Integer.MAX_VALUE));
                assertTrue(listing.isWhole());
            }

            Callable<Integer> client = () -> {
                try (var listing = new Listing(running.base(), "webdav/many", authorization)) {
                    int responses = listing.responses(Integer.MAX_VALUE);
                    assertTrue(listing.isWhole());
                    return responses;
                }
            };
            for (int round = 0; round < ROUNDS; round++) {
                for (Future<Integer> each : threads.invokeAll(
                        Stream.generate(() -> client).limit(CLIENTS).toList())) {
                    assertEquals(FILES + 2, each.get());
                }
            }
            assertTrue(running.client().isReady());
            assertFalse(
                    running.server().output().contains("OutOfMemory"),
                    running.server().output());
        }
        heap.assertFlat();
    }

    private static int put(CloudClient client, String authorization, String path) throws IOException {
        return client.put(authorization, path, new ByteArrayInputStream(new byte[] {1}), 1);
    }

    /** Makes the account and the folder through the product, and what lies in the folder while it is not running. */
    private String filled() throws IOException {
        String authorization;
        try (Running running = Standalone.in(folder).with(KEY).start()) {
            CloudClient client = running.client();
            client.setUp("");
            authorization = client.appPassword(client.signIn());
            assertEquals(201, client.ask("MKCOL", authorization, "webdav/many").statusCode());
            assertEquals(201, put(client, authorization, "webdav/like"));
        }
        Path database = folder.resolve("data").resolve("oxicloud");
        try (var files = new TestFiles(new DatabaseSource.H2File(database), new MemoryBlobBackend())) {
            var admin = files.ground
                    .accounts()
                    .list(TestGround.ADMIN, null, 1)
                    .items()
                    .get(0);
            var actor = new Actor.User(admin.id(), true, false);
            DriveId drive = files.drives.readable(actor).get(0).id();
            Node many = files.tree.resolve(actor, drive, List.of("many"));
            Node like = files.tree.resolve(actor, drive, List.of("like"));
            ManyNodes.in(files, actor, many, like, FILES);
        }
        return authorization;
    }
}
