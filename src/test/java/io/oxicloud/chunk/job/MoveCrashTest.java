package io.oxicloud.chunk.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.chunk.MortalProcess;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The node that moves contents dies at one call after another. Nothing is lost meanwhile, and another node goes on. */
@ParameterizedClass
@EnumSource(Engine.class)
class MoveCrashTest {
    private final MemoryBlobBackend source = new MemoryBlobBackend();
    private final MemoryBlobBackend target = new MemoryBlobBackend();
    private final MortalProcess process;
    private final MoveRig survivor;
    private final MoveRig mortal;

    MoveCrashTest(Engine engine) {
        DatabaseSource database = TestDatabase.durableSource(engine);
        survivor = new MoveRig(database, source, target);
        survivor.turn.join(true);
        process = new MortalProcess(database);
        mortal = new MoveRig(process.database(), process.blobs(source), process.blobs(target));
    }

    @AfterEach
    void close() {
        mortal.close();
        survivor.close();
    }

    @Test
    void theMoverMayDieAtAnyCall() throws Exception {
        byte[] kept = MoveRig.random(1_500_000, 1);
        Hash hash = survivor.keep(kept);
        int deaths = 0;
        begin();
        for (int moment : process.deaths(mortal::work)) {
            begin();
            deaths += process.dies(moment, mortal::work) ? 1 : 0;
            assertArrayEquals(kept, survivor.read(hash), process.death());
            assertEquals(List.of(), survivor.wrong(survivor.blobs), process.death());

            survivor.work();

            assertEquals(JobStatus.COMPLETED, survivor.view().status(), process.death());
            assertEquals(List.of(), survivor.wrong(target), process.death());
        }
        assertTrue(deaths >= 3, deaths + " deaths");

        survivor.release(hash);
        survivor.sweepDeadLeases(survivor.blobs);
        assertEquals(0, source.names().size() + target.names().size());
    }

    private void begin() throws Exception {
        for (BlobName name : target.names()) {
            target.delete(name);
        }
        survivor.moves.start(MoveRig.ADMIN, 1);
    }
}
