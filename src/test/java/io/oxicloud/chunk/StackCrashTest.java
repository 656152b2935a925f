package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.ForwardingBlobBackend;
import io.oxicloud.blob.LocalBlobBackend;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.blob.StoredBlob;
import io.oxicloud.blob.azure.AzureBlobBackend;
import io.oxicloud.blob.azure.Azurite;
import io.oxicloud.blob.cached.CachingBlobBackend;
import io.oxicloud.blob.cached.DiskCache;
import io.oxicloud.blob.encrypted.BlobKeys;
import io.oxicloud.blob.encrypted.EncryptingBlobBackend;
import io.oxicloud.blob.moving.MigratingBlobBackend;
import io.oxicloud.blob.remote.RetrySettings;
import io.oxicloud.blob.remote.RetryingBlobBackend;
import io.oxicloud.blob.s3.S3BlobBackend;
import io.oxicloud.blob.s3.S3Mock;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * As {@link CrashTest}, over each kind of storage with all that stands before it: a process dies at a call to the storage itself, below
 * the repetitions, the cache and the encryption, and another one finds the invariants true and clears up.
 */
@ParameterizedClass
@EnumSource(StackCrashTest.Kind.class)
class StackCrashTest {
    private static final BlobKeys KEYS = new BlobKeys(StoreRig.random(32, 1), List.of(), StoreRig.random(32, 2));
    private static final RetrySettings ONCE = new RetrySettings(1, Duration.ofMillis(1), Duration.ofMillis(1), 2);

    enum Kind {
        LOCAL,
        MEMORY,
        AZURE,
        S3,
        /** What was stored before is in a folder, and what comes goes to an object store. */
        MOVING
    }

    private final Kind kind;
    private final DatabaseSource database = TestDatabase.source(Engine.H2);
    private final MortalProcess process = new MortalProcess(database);
    private BlobBackend base;
    private BlobBackend source;
    private final List<Runnable> ends = new ArrayList<>();
    private StoreRig survivor;
    private int stacks;
    private volatile boolean turned;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // before each test
    StackCrashTest(Kind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() throws IOException {
        assumeTrue(kind != Kind.AZURE || Azurite.isPresent());
        assumeTrue((kind != Kind.S3 && kind != Kind.MOVING) || S3Mock.isPresent());
        base = new WrittenFolders(
                switch (kind) {
                    case LOCAL -> LocalBlobBackend.open(folder.resolve("base"));
                    case MEMORY -> new MemoryBlobBackend();
                    case AZURE -> AzureBlobBackend.open(Azurite.freshContainer());
                    case S3, MOVING -> S3BlobBackend.open(S3Mock.freshBucket());
                });
        source = LocalBlobBackend.open(folder.resolve("source"));
        survivor = new StoreRig(database, stack(base));
        ends.add(survivor::close);
        ends.add(survivor.blobs::close);
    }

    @AfterEach
    void close() {
        ends.forEach(Runnable::run);
    }

    @Test
    void aWriterMayDieAtAnyCall() throws Exception {
        byte[] old = StoreRig.random(400_000, 1);
        byte[] fresh = Arrays.copyOf(old, 1_000_000);
        System.arraycopy(StoreRig.random(600_000, 2), 0, fresh, 400_000, 600_000);
        Hash kept = survivor.keep(old);
        turned = true;
        int before = survivor.names().size();

        int deaths = 0;
        for (int moment : deaths(mortal -> mortal.keep(fresh))) {
            forget(fresh);
            deaths += process.dies(moment, () -> withMortal(mortal -> mortal.keep(fresh))) ? 1 : 0;
            survivor.checkInvariants(Map.of(kept, 1L));
            forget(fresh);
            survivor.checkInvariants(Map.of(kept, 1L));
            assertEquals(before, survivor.names().size(), process.death());
        }

        assertTrue(deaths >= 2, deaths + " deaths");
        assertArrayEquals(old, survivor.read(kept));
        assertArrayEquals(fresh, survivor.read(survivor.keep(fresh)));
    }

    @Test
    void aSweeperMayDieAtAnyCall() throws Exception {
        byte[] kept = StoreRig.random(400_000, 3);
        byte[] gone = StoreRig.random(600_000, 4);
        Hash hash = survivor.keep(kept);
        turned = true;
        int before = survivor.names().size();

        survivor.release(survivor.keep(gone));
        for (int moment : deaths(mortal -> mortal.sweep(StoreRig.NONE))) {
            survivor.release(survivor.keep(gone));
            process.dies(moment, () -> withMortal(mortal -> mortal.sweep(StoreRig.NONE)));
            survivor.checkInvariants(Map.of(hash, 1L));

            survivor.sweep(StoreRig.NONE);
            assertEquals(before, survivor.names().size(), process.death());
            assertEquals(0, survivor.count("RemovalEntity"), process.death());
        }

        assertArrayEquals(kept, survivor.read(hash));
    }

    /** Spares the service the question what is in the 250 folders that nobody ever wrote to. */
    private static final class WrittenFolders extends ForwardingBlobBackend {
        private final BlobBackend storage;
        private final Set<Integer> written = ConcurrentHashMap.newKeySet();

        WrittenFolders(BlobBackend storage) {
            super(storage);
            this.storage = storage;
        }

        @Override
        public BlobBatch batch() {
            BlobBatch batch = storage.batch();
            return new BlobBatch() {
                @Override
                public void put(BlobName name, ByteBuffer bytes) throws IOException {
                    written.add(name.digest().bytes()[0] & 0xFF);
                    batch.put(name, bytes);
                }

                @Override
                public void sync() throws IOException {
                    batch.sync();
                }

                @Override
                public void close() {
                    batch.close();
                }
            };
        }

        @Override
        public List<StoredBlob> list(int firstByte) throws IOException {
            return written.contains(firstByte) ? storage.list(firstByte) : List.of();
        }
    }

    private interface Work {
        void with(StoreRig mortal) throws Exception;
    }

    /** What is asked of the database is the same for each kind, so they share those moments among them. */
    private int[] deaths(Work work) throws Exception {
        List<Kind> kinds = List.of(Kind.values());
        return process.deaths(() -> withMortal(work), kinds.indexOf(kind), kinds.size());
    }

    /** A process that begins afresh. When it is dead nothing of it goes on. */
    private void withMortal(Work work) throws Exception {
        BlobBackend own = stack(process.blobs(base));
        try (var mortal = new StoreRig(process.database(), own)) {
            work.with(mortal);
        } finally {
            own.close();
        }
    }

    /** As if that content had never come, whether anybody was told that it has or not. */
    private void forget(byte[] content) throws Exception {
        Hash hash = survivor.keep(content);
        while (references(hash) > 0) {
            survivor.release(hash);
        }
        survivor.sweep(StoreRig.NONE);
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

    /** All that the product puts before such a storage; the storage stays open when it is closed. */
    private BlobBackend stack(BlobBackend storage) throws IOException {
        BlobBackend lasting = new HookedBlobs(storage, (call, before) -> {}) {
            @Override
            public void close() {}
        };
        if (kind == Kind.LOCAL) {
            return new EncryptingBlobBackend(lasting, KEYS, new SecureRandom());
        }
        var cache = DiskCache.open(folder.resolve("cache-" + stacks++), 10_000_000);
        var sealed = new EncryptingBlobBackend(
                new CachingBlobBackend(new RetryingBlobBackend(lasting, ONCE), cache), KEYS, new SecureRandom());
        return kind == Kind.MOVING ? new MigratingBlobBackend(source, sealed, () -> turned) : sealed;
    }
}
