package io.oxicloud.benchmarks;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Secret;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.cache.CacheFigures;
import io.oxicloud.cache.Caches;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.ContentLease;
import io.oxicloud.chunk.Entities;
import io.oxicloud.chunk.StoreSettings;
import io.oxicloud.db.Database;
import io.oxicloud.db.DatabaseSettings;
import io.oxicloud.db.DatabaseSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/** The product's content store twice over one database and one backend: with the settling overlapped, and without. */
final class IngestWorld implements AutoCloseable {
    private static final long CONTENT_CACHE_BYTES = 100L << 20;

    private final Database database;
    private final Caches caches = new Caches(System::currentTimeMillis);
    private final Caches otherCaches = new Caches(System::currentTimeMillis);
    private final ChunkLedger ledger = new ChunkLedger();
    private final ChunkStore inline;
    private final ChunkStore overlapped;

    IngestWorld(DatabaseSource source, BlobBackend blobs) {
        this.database = Database.open(source, DatabaseSettings.DEFAULTS, Entities.CLASSES);
        var clock = Clock.systemUTC();
        var ids = new Ids(clock, new SecureRandom());
        var none = new StoreSettings(0, 0, 0);
        var all = new StoreSettings(8, 8, CONTENT_CACHE_BYTES);
        this.inline = new ChunkStore(database.requests(), blobs, caches, clock, ids, none);
        this.overlapped = new ChunkStore(database.requests(), blobs, otherCaches, clock, ids, all);
    }

    static DatabaseSource source(PostgresServer server) {
        return new DatabaseSource.Url(server.url(), PostgresServer.USER, new Secret(PostgresServer.USER));
    }

    ContentLease ingest(boolean overlap, InputStream in) throws IOException {
        return (overlap ? overlapped : inline).ingest(in);
    }

    /** As a door does when the file becomes visible. */
    void adopt(ContentLease lease) {
        database.requests().retryingWrite("benchmark.adopt", scope -> {
            ledger.adopt(scope, lease);
            return true;
        });
    }

    InputStream open(Hash content, ByteRange range) {
        return overlapped.open(content, range);
    }

    /** Of the cache of contents. */
    CacheFigures cached() {
        return Objects.requireNonNull(otherCaches.figures().get("contents"));
    }

    /** Of the bytes as they are read back. */
    int crc32(Hash content) throws IOException {
        var out = new CheckedOutputStream(OutputStream.nullOutputStream(), new CRC32());
        overlapped.open(content).stream().transferTo(out);
        return (int) out.getChecksum().getValue();
    }

    long count(String entity) {
        return database.requests()
                .read(
                        "benchmark.count",
                        scope -> scope.session()
                                .createSelectionQuery("select count(*) from " + entity, Long.class)
                                .getSingleResult());
    }

    @Override
    public void close() {
        inline.close();
        overlapped.close();
        caches.close();
        otherCaches.close();
        database.close();
    }
}
