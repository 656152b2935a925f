package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process of the store dies at one call after another, to the backend or to the database. Another process on the same two
 * finds the invariants of docs/storage.md true, clears up and goes on.
 */
@ParameterizedClass
@EnumSource(Engine.class)
class CrashTest {
    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final MortalProcess process;
    private final StoreRig survivor;
    private final StoreRig mortal;

    CrashTest(Engine engine) {
        DatabaseSource source = TestDatabase.durableSource(engine);
        survivor = new StoreRig(source, memory);
        process = new MortalProcess(source);
        mortal = new StoreRig(process.database(), memory, process.blobs(memory));
    }

    @AfterEach
    void close() {
        mortal.close();
        survivor.close();
    }

    @Test
    void aWriterMayDieAtAnyCall() throws Exception {
        byte[] old = StoreRig.random(700_000, 1);
        byte[] fresh = Arrays.copyOf(old, 1_500_000);
        System.arraycopy(StoreRig.random(800_000, 2), 0, fresh, 700_000, 800_000);
        Hash kept = survivor.keep(old);
        int before = memory.names().size();
        Hash other = survivor.keep(fresh);
        forget(other, kept, before);

        int deaths = 0;
        for (int moment : process.deaths(() -> mortal.keep(fresh))) {
            forget(other, kept, before);
            deaths += process.dies(moment, () -> mortal.keep(fresh)) ? 1 : 0;
            survivor.checkInvariants(Map.of(kept, 1L));
            assertTrue(references(other) <= 1, process.death());

            survivor.sweep(StoreRig.NONE);
            survivor.checkInvariants(Map.of(kept, 1L));
            if (references(other) == 0) {
                assertEquals(before, memory.names().size(), process.death());
            }
            assertEquals(0, survivor.count("UploadLeaseEntity"), process.death());
        }

        assertTrue(deaths >= 3, deaths + " deaths");
        forget(other, kept, before);
        assertArrayEquals(old, survivor.read(kept));
        assertArrayEquals(fresh, survivor.read(survivor.keep(fresh)));
    }

    /** What the dead one had written is not trusted, but written again under the same names. */
    @Test
    void anotherWriterOfTheSameContentGoesOnWhereOneDied() throws Exception {
        int round = 100;
        for (int moment : process.deaths(() -> mortal.keep(StoreRig.random(1_000_000, 100)))) {
            byte[] content = StoreRig.random(1_000_000, ++round);
            process.dies(moment, () -> mortal.keep(content));
            long known = references(survivor.keep(content)) - 1;

            Hash hash = survivor.keep(content);
            survivor.sweep(StoreRig.NONE);

            survivor.checkInvariants(Map.of(hash, known + 2));
            assertArrayEquals(content, survivor.read(hash));
        }
    }

    @Test
    void aSweeperMayDieAtAnyCall() throws Exception {
        byte[] kept = StoreRig.random(700_000, 3);
        Hash hash = survivor.keep(kept);
        survivor.sweep(StoreRig.NONE);
        int before = memory.names().size();

        survivor.release(survivor.keep(Arrays.copyOf(kept, 1_500_000)));
        for (int moment : process.deaths(() -> mortal.sweep(StoreRig.NONE))) {
            survivor.release(survivor.keep(Arrays.copyOf(kept, 1_500_000)));
            process.dies(moment, () -> mortal.sweep(StoreRig.NONE));
            survivor.checkInvariants(Map.of(hash, 1L));

            survivor.sweep(StoreRig.NONE);
            survivor.checkInvariants(Map.of(hash, 1L));
            assertEquals(before, memory.names().size(), process.death());
            assertEquals(0, survivor.count("RemovalEntity"), process.death());
        }

        assertArrayEquals(kept, survivor.read(hash));
    }

    /** As if that content had never come. */
    private void forget(Hash content, Hash kept, int before) throws InterruptedException {
        while (references(content) > 0) {
            survivor.release(content);
        }
        survivor.sweep(StoreRig.NONE);
        survivor.checkInvariants(Map.of(kept, 1L));
        assertEquals(before, memory.names().size());
        survivor.expireCaches();
    }

    private long references(Hash content) {
        return survivor.inTx(scope -> scope
                .session()
                .createSelectionQuery("select m.refs from ManifestEntity m where m.digest = :digest", Long.class)
                .setParameter("digest", content)
                .getResultList()
                .stream()
                .findFirst()
                .orElse(0L));
    }
}
