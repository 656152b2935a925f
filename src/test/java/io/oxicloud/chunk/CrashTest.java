package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process dies before or after each of its calls to the backend: from there on it reaches neither backend nor database.
 * Another process on the same two finds the invariants of docs/storage.md true, clears up and goes on.
 */
@ParameterizedClass
@EnumSource(Engine.class)
class CrashTest {
    private final DatabaseSource source;
    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final StoreRig survivor;

    CrashTest(Engine engine) {
        source = TestDatabase.source(engine);
        survivor = new StoreRig(source, memory);
    }

    @AfterEach
    void close() {
        survivor.close();
    }

    @Test
    void aWriterMayDieAtAnyCall() throws Exception {
        byte[] old = StoreRig.random(700_000, 1);
        byte[] fresh = Arrays.copyOf(old, 1_500_000);
        System.arraycopy(StoreRig.random(800_000, 2), 0, fresh, 700_000, 800_000);
        Hash kept = survivor.keep(old);
        int before = memory.names().size();

        int deaths = 0;
        for (int call = 1; dies(call, rig -> rig.keep(fresh)); call++) {
            deaths++;
            survivor.checkInvariants(Map.of(kept, 1L));
            assertEquals(1, survivor.count("ManifestEntity"));

            survivor.sweep(StoreRig.NONE);
            survivor.checkInvariants(Map.of(kept, 1L));
            assertEquals(before, memory.names().size());
            assertEquals(0, survivor.count("UploadLeaseEntity"));
        }

        assertTrue(deaths >= 8, deaths + " deaths");
        Map<Hash, Long> owners = new HashMap<>(Map.of(kept, 1L));
        owners.put(survivor.keep(fresh), 2L);
        survivor.checkInvariants(owners);
        assertArrayEquals(old, survivor.read(kept));
        assertArrayEquals(fresh, survivor.read(survivor.keep(fresh)));
    }

    /** What the dead one had written is not trusted, but written again under the same names. */
    @Test
    void anotherWriterOfTheSameContentGoesOnWhereOneDied() throws Exception {
        for (int call = 1; call <= 8; call++) {
            byte[] content = StoreRig.random(1_000_000, 100 + call);
            assertTrue(dies(call, rig -> rig.keep(content)));

            Hash hash = survivor.keep(content);
            survivor.sweep(StoreRig.NONE);

            survivor.checkInvariants(Map.of(hash, 1L));
            assertArrayEquals(content, survivor.read(hash));
        }
    }

    @Test
    void aSweeperMayDieAtAnyCall() throws Exception {
        byte[] kept = StoreRig.random(700_000, 3);
        Hash hash = survivor.keep(kept);
        int before = memory.names().size();

        int call = 1;
        boolean died = true;
        while (died) {
            survivor.release(survivor.keep(Arrays.copyOf(kept, 1_500_000)));
            died = dies(call, rig -> rig.sweep(StoreRig.NONE));
            survivor.checkInvariants(Map.of(hash, 1L));

            survivor.sweep(StoreRig.NONE);
            survivor.checkInvariants(Map.of(hash, 1L));
            assertEquals(before, memory.names().size());
            assertEquals(0, survivor.count("RemovalEntity"));
            call++;
        }

        assertTrue(call > 8, call + " calls");
        assertArrayEquals(kept, survivor.read(hash));
    }

    private interface Work {
        void run(StoreRig rig) throws Exception;
    }

    /** Lets a process do some work and die at its {@code last}-th chance; false if it came to the end alive. */
    private boolean dies(int last, Work work) throws Exception {
        var mortal = new Mortal(last);
        try (var rig = new StoreRig(source, memory, new HookedBlobs(memory, mortal))) {
            mortal.rig = rig;
            if (last > 64) {
                throw new AssertionError("this never ends");
            }
            try {
                work.run(rig);
                return false;
            } catch (Died e) {
                return true;
            }
        }
    }

    /** Counts the moments before and after each call. */
    private static final class Mortal implements HookedBlobs.Hook {
        private final int last;
        private int moments;
        private @Nullable StoreRig rig;

        Mortal(int last) {
            this.last = last;
        }

        @Override
        public void at(String call, boolean before) throws IOException {
            if (++moments == last && rig != null) {
                rig.database.close();
            }
            if (moments >= last) {
                throw new Died(call);
            }
        }
    }

    private static final class Died extends Error {
        private static final long serialVersionUID = 1L;

        Died(String call) {
            super("died at " + call);
        }
    }
}
