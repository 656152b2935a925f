package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.FlakyBlobs;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.blob.remote.RetrySettings;
import io.oxicloud.blob.remote.RetryingBlobBackend;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A backend that fails again and again, whatever is asked of it and however often it is asked again, while clients share contents
 * and the sweeper never waits.
 */
@ParameterizedClass
@EnumSource(Engine.class)
class FailingStoreTest {
    private static final int CLIENTS = 3;

    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final FlakyBlobs flaky = new FlakyBlobs(memory);
    private final StoreRig rig;

    FailingStoreTest(Engine engine) {
        var retrying = new RetryingBlobBackend(flaky, new RetrySettings(3, Duration.ZERO, Duration.ZERO, 1));
        rig = new StoreRig(TestDatabase.source(engine), memory, retrying);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** Clients ask again; what they were told to have is there, whole, and counted; and nothing else stays. */
    @ParameterizedTest
    @ValueSource(ints = {2, 7})
    void aBackendThatFailsEveryNthCallLosesNothing(int nth) throws Exception {
        rig.cacheNothing();
        var calls = new AtomicInteger();
        var failed = new AtomicInteger();
        flaky.at(what -> {
            if (calls.incrementAndGet() % nth == 0) {
                failed.incrementAndGet();
                throw new IOException("call " + calls + ", " + what);
            }
        });
        long seed = 20261201L + nth;

        Map<Hash, Long> owners = StoreClient.runAll(rig, CLIENTS, seed, FailingStoreTest::passing);

        flaky.at(what -> {});
        assertTrue(failed.get() > 10, failed + " calls failed");
        rig.checkInvariants(owners);
        for (byte[] content : StoreClient.contents()) {
            Hash hash = rig.keep(content);
            assertArrayEquals(content, rig.read(hash), "seed " + seed);
            owners.merge(hash, 1L, Long::sum);
        }
        rig.checkInvariants(owners);
        owners.forEach((hash, count) -> {
            for (int i = 0; i < count; i++) {
                rig.release(hash);
            }
        });
        rig.sweep(StoreRig.NONE);
        assertEquals(0, memory.names().size(), "seed " + seed);
        assertEquals(0, rig.count("ChunkEntity"));
    }

    private static boolean passing(CloudException e) {
        return StoreClient.busy(e) || e.code() == ErrorCode.BACKEND_DOWN;
    }
}
