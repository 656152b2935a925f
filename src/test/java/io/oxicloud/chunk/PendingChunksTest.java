package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.base.UserId;
import io.oxicloud.db.Engine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PendingChunksTest {
    private static final UserId ACCOUNT = new UserId(UUID.randomUUID());

    private final PendingChunks pending = new PendingChunks();

    @ParameterizedTest
    @EnumSource(Engine.class)
    void whatIsSentAgainWhileItExpiresStays(Engine engine) {
        try (var rig = new StoreRig(engine)) {
            assertEquals(3, keep(rig, Duration.ofMillis(-1)));

            Map<UserId, Long> gone = rig.inTx(scope -> {
                Instant now = scope.databaseTime();
                var due = PendingChunks.due(scope, now, 10);
                assertEquals(Set.of(ACCOUNT), due.keySet());
                CompletableFuture.runAsync(() -> assertEquals(0, keep(rig, Duration.ofDays(1))))
                        .join();
                return PendingChunks.giveUp(scope, due, now);
            });

            assertEquals(Map.of(ACCOUNT, 0L), gone);
            assertEquals(1, rig.count("PendingChunkEntity"));
            assertEquals(Map.of(), rig.inTx(scope -> pending.expire(scope, 10)));
        }
    }

    /** @return bytes that were not held before */
    private long keep(StoreRig rig, Duration life) {
        byte[] framed = {0, 0, 0, 3, 1, 2, 3};
        try (var loose = rig.store.ingestChunks(new Frames(new ByteArrayInputStream(framed), 100, 10), sizes -> {})) {
            return rig.inTx(scope -> pending.keep(scope, ACCOUNT, loose, life));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
