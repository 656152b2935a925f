package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class OwnSecretsTest {
    private final SecureRandom random = new SecureRandom();
    private final Database database;
    private final Sealer sealer;

    OwnSecretsTest(Engine engine) {
        database = TestDatabase.open(engine, Entities.CLASSES);
        sealer = Sealer.open(database, random.generateSeed(Sealer.KEY_LENGTH), random);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aSecretIsMadeOnceAndKept() {
        byte[] made = secrets().get("one", () -> random.generateSeed(32));

        assertArrayEquals(made, secrets().get("one", () -> new byte[32]));
        assertArrayEquals(new byte[] {1}, secrets().get("other", () -> new byte[] {1}));
    }

    @Test
    void manyNodesThatStartTogetherAgree() throws Exception {
        var together = new CyclicBarrier(8);
        var threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<byte[]>> results = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                results.add(threads.submit(() -> {
                    together.await(60, TimeUnit.SECONDS);
                    return secrets().get("one", () -> random.generateSeed(32));
                }));
            }
            var different = new HashSet<String>();
            for (Future<byte[]> result : results) {
                different.add(HexFormat.of().formatHex(result.get()));
            }
            assertEquals(1, different.size());
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aSecretMovedToAnotherNameDoesNotOpen() {
        secrets().get("one", () -> random.generateSeed(32));
        database.requests()
                .write(
                        "test",
                        scope -> scope.session()
                                .createMutationQuery("update OwnSecretEntity s set s.name = 'other'")
                                .executeUpdate());

        assertThrows(CloudException.class, () -> secrets().get("other", () -> new byte[32]));
    }

    private OwnSecrets secrets() {
        return new OwnSecrets(database.requests(), sealer);
    }
}
