package io.oxicloud.files.upload;

import static io.oxicloud.files.upload.DeltaRig.CHUNKS;
import static io.oxicloud.files.upload.DeltaRig.CLIENT;
import static io.oxicloud.files.upload.DeltaRig.CONTENT;
import static io.oxicloud.files.upload.DeltaRig.refused;
import static io.oxicloud.files.upload.DeltaRig.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Precondition;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Engine;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.TestFiles;
import io.oxicloud.files.WriteLimits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** How much one may send, hold and have made at once. */
@ParameterizedClass
@EnumSource(Engine.class)
class DeltaLimitsTest {
    private final DeltaRig rig;
    private final TestFiles files;
    private final Deltas deltas;
    private final DeltaCommits commits;
    private final Actor.User alice;
    private final Actor.User bob;

    DeltaLimitsTest(Engine engine) {
        rig = new DeltaRig(engine);
        files = rig.files;
        deltas = files.deltas;
        commits = files.commits;
        alice = rig.alice;
        bob = rig.bob;
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void aRequestHasItsLimit() throws IOException {
        var small = new Deltas(
                files.ground.tx,
                files.access,
                files.tree,
                files.store,
                files.held,
                new UploadSettings(1 << 20, 10, Duration.ofDays(1)));

        small.take(alice, new ByteArrayInputStream(new byte[] {0, 0, 0, 6, 1, 2, 3, 4, 5, 6}));
        refused(
                ErrorCode.INVALID_INPUT,
                () -> small.take(alice, new ByteArrayInputStream(new byte[] {0, 0, 0, 7, 1, 2, 3, 4, 5, 6, 7})));
        assertEquals(6, rig.held(alice));
    }

    /** Bytes bound nothing where a chunk has one of them. */
    @Test
    void aRequestHasAsManyChunksAsItsBytesMayBeCutInto() throws IOException {
        int most = UploadSettings.mostChunks(100 << 20);
        assertEquals(3_200, most);
        var frames = new ByteArrayOutputStream();
        for (int i = 0; i <= most; i++) {
            frames.writeBytes(new byte[] {0, 0, 0, 1, (byte) i});
        }

        CloudException refusal = assertThrows(
                CloudException.class, () -> deltas.take(alice, new ByteArrayInputStream(frames.toByteArray())));

        assertEquals(ErrorCode.INVALID_INPUT, refusal.code());
        assertEquals("one request may have at most 3200 chunks", refusal.message());
        assertEquals(
                most,
                deltas.take(alice, new ByteArrayInputStream(frames.toByteArray(), 0, 5 * most))
                        .count());
        refused(ErrorCode.INVALID_INPUT, () -> deltas.send(alice, Collections.nCopies(most + 1, CLIENT.hash())));
    }

    /** Whether it is the account, its drive or the disk that is full: not a blob is written to be thrown away. */
    @Test
    void whatThereIsNoRoomForIsNotWritten() throws IOException {
        var full = new FileTree.Store(
                files.contents, files.references, new WriteLimits(Long.MAX_VALUE, () -> CONTENT.length - 1));
        var disk = new Deltas(files.ground.tx, files.access, files.tree, full, files.held, UploadSettings.of(1 << 30));
        var small = new HeldBytes(files.ledger, CONTENT.length - 1);
        var account =
                new Deltas(files.ground.tx, files.access, files.tree, files.store, small, UploadSettings.of(1 << 30));
        byte[] frames = CLIENT.frames(rig.all());

        refused(ErrorCode.STORAGE_FULL, () -> disk.take(alice, new ByteArrayInputStream(frames)));
        refused(ErrorCode.OVER_QUOTA, () -> account.take(alice, new ByteArrayInputStream(frames)));

        assertEquals(0, files.memory.names().size());
        assertEquals(0, files.count("ChunkEntity"));
        rig.send(alice, rig.all());
        account.take(alice, new ByteArrayInputStream(frames)); // what one waits with needs no room
        disk.take(alice, new ByteArrayInputStream(frames));
        assertEquals(CONTENT.length, rig.held(alice));
    }

    /** Each has all of its bytes read again. */
    @Test
    void notManyFilesAreMadeAtOnce() throws IOException {
        rig.send(alice, rig.all());
        rig.send(bob, rig.all());
        makingAlso(alice.id(), 2, () -> {
            refused(ErrorCode.BUSY, () -> rig.commit(alice, "a"));
            written(rig.commit(bob, "b"));
        });
        written(rig.commit(alice, "a"));
    }

    @Test
    void notAllAreOfOneAccountNorMoreThanTheServerBears() {
        UserId some = alice.id();
        makingAlso(
                some,
                Assemblies.OF_ONE,
                () -> makingAlso(
                        null,
                        Assemblies.AT_ONCE - Assemblies.OF_ONE,
                        () -> refused(ErrorCode.BUSY, () -> commits.assemblies.make(bob.id(), () -> true))));
        assertTrue(commits.assemblies.make(bob.id(), () -> true));
    }

    /** @param account null for another one each time */
    private void makingAlso(@Nullable UserId account, int count, Runnable work) {
        if (count == 0) {
            work.run();
            return;
        }
        UserId one = account == null ? new UserId(UUID.randomUUID()) : account;
        commits.assemblies.make(one, () -> {
            makingAlso(account, count - 1, work);
            return true;
        });
    }

    @Test
    void nobodyHoldsMoreThanAnyMay() throws Exception {
        var held = new HeldBytes(files.ledger, CONTENT.length - 1);
        var bounded =
                new Deltas(files.ground.tx, files.access, files.tree, files.store, held, UploadSettings.of(1 << 30));

        refused(ErrorCode.OVER_QUOTA, () -> bounded.take(alice, new ByteArrayInputStream(CLIENT.frames(rig.all()))));

        assertEquals(0, rig.held(alice));
        assertEquals(0, files.count("PinEntity"));
        assertEquals(CHUNKS.count(), deltas.missing(alice, CHUNKS).size());
        files.sweep();
        assertEquals(0, files.memory.names().size());
        List<Hash> some = rig.all().subList(0, 2);
        bounded.take(alice, new ByteArrayInputStream(CLIENT.frames(some)));
        long once = rig.held(alice);
        bounded.take(alice, new ByteArrayInputStream(CLIENT.frames(some)));
        assertEquals(once, rig.held(alice));
    }

    @Test
    void whatNobodyMakesAFileOfGoesInTheEnd() throws Exception {
        var brief = new Deltas(
                files.ground.tx,
                files.access,
                files.tree,
                files.store,
                files.held,
                new UploadSettings(1 << 30, 1 << 30, Duration.ofMillis(-1)));
        brief.take(alice, new ByteArrayInputStream(CLIENT.frames(rig.all().subList(0, 3))));
        rig.send(bob, rig.all());

        new PendingExpiry(files.database.maintenance(), files.held).run();
        files.sweep();

        assertEquals(0, rig.held(alice));
        assertEquals(CONTENT.length, rig.held(bob));
        assertEquals(CHUNKS.count(), deltas.missing(alice, CHUNKS).size());
        assertEquals(CHUNKS.count(), files.memory.names().size());
        assertNotNull(commits.commit(bob, rig.fresh(bob, "b"), CLIENT.hash(), CHUNKS, Precondition.NONE)
                .written());
    }
}
