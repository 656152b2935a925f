package io.oxicloud.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.app.settings.SettingException;
import io.oxicloud.base.Actor;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Hash;
import io.oxicloud.base.UserId;
import io.oxicloud.blob.s3.S3Mock;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.ContentLease;
import io.oxicloud.chunk.StoreSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Where contents go by the settings, over restarts. */
class StorageTest {
    private static final byte[] TEXT =
            "what nobody but us may read ".repeat(5_000).getBytes(StandardCharsets.UTF_8);
    private static final Actor ADMIN = new Actor.User(new UserId(new UUID(1, 1)), true, false);
    private static final String FIRST = key(1);
    private static final String SECOND = key(2);

    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    Path folder;

    @BeforeEach
    void keepItInTheFolder() {
        environment.put("OXICLOUD_DATA", folder.toString());
    }

    @Test
    void encryptedContentsComeBackAfterARestartAndAfterANewKey() throws Exception {
        encrypt(FIRST);
        Hash content = withGround(StorageTest::keep);
        assertTrue(blobs().stream().noneMatch(StorageTest::isReadable));

        assertArrayEquals(TEXT, withGround(ground -> read(ground, content)));
        encrypt(SECOND);
        environment.put("OXICLOUD_STORAGE_ENCRYPTION_FORMER_KEYS", " " + key(3) + ", " + FIRST);
        assertArrayEquals(TEXT, withGround(ground -> read(ground, content)));
    }

    @Test
    void aStartThatWouldLoseAllFilesIsRefused() throws Exception {
        withGround(StorageTest::keep);
        assertTrue(blobs().stream().anyMatch(StorageTest::isReadable));
        Cloud.start(surroundings()).close();

        encrypt(FIRST);
        String complaint = refused();
        assertTrue(
                complaint.contains("the database knows contents, and none of those looked for is in the local storage"),
                complaint);

        environment.put("OXICLOUD_STORAGE_ENCRYPTION_ENABLED", "false");
        environment.put("OXICLOUD_STORAGE_PATH", folder.resolve("elsewhere").toString());
        assertTrue(refused().contains("Is its disk mounted"));

        environment.put("OXICLOUD_STORAGE_MUST_FIT", "false");
        Cloud.start(surroundings()).close();
    }

    @Test
    void encryptionWithoutAKeyIsRefusedByName() {
        environment.put("OXICLOUD_STORAGE_ENCRYPTION_ENABLED", "true");

        String complaint = String.valueOf(assertThrows(SettingException.class, () -> Cloud.start(surroundings()))
                .getMessage());

        assertTrue(complaint.contains("STORAGE_ENCRYPTION_KEY"), complaint);
    }

    @Test
    void aKeyThatIsNoneIsRefusedAndNotRepeated() {
        environment.put("OXICLOUD_STORAGE_ENCRYPTION_ENABLED", "true");
        environment.put("OXICLOUD_STORAGE_ENCRYPTION_KEY", "c2hvcnQ=");

        String complaint = String.valueOf(assertThrows(SettingException.class, () -> Cloud.start(surroundings()))
                .getMessage());

        assertTrue(complaint.contains("STORAGE_ENCRYPTION_KEY"), complaint);
        assertFalse(complaint.contains("c2hvcnQ="), complaint);
    }

    @Test
    void whatAnObjectStoreNeedsIsAskedForByName() {
        environment.put("OXICLOUD_STORAGE_BACKEND", "s3");
        assertTrue(unfit().contains("S3_BUCKET"));
        environment.put("OXICLOUD_S3_BUCKET", "files");
        environment.put("OXICLOUD_S3_ACCESS_KEY", "key");
        assertTrue(unfit().contains("S3_SECRET_KEY"));

        environment.put("OXICLOUD_STORAGE_BACKEND", "azure");
        assertTrue(unfit().contains("AZURE_CONTAINER"));
        environment.put("OXICLOUD_AZURE_CONTAINER", "files");
        assertTrue(unfit().contains("AZURE_ACCOUNT_NAME"));
        environment.put("OXICLOUD_AZURE_ACCOUNT_NAME", "us");
        environment.put("OXICLOUD_AZURE_ACCOUNT_KEY", "no base 64!");
        assertTrue(unfit().contains("not Base64"));
    }

    /** Everything at once: distant, repeated, cached, encrypted; and again after a restart, from the cache's disk. */
    @Test
    @EnabledIf("io.oxicloud.blob.s3.S3Mock#isPresent")
    void contentsInABucketComeBack() throws Exception {
        String bucket = "app-" + UUID.randomUUID();
        var making = HttpRequest.newBuilder(S3Mock.uri().resolve("/" + bucket))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        assertEquals(
                200,
                HttpClient.newHttpClient()
                        .send(making, HttpResponse.BodyHandlers.discarding())
                        .statusCode());
        environment.put("OXICLOUD_STORAGE_BACKEND", "s3");
        environment.put("OXICLOUD_S3_BUCKET", bucket);
        environment.put("OXICLOUD_S3_ACCESS_KEY", "key");
        environment.put("OXICLOUD_S3_SECRET_KEY", "secret");
        environment.put("OXICLOUD_S3_ENDPOINT_URL", S3Mock.uri().toString());
        environment.put("OXICLOUD_S3_FORCE_PATH_STYLE", "true");
        environment.put("OXICLOUD_STORAGE_CACHE_ENABLED", "true");
        encrypt(FIRST);

        Hash content = withGround(StorageTest::keep);
        assertArrayEquals(TEXT, withGround(ground -> read(ground, content)));
        Cloud.start(surroundings()).close();

        environment.put("OXICLOUD_STORAGE_CACHE_PATH", folder.resolve("fresh").toString());
        assertArrayEquals(TEXT, withGround(ground -> read(ground, content)));
        assertFalse(Files.exists(folder.resolve("storage")));
    }

    /** From the first start with a target to the one with the target alone, and encrypted on the way. */
    @Test
    void contentsMoveToAnotherPlace() throws Exception {
        Hash content = withGround(StorageTest::keep);
        environment.put("OXICLOUD_STORAGE_TARGET_BACKEND", "local");
        assertTrue(String.valueOf(assertThrows(StartFailure.class, () -> Cloud.start(surroundings()))
                        .getMessage())
                .contains("STORAGE_TARGET_PATH"));
        Path target = folder.resolve("new-storage");
        environment.put("OXICLOUD_STORAGE_TARGET_PATH", target.toString());
        environment.put("OXICLOUD_STORAGE_TARGET_ENCRYPTION_ENABLED", "true");
        environment.put("OXICLOUD_STORAGE_ENCRYPTION_KEY", FIRST);

        try (var opened = new Closing()) {
            Ground ground = Ground.open(surroundings(), opened);
            ground.storage().join(ground, opened);
            ground.storage().doors(ground).moves().start(ADMIN, 2);
            for (var task : ground.storage().tasks(ground)) {
                task.run();
            }
            assertArrayEquals(TEXT, read(ground, content));
        }
        environment.put("OXICLOUD_STORAGE_TARGET_PATH", folder.resolve("third").toString());
        assertTrue(refused().contains("contents are moving from local " + folder), this::refused);
        environment.put("OXICLOUD_STORAGE_TARGET_PATH", target.toString());
        try (var opened = new Closing()) {
            Ground ground = Ground.open(surroundings(), opened);
            assertTrue(ground.storage()
                    .doors(ground)
                    .moves()
                    .complete(ADMIN, false)
                    .confirmed());
        }

        environment.keySet().removeIf(name -> name.startsWith("OXICLOUD_STORAGE_TARGET"));
        assertTrue(refused().contains("contents have moved"), this::refused);
        environment.put("OXICLOUD_STORAGE_PATH", target.toString());
        encrypt(FIRST);
        assertArrayEquals(TEXT, withGround(ground -> read(ground, content)));
        Cloud.start(surroundings()).close();
    }

    private String unfit() {
        return String.valueOf(assertThrows(SettingException.class, () -> Cloud.start(surroundings()))
                .getMessage());
    }

    private void encrypt(String key) {
        environment.put("OXICLOUD_STORAGE_ENCRYPTION_ENABLED", "true");
        environment.put("OXICLOUD_STORAGE_ENCRYPTION_KEY", key);
    }

    private String refused() {
        return String.valueOf(assertThrows(StartFailure.class, () -> Cloud.start(surroundings()))
                .getMessage());
    }

    private <T> T withGround(Function<Ground, T> work) {
        try (var opened = new Closing()) {
            return work.apply(Ground.open(surroundings(), opened));
        }
    }

    private static Hash keep(Ground ground) {
        try (var store = store(ground);
                ContentLease lease = store.ingest(new ByteArrayInputStream(TEXT))) {
            var ledger = new ChunkLedger();
            ground.database().requests().write("test", scope -> {
                ledger.adopt(scope, lease);
                return true;
            });
            return lease.hash();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] read(Ground ground, Hash content) {
        try (var store = store(ground);
                var in = store.open(content, new ByteRange(0, TEXT.length))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ChunkStore store(Ground ground) {
        return new ChunkStore(
                ground.database().requests(),
                ground.blobs(),
                ground.caches(),
                ground.clock(),
                ground.ids(),
                new StoreSettings(0, 0, 0));
    }

    private List<Path> blobs() throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("storage"))) {
            List<Path> files = all.filter(Files::isRegularFile).toList();
            assertEquals(1, files.size());
            return files;
        }
    }

    private static boolean isReadable(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains("nobody");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String key(int number) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) number);
        return Base64.getEncoder().encodeToString(key);
    }

    private Surroundings surroundings() {
        return new Surroundings(n -> Optional.empty(), Map.of(), environment, "", Launched.NOTHING);
    }
}
