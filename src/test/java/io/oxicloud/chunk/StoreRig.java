package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Ids;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.cache.Caches;
import io.oxicloud.db.Database;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import io.oxicloud.db.Tx;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A content store on a database and a backend of its own, and the invariants of docs/storage.md as a check. */
final class StoreRig implements AutoCloseable {
    /** Nothing is dead or removed unless a test says so. */
    static final Grace LONG = new Grace(Duration.ofDays(1), Duration.ofDays(2));

    /** What is not used now goes now, and every lease is dead. */
    static final Grace NONE = new Grace(Duration.ZERO, Duration.ZERO);

    /** What is not used now goes now, but leases live. */
    static final Grace LEASES = new Grace(Duration.ofDays(1), Duration.ZERO);

    /** Every read goes to the backend, so that what is read is what lies there. */
    static final StoreSettings FROM_BACKEND = new StoreSettings(8, 8, 0);

    final Database database;
    final MemoryBlobBackend memory;

    /** What holds the bytes, past everything that a test puts before it. */
    private final BlobBackend below;

    final BlobsOutsideTransactions blobs;
    final SettableClock clock = new SettableClock();
    final ChunkStore store;
    final ChunkLedger ledger = new ChunkLedger();
    private final AtomicLong cacheMillis = new AtomicLong();
    private volatile boolean forgetful;
    final Caches caches =
            new Caches(() -> forgetful ? cacheMillis.addAndGet(Manifests.KEPT.toMillis()) : cacheMillis.get());

    StoreRig(Engine engine) {
        this(TestDatabase.source(engine), new MemoryBlobBackend());
    }

    StoreRig(Engine engine, StoreSettings settings) {
        this(TestDatabase.source(engine), new MemoryBlobBackend(), settings);
    }

    StoreRig(DatabaseSource source, MemoryBlobBackend memory) {
        this(source, memory, memory);
    }

    /** @param seen the backend as the store sees it, over {@code memory} */
    StoreRig(DatabaseSource source, MemoryBlobBackend memory, BlobBackend seen) {
        this(source, memory, seen, FROM_BACKEND);
    }

    StoreRig(DatabaseSource source, MemoryBlobBackend memory, StoreSettings settings) {
        this(source, memory, memory, settings);
    }

    /** @param whole another backend, which is as long-lived as this */
    StoreRig(DatabaseSource source, BlobBackend whole) {
        this(source, new MemoryBlobBackend(), whole, whole, FROM_BACKEND);
    }

    StoreRig(DatabaseSource source, MemoryBlobBackend memory, BlobBackend seen, StoreSettings settings) {
        this(source, memory, memory, seen, settings);
    }

    private StoreRig(
            DatabaseSource source,
            MemoryBlobBackend memory,
            BlobBackend below,
            BlobBackend seen,
            StoreSettings settings) {
        this.below = below;
        this.database = TestDatabase.open(source, Entities.CLASSES);
        this.memory = memory;
        this.blobs = new BlobsOutsideTransactions(seen);
        this.store = new ChunkStore(
                database.requests(), blobs, caches, clock, new Ids(Clock.systemUTC(), new SecureRandom()), settings);
    }

    void expireCaches() {
        cacheMillis.addAndGet(Manifests.KEPT.toMillis());
    }

    /** From now on no manifest is cached: with a grace of nothing, one could outlive the blobs it names. */
    void cacheNothing() {
        forgetful = true;
    }

    ContentLease ingest(byte[] content) throws IOException {
        return store.ingest(new ByteArrayInputStream(content));
    }

    /** Ingests and adopts, as a door would. */
    Hash keep(byte[] content) throws IOException {
        try (var lease = ingest(content)) {
            adopt(lease);
            return lease.hash();
        }
    }

    void adopt(ContentLease lease) {
        change(scope -> ledger.adopt(scope, lease));
    }

    void release(Hash content) {
        change(scope -> ledger.release(scope, once(content)));
    }

    void retain(Hash content) {
        change(scope -> ledger.retain(scope, once(content)));
    }

    private static SortedMap<Hash, Long> once(Hash content) {
        return new TreeMap<>(Map.of(content, 1L));
    }

    void change(Consumer<Tx.Scope> work) {
        inTx(scope -> {
            work.accept(scope);
            return true;
        });
    }

    <T> T inTx(Function<Tx.Scope, T> work) {
        return database.requests().retryingWrite("test", work);
    }

    byte[] read(Hash content) throws IOException {
        try (var in = store.open(content).stream()) {
            return in.readAllBytes();
        }
    }

    /** Some runs: one marks, the next one removes, if the grace is over, and frees what the one after it marks. */
    void sweep(Grace grace) throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            new ChunkSweeper(database.maintenance(), blobs, grace).run();
        }
    }

    long count(String entity) {
        return database.requests()
                .read(
                        "test",
                        scope -> scope.session()
                                .createSelectionQuery("select count(*) from " + entity, Long.class)
                                .getSingleResult());
    }

    static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** Invariants 1 (towards {@code owners}), 2, 3, 4 and 6, each named where it is broken. */
    void checkInvariants(Map<Hash, Long> owners) {
        List<String> broken = database.requests().read("test", scope -> broken(scope, owners));
        if (!broken.isEmpty()) {
            throw new AssertionError(String.join("\n", broken));
        }
    }

    private List<String> broken(Tx.Scope scope, Map<Hash, Long> owners) {
        var session = scope.session();
        var manifests = session.createSelectionQuery("from ManifestEntity", ManifestEntity.class)
                .getResultList();
        var chunks = session.createSelectionQuery("from ChunkEntity", ChunkEntity.class)
                .getResultList();
        var pins = session.createSelectionQuery("select p.digest from PinEntity p", Hash.class)
                .getResultList();
        var removals = session.createSelectionQuery("select r.digest, r.life from RemovalEntity r", BlobName.class)
                .getResultList();
        List<String> broken = new ArrayList<>();

        Map<Hash, Long> shown = new HashMap<>();
        Map<Hash, Long> held = new HashMap<>();
        Set<BlobName> needed = new HashSet<>();
        for (var row : manifests) {
            shown.put(row.digest, row.refs);
            var manifest = Manifest.unpack(row.digest, row.crc32, row.chunks);
            for (int i = 0; i < manifest.count(); i++) {
                needed.add(manifest.chunk(i).name());
            }
            manifest.distinctDigests().forEach(digest -> held.merge(digest, 1L, Long::sum));
        }
        owners.forEach((content, references) -> {
            if (!references.equals(shown.getOrDefault(content, 0L))) {
                broken.add("1: " + content + " has " + shown.get(content) + " references, not " + references);
            }
        });
        Set<BlobName> known = new HashSet<>(removals);
        for (var row : chunks) {
            var name = new BlobName(row.digest, row.life);
            known.add(name);
            long references = held.getOrDefault(row.digest, 0L);
            if (row.refs != references) {
                broken.add("3: chunk " + name + " has " + row.refs + " references, not " + references);
            }
            if (references > 0 && !needed.contains(name)) {
                broken.add("2: a manifest names another life than " + name);
            }
        }
        for (var name : needed) {
            if (isMissing(name)) {
                broken.add("2: a manifest needs " + name + ", which is not there");
            }
            if (!known.contains(name)) {
                broken.add("4: " + name + " is held and has no row");
            }
        }
        var digests = chunks.stream().map(row -> row.digest).toList();
        for (var pin : pins) {
            if (!digests.contains(pin)) {
                broken.add("4: chunk " + pin + " is pinned and has no row");
            }
        }
        Set<BlobName> named = known.stream().map(below::listedAs).collect(Collectors.toSet());
        for (var name : names()) {
            if (!named.contains(name)) {
                broken.add("6: no row names blob " + name);
            }
        }
        return broken;
    }

    private boolean isMissing(BlobName name) {
        try {
            return below.size(name).isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of all blobs that there are, as they are listed. */
    Set<BlobName> names() {
        Set<BlobName> names = new HashSet<>();
        try {
            for (int first = 0; first < 256; first++) {
                below.list(first).forEach(blob -> names.add(blob.name()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    @Override
    public void close() {
        store.close();
        caches.close();
        database.close();
    }

    /** Stands still until it is told to go on. */
    static final class SettableClock extends Clock {
        private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

        void forward(Duration by) {
            now = now.plus(by);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public java.time.ZoneId getZone() {
            return java.time.ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }
    }
}
