package io.oxicloud.chunk.job;

import static io.oxicloud.chunk.job.MoveRig.ADMIN;
import static io.oxicloud.chunk.job.MoveRig.random;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Ids;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.blob.cached.CachingBlobBackend;
import io.oxicloud.blob.cached.DiskCache;
import io.oxicloud.blob.encrypted.BlobKeys;
import io.oxicloud.blob.encrypted.EncryptingBlobBackend;
import io.oxicloud.chunk.MortalProcess;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A new key comes into the settings, and the old one is thrown away when the job says so. */
@ParameterizedClass
@EnumSource(Engine.class)
class RekeyTest {
    private static final byte[] OLD = random(32, 1);
    private static final byte[] NEW = random(32, 2);
    private static final BlobKeys OLD_KEYS = keys(OLD);
    private static final BlobKeys BOTH_KEYS = keys(NEW, OLD);
    private static final BlobKeys NEW_KEYS = keys(NEW);

    private final MemoryBlobBackend memory = new MemoryBlobBackend();
    private final DatabaseSource database;
    private final byte[] content = random(1_500_000, 3);
    private final Hash hash;

    /** Keeps the database alive; no node, for it never joined. */
    private final MoveRig before;

    private @Nullable MoveRig node;

    RekeyTest(Engine engine) throws IOException {
        database = TestDatabase.durableSource(engine);
        before = rig(OLD_KEYS);
        hash = before.keep(content);
    }

    @AfterEach
    void close() {
        if (node != null) {
            node.close();
        }
        before.close();
    }

    @Test
    void allIsEncryptedAgainAndTheFormerKeyIsOfNoUse() throws Exception {
        node = rig(BOTH_KEYS);
        node.turn.join(true);
        assertEquals(JobStatus.IDLE, rekeys(node).view(ADMIN).status());
        run(node, BOTH_KEYS);

        JobView done = rekeys(node).view(ADMIN);
        assertEquals(JobStatus.COMPLETED, done.status());
        assertEquals(1_500_000, done.doneBytes());
        assertEquals(id(NEW_KEYS), done.target());
        assertArrayEquals(content, node.read(hash));
        try (var after = rig(NEW_KEYS)) {
            assertArrayEquals(content, after.read(hash));
            assertEquals(List.of(), after.wrong(after.source));
        }
        run(node, BOTH_KEYS);
        assertEquals(done, rekeys(node).view(ADMIN));
        rekeys(node).start(ADMIN);
        run(node, BOTH_KEYS);
        assertEquals(0, rekeys(node).view(ADMIN).done());
    }

    @Test
    void nothingBeginsAsLongAsANodeEncryptsWithAFormerKey() throws Exception {
        node = rig(BOTH_KEYS);
        node.turn.join(true);
        try (var other = rig(OLD_KEYS)) {
            other.turn.join(false);
            run(node, BOTH_KEYS);
            assertEquals(JobStatus.IDLE, rekeys(node).view(ADMIN).status());
            rekeys(node).start(ADMIN);
            run(node, BOTH_KEYS);
            assertTrue(String.valueOf(rekeys(node).view(ADMIN).note()).startsWith("waiting for all nodes"));
            other.keep(random(1_000, 4));
        }

        run(node, BOTH_KEYS);

        assertEquals(JobStatus.COMPLETED, rekeys(node).view(ADMIN).status());
        try (var after = rig(NEW_KEYS)) {
            assertEquals(List.of(), after.wrong(after.source));
        }
    }

    @Test
    void whatCannotBeOpenedIsListedAndTriedAgain() throws Exception {
        BlobName stored = memory.names().iterator().next();
        byte[] good = memory.open(stored).readAllBytes();
        byte[] bad = good.clone();
        bad[bad.length - 1]++;
        memory.replace(stored, ByteBuffer.wrap(bad));
        node = rig(BOTH_KEYS);
        node.turn.join(true);
        run(node, BOTH_KEYS);

        JobView failed = rekeys(node).view(ADMIN);
        assertEquals(JobStatus.FAILED, failed.status());
        assertEquals(1, failed.problemCount());
        assertEquals("is not what was stored", failed.problems().get(0).about());

        memory.replace(stored, ByteBuffer.wrap(good));
        rekeys(node).start(ADMIN);
        run(node, BOTH_KEYS);
        assertEquals(JobStatus.COMPLETED, rekeys(node).view(ADMIN).status());
        assertEquals(1, rekeys(node).view(ADMIN).done());
    }

    @Test
    void theOneWhoEncryptsMayDieAtAnyCall() throws Exception {
        var process = new MortalProcess(database);
        node = rig(BOTH_KEYS);
        node.turn.join(true);
        try (var mortal = new MoveRig(
                process.database(),
                new EncryptingBlobBackend(process.blobs(memory), BOTH_KEYS, new SecureRandom()),
                new MemoryBlobBackend(),
                setup(BOTH_KEYS))) {
            rekeys(node).start(ADMIN);
            for (int moment : process.deaths(() -> run(mortal, BOTH_KEYS))) {
                for (BlobName name : memory.names()) {
                    memory.delete(name);
                }
                before.keep(content);
                rekeys(node).start(ADMIN);
                process.dies(moment, () -> run(mortal, BOTH_KEYS));
                assertArrayEquals(content, node.read(hash), process.death());

                run(node, BOTH_KEYS);
                assertEquals(JobStatus.COMPLETED, rekeys(node).view(ADMIN).status(), process.death());
                try (var after = rig(NEW_KEYS)) {
                    assertArrayEquals(content, after.read(hash), process.death());
                }
            }
        }
    }

    /** Another node's disk may keep what it read before. */
    @Test
    void aCopyUnderAFormerKeyIsFetchedAgain(@TempDir Path folder) throws Exception {
        var cached = new CachingBlobBackend(memory, DiskCache.open(folder, 10_000_000));
        var name = new BlobName(hash, 5);
        var reader = new EncryptingBlobBackend(cached, BOTH_KEYS, new SecureRandom());
        new EncryptingBlobBackend(memory, OLD_KEYS, new SecureRandom()).put(name, ByteBuffer.wrap(content, 0, 100_000));
        reader.open(name).close();
        assertEquals(100_000, new EncryptingBlobBackend(memory, BOTH_KEYS, new SecureRandom()).renew(name));

        BlobBackend after = new EncryptingBlobBackend(cached, NEW_KEYS, new SecureRandom());
        try (var in = after.open(name)) {
            assertEquals(100_000, in.readAllBytes().length);
        }
        cached.close();
    }

    /** During a move it may lie in the half that is not encrypted, where nothing is to be done. */
    @Test
    void aBlobIsMissedOnlyWhereThereIsNoOtherHalf() throws Exception {
        for (BlobName stored : memory.names()) {
            memory.delete(stored);
        }
        node = rig(BOTH_KEYS);
        node.turn.join(true);
        run(node, BOTH_KEYS, new NodeSetup("here", "there", id(BOTH_KEYS)));
        assertEquals(JobStatus.COMPLETED, rekeys(node).view(ADMIN).status());

        rekeys(node).start(ADMIN);
        run(node, BOTH_KEYS);

        JobView failed = rekeys(node).view(ADMIN);
        assertEquals(JobStatus.FAILED, failed.status());
        assertEquals("is not there", failed.problems().get(0).about());
    }

    @Test
    void aStoreThatIsNotEncryptedHasNothingToRenew() {
        var plain = new MoveRig(database, memory, new MemoryBlobBackend());
        node = plain;
        var rekeys = new Rekeys(plain.database.requests(), MoveRig.HERE_TO_THERE);

        assertThrows(CloudException.class, () -> rekeys.start(ADMIN));
    }

    private MoveRig rig(BlobKeys keys) {
        return new MoveRig(
                database,
                new EncryptingBlobBackend(memory, keys, new SecureRandom()),
                new MemoryBlobBackend(),
                setup(keys));
    }

    private static NodeSetup setup(BlobKeys keys) {
        return new NodeSetup("here", null, id(keys));
    }

    private static String id(BlobKeys keys) {
        return Integer.toHexString(keys.currentId());
    }

    private static Rekeys rekeys(MoveRig rig) {
        return new Rekeys(rig.database.requests(), setup(BOTH_KEYS));
    }

    private static void run(MoveRig rig, BlobKeys keys) throws InterruptedException {
        run(rig, keys, setup(keys));
    }

    private static void run(MoveRig rig, BlobKeys keys, NodeSetup setup) throws InterruptedException {
        new RekeyTask(
                        rig.database.maintenance(),
                        Clock.systemUTC(),
                        new Ids(Clock.systemUTC(), new SecureRandom()),
                        setup,
                        keys.hasFormer(),
                        List.of((EncryptingBlobBackend) rig.source))
                .run();
    }

    private static BlobKeys keys(byte[] current, byte[]... former) {
        return new BlobKeys(current, List.of(former), random(32, 9));
    }
}
