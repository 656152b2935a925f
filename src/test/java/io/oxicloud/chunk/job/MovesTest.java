package io.oxicloud.chunk.job;

import static io.oxicloud.chunk.job.MoveRig.ADMIN;
import static io.oxicloud.chunk.job.MoveRig.memory;
import static io.oxicloud.chunk.job.MoveRig.random;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.UserId;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.FlakyBlobs;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.blob.encrypted.BlobKeys;
import io.oxicloud.blob.encrypted.EncryptingBlobBackend;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class MovesTest {
    private final DatabaseSource database;
    private final MemoryBlobBackend source = memory();
    private final MemoryBlobBackend target = memory();
    private final FlakyBlobs flakySource = new FlakyBlobs(source);
    private final FlakyBlobs flakyTarget = new FlakyBlobs(target);
    private final MoveRig rig;

    MovesTest(Engine engine) {
        database = TestDatabase.durableSource(engine);
        rig = new MoveRig(database, flakySource, flakyTarget);
        rig.turn.join(true);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void contentsMoveWhileTheyAreUsed() throws Exception {
        byte[] old = random(3_000_000, 1);
        byte[] fresh = random(2_000_000, 2);
        Hash first = rig.keep(old);
        Hash gone = rig.keep(random(1_000_000, 3));
        long before = source.names().size();

        assertEquals(JobStatus.IDLE, rig.view().status());
        rig.moves.start(ADMIN, 3);
        rig.release(gone);
        rig.sweep(rig.blobs);
        Hash second = rig.keep(fresh);
        rig.work();

        JobView done = rig.view();
        assertEquals(JobStatus.COMPLETED, done.status());
        assertTrue(done.total() >= before && done.total() == done.seen(), done::toString);
        assertEquals(3_000_000, done.doneBytes());
        assertEquals(List.of(), rig.wrong(target));
        assertEquals(done.seen(), target.names().size());
        assertArrayEquals(old, rig.read(first));
        assertArrayEquals(fresh, rig.read(second));
        var sample = rig.moves.verify(ADMIN, 5);
        assertTrue(sample.passed() && sample.checked() == 5 && sample.known() == done.seen(), sample::toString);
        assertTrue(rig.moves.complete(ADMIN, false).confirmed());
    }

    /** The blob of a removed chunk may be read by the copier when the sweeper deletes it; but the copier holds the chunk. */
    @Test
    void aBlobThatIsRemovedMeanwhileDoesNotComeBack() throws Exception {
        Hash gone = rig.keep(random(500_000, 1));
        rig.moves.start(ADMIN, 1);
        flakyTarget.at(what -> {
            if (what.equals("put")) {
                flakyTarget.at(any -> {});
                rig.release(gone);
                sweep();
            }
        });

        rig.work();

        assertEquals(List.of(), rig.wrong(rig.blobs));
        rig.sweep(rig.blobs);
        assertEquals(0, source.names().size() + target.names().size());
    }

    private void sweep() {
        try {
            rig.sweep(rig.blobs);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void nothingIsCopiedBeforeAllNodesKnowAndNoStrangerIsLeftOut() throws Exception {
        rig.keep(random(100_000, 1));
        try (var other = new MoveRig(database, source, target)) {
            other.turn.join(false);
            rig.moves.start(ADMIN, 1);
            rig.work();
            assertEquals(0, rig.view().seen());
            assertEquals("waiting for all nodes to learn of it", rig.view().note());
            Hash late = other.keep(random(100_000, 2));
            assertTrue(rig.turn.toTarget() && !other.turn.toTarget());
            assertArrayEquals(random(100_000, 2), rig.read(late));

            other.told();
            rig.work();
            assertEquals(JobStatus.COMPLETED, rig.view().status());
            assertEquals(List.of(), rig.wrong(target));
        }
    }

    @Test
    void aNodeWithOtherSettingsHoldsTheStartUpAndMayNotStartLater() throws Exception {
        var plain = new NodeSetup("here", null, null);
        try (var old = new MoveRig(database, source, target, plain)) {
            old.turn.join(false);
            assertConflict("with other settings", () -> rig.moves.start(ADMIN, 1));
            assertConflict("nowhere to move to", () -> old.moves.start(ADMIN, 1));
        }
        rig.moves.start(ADMIN, 1);

        try (var late = new MoveRig(database, source, target, plain)) {
            var refused = assertThrows(IllegalStateException.class, () -> late.turn.join(false));
            assertTrue(String.valueOf(refused.getMessage()).contains("moving from here to there"));
        }
        rig.work();
        rig.moves.complete(ADMIN, false);
        try (var formerly = new MoveRig(database, source, target, plain);
                var now = new MoveRig(
                        database, /* source= */ target, /* target= */ source, new NodeSetup("there", null, null))) {
            var refused = assertThrows(IllegalStateException.class, () -> formerly.turn.join(false));
            assertTrue(String.valueOf(refused.getMessage()).contains("have moved"));
            now.turn.join(false);
        }
    }

    @Test
    void theWayBackIsAMoveInTheOtherDirection() throws Exception {
        Hash old = rig.keep(random(300_000, 1));
        rig.moves.start(ADMIN, 1);
        Hash fresh = rig.keep(random(300_000, 2));
        rig.moves.pause(ADMIN);
        rig.turn.close();

        BlobBackend from = target;
        BlobBackend to = source;
        try (var back = new MoveRig(database, from, to, new NodeSetup("there", "here", null))) {
            back.turn.join(false);
            back.moves.start(ADMIN, 1);
            back.work();

            assertEquals(JobStatus.COMPLETED, back.view().status());
            assertEquals(List.of(), back.wrong(source));
            assertArrayEquals(random(300_000, 1), back.read(old));
            assertArrayEquals(random(300_000, 2), back.read(fresh));
        }
    }

    @Test
    void whatIsDamagedOrLostIsListedAndTriedAgain() throws Exception {
        rig.keep(random(2_000_000, 1));
        List<BlobName> names = List.copyOf(source.names());
        byte[] good = source.open(names.get(0)).readAllBytes();
        byte[] bad = good.clone();
        bad[0]++;
        source.delete(names.get(0));
        source.put(names.get(0), ByteBuffer.wrap(bad));
        byte[] lost = source.open(names.get(1)).readAllBytes();
        source.delete(names.get(1));
        rig.moves.start(ADMIN, 2);
        rig.work();

        JobView failed = rig.view();
        assertEquals(JobStatus.FAILED, failed.status());
        assertEquals(2, failed.problemCount());
        assertTrue(failed.problems().contains(new JobProblem(names.get(0).toString(), "is not what was stored")));
        assertTrue(failed.problems().contains(new JobProblem(names.get(1).toString(), "is in neither storage")));
        assertEquals(
                List.of(names.get(0).toString(), names.get(1).toString()).stream()
                        .sorted()
                        .toList(),
                rig.moves.verify(ADMIN, 1_000).missing().stream().sorted().toList());
        assertConflict("could not be moved", () -> rig.moves.complete(ADMIN, false));

        source.put(names.get(1), ByteBuffer.wrap(lost));
        rig.moves.resume(ADMIN);
        rig.work();
        assertEquals(1, rig.view().problemCount());
        assertTrue(rig.moves.complete(ADMIN, true).confirmed());
    }

    @Test
    void aBackendThatIsDownIsWaitedFor() throws Exception {
        rig.keep(random(2_000_000, 1));
        rig.moves.start(ADMIN, 2);
        flakyTarget.at(what -> {
            throw new IOException("down");
        });
        flakyTarget.down(true);

        assertEquals(
                ErrorCode.BACKEND_DOWN,
                assertThrows(CloudException.class, rig::work).code());
        assertEquals(JobStatus.RUNNING, rig.view().status());
        assertTrue(String.valueOf(rig.view().note()).contains("down"));
        flakyTarget.at(what -> {});
        flakyTarget.down(false);
        rig.work();

        assertEquals(JobStatus.COMPLETED, rig.view().status());
        assertEquals(0, rig.view().problemCount());
    }

    @Test
    void aBlobThatTheTargetRefusesDoesNotHoldUpTheOthers() throws Exception {
        rig.keep(random(3_000_000, 1));
        rig.moves.start(ADMIN, 2);
        int[] puts = {0};
        flakyTarget.at(what -> {
            if (what.equals("put") && puts[0]++ < 2) {
                throw new IOException("refused");
            }
        });
        rig.work();
        assertEquals(JobStatus.FAILED, rig.view().status());
        assertEquals(1, rig.view().problemCount());

        rig.moves.resume(ADMIN);
        rig.work();
        assertEquals(JobStatus.COMPLETED, rig.view().status());
        assertEquals(List.of(), rig.wrong(target));
    }

    @Test
    void aPausedMoveGoesOnWhereItWasAndAPauseIsHeardSoon() throws Exception {
        for (int i = 0; i < ChunkPass.PAGE + 10; i++) {
            rig.keep(random(2_000, i));
        }
        rig.moves.start(ADMIN, 2);
        flakyTarget.at(what -> {
            if (what.equals("put")) {
                flakyTarget.at(any -> {});
                rig.moves.pause(ADMIN);
            }
        });
        rig.work();
        assertEquals(JobStatus.PAUSED, rig.view().status());
        assertEquals(ChunkPass.PAGE, rig.view().seen());
        rig.work();
        assertEquals(ChunkPass.PAGE, target.names().size());
        assertConflict("paused and resumed", () -> rig.moves.start(ADMIN, 2));

        flakySource.calls.clear();
        rig.moves.resume(ADMIN);
        rig.work();
        assertEquals(10, flakySource.count("open"));
        assertEquals(JobStatus.COMPLETED, rig.view().status());
    }

    @Test
    void plainContentsComeIntoAnEncryptedStoreAndBack() throws Exception {
        rig.turn.close();
        var keys = new BlobKeys(random(32, 1), List.of(), random(32, 2));
        BlobBackend sealed = new EncryptingBlobBackend(target, keys, new SecureRandom());
        byte[] content = random(1_500_000, 1);
        Hash hash;
        try (var there = new MoveRig(database, source, sealed)) {
            there.turn.join(true);
            hash = there.keep(content);
            there.moves.start(ADMIN, 2);
            there.work();
            assertEquals(List.of(), there.wrong(sealed));
            there.moves.complete(ADMIN, false);
        }
        for (BlobName name : source.names()) {
            source.delete(name);
        }
        try (var back = new MoveRig(database, sealed, source, new NodeSetup("there", "here", null))) {
            back.turn.join(true);
            back.moves.start(ADMIN, 2);
            back.work();
            assertEquals(List.of(), back.wrong(source));
            assertArrayEquals(content, back.read(hash));
        }
    }

    @Test
    void aNodeThatHearsNothingForFiveMinutesTakesNoNewContent() {
        rig.nanos.addAndGet(301L * 1_000_000_000);

        assertThrows(IOException.class, () -> rig.turn.toTarget());
        assertThrows(CloudException.class, () -> rig.keep(random(100, 1)));
        rig.turn.poll();
        assertTrue(rig.database
                        .requests()
                        .read("test", scope -> new NodeRows().alive(scope))
                        .size()
                == 1);
    }

    @Test
    void onlyAdministratorsMay() {
        var anna = new Actor.User(new UserId(new UUID(1, 2)), false, false);

        List<Executable> calls = List.of(
                () -> rig.moves.view(anna),
                () -> rig.moves.start(anna, 1),
                () -> rig.moves.pause(anna),
                () -> rig.moves.resume(anna),
                () -> rig.moves.complete(anna, true),
                () -> rig.moves.verify(anna, 1));
        for (Executable call : calls) {
            assertEquals(
                    ErrorCode.FORBIDDEN,
                    assertThrows(CloudException.class, call).code());
        }
    }

    private static void assertConflict(String about, Executable call) {
        var refused = assertThrows(CloudException.class, call);
        assertEquals(ErrorCode.CONFLICT, refused.code());
        assertTrue(refused.message().contains(about), refused::message);
    }
}
