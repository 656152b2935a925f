package io.oxicloud.chunk.job;

import static io.oxicloud.chunk.job.MoveRig.ADMIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.UserId;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.FlakyBlobs;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.chunk.Fsck;
import io.oxicloud.chunk.Grace;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks and removals that an administrator asks for. */
@ParameterizedClass
@EnumSource(Engine.class)
class ChecksTest {
    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final FlakyBlobs flaky = new FlakyBlobs(memory);
    private final MoveRig rig;
    private final Checks checks;
    private final CheckTask check;
    private final Sweeps sweeps;
    private final SweepTask sweep;

    ChecksTest(Engine engine) {
        rig = new MoveRig(TestDatabase.source(engine), flaky, new MemoryBlobBackend());
        rig.turn.join(true);
        checks = new Checks(rig.database.requests());
        var fsck = new Fsck(rig.database.maintenance(), rig.blobs, List.of(), Clock.systemUTC());
        check = new CheckTask(rig.database.maintenance(), fsck, new Hasty());
        sweeps = new Sweeps(rig.database.requests());
        sweep = new SweepTask(rig.database.maintenance(), rig.blobs, Grace.DEFAULTS);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aCheckRunsWhenItIsAskedForAndItsFindingsAreKept() throws Exception {
        rig.keep(MoveRig.random(1_000_000, 1));
        check.run();
        assertEquals(JobStatus.IDLE, checks.view(ADMIN, 9).status());
        BlobName lost = memory.names().iterator().next();
        memory.delete(lost);

        JobView begun = checks.start(ADMIN, true);
        assertTrue(begun.total() > 0 && begun.whole());
        assertThrows(CloudException.class, () -> checks.start(ADMIN, false));
        check.run();

        JobView done = checks.view(ADMIN, 9);
        assertEquals(JobStatus.COMPLETED, done.status());
        assertEquals(done.total(), done.seen());
        assertTrue(String.valueOf(done.note()).contains("findings: 1 contents"), done::toString);
        assertTrue(
                done.problems().stream()
                        .anyMatch(found -> found.what().equals("BLOB_MISSING")
                                && found.about().contains(lost.toString())),
                done::toString);
    }

    @Test
    void aCheckIsStoppedOnDemand() throws Exception {
        rig.keep(MoveRig.random(1_000_000, 1));
        checks.start(ADMIN, true);
        flaky.at(what -> {
            if (what.equals("open")) {
                flaky.at(any -> {});
                checks.stop(ADMIN);
            }
        });

        check.run();

        JobView stopped = checks.view(ADMIN, 9);
        assertEquals(JobStatus.FAILED, stopped.status());
        assertEquals("stopped by an administrator", stopped.note());
        assertTrue(flaky.count("open") <= 2, () -> flaky.calls.toString());
        assertEquals(stopped.endedAt(), checks.stop(ADMIN).endedAt());
    }

    @Test
    void aCheckThatCannotBeDoneSaysSo() throws Exception {
        rig.keep(MoveRig.random(1_000, 1));
        checks.start(ADMIN, false);
        flaky.at(what -> {
            throw new IOException("down");
        });

        assertThrows(CloudException.class, check::run);

        assertEquals(JobStatus.FAILED, checks.view(ADMIN, 9).status());
        assertTrue(String.valueOf(checks.view(ADMIN, 9).note()).startsWith("could not be done"));
    }

    @Test
    void whatIsUnusedGoesAtOnceIfItIsForced() throws Exception {
        Hash gone = rig.keep(MoveRig.random(1_000_000, 1));
        Hash kept = rig.keep(MoveRig.random(10_000, 2));
        int blobs = memory.names().size();
        rig.release(gone);
        sweeps.start(ADMIN, false);
        sweep.run();
        assertEquals(0, sweeps.view(ADMIN).done());
        assertEquals(JobStatus.COMPLETED, sweeps.view(ADMIN).status());

        assertTrue(sweeps.start(ADMIN, true).whole());
        sweep.run();

        JobView done = sweeps.view(ADMIN);
        assertEquals(blobs - 1, done.done());
        assertEquals(1_000_000, done.doneBytes());
        assertEquals(1, memory.names().size());
        assertEquals(10_000, rig.read(kept).length);
    }

    @Test
    void onlyAdministratorsMay() {
        var anna = new Actor.User(new UserId(new UUID(1, 2)), false, false);

        List<Executable> calls = List.of(
                () -> checks.view(anna, 1),
                () -> checks.start(anna, true),
                () -> checks.stop(anna),
                () -> sweeps.view(anna),
                () -> sweeps.start(anna, true));
        for (Executable call : calls) {
            assertEquals(
                    ErrorCode.FORBIDDEN,
                    assertThrows(CloudException.class, call).code());
        }
    }

    /** Three seconds pass each time that it is looked at. */
    private static final class Hasty extends Clock {
        private Instant now = Instant.parse("2026-03-01T12:00:00Z");

        @Override
        public Instant instant() {
            now = now.plus(Duration.ofSeconds(3));
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
