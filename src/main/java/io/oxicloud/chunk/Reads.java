package io.oxicloud.chunk;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.cache.Caches;
import io.oxicloud.cache.PageCache;
import io.oxicloud.cache.PagedBytes;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The one way to the bytes of a content: from memory if it is short, else chunk after chunk. Thread-safe. */
final class Reads implements AutoCloseable {
    /** Bytes; contents from here on are not kept in memory. */
    static final int LONG = 10 << 20;

    /** Chunks, the one that is being handed out included. */
    static final int WINDOW = 8;

    private final BlobBackend blobs;
    private final UnaryOperator<Manifest> renewal;
    private final SpareThreads threads;
    private final @Nullable PageCache memory;

    /** Bytes of contents that may be loaded at a time. */
    private final Semaphore loading;

    /** @param renewal as {@link ChunkReader} takes it */
    Reads(BlobBackend blobs, UnaryOperator<Manifest> renewal, Caches caches, StoreSettings settings) {
        long bytes = settings.contentCacheBytes();
        this.blobs = blobs;
        this.renewal = renewal;
        this.threads = new SpareThreads("oxicloud-read-ahead", settings.readAheadThreads());
        this.memory = bytes == 0 ? null : caches.pages("contents", bytes, bytes / 2);
        this.loading = new Semaphore((int) Math.min(Integer.MAX_VALUE, Math.max(LONG, bytes / 4)));
    }

    /** The bytes from {@code start} to {@code end}. */
    InputStream open(Manifest manifest, long start, long end) {
        if (start == end) {
            return InputStream.nullInputStream();
        }
        if (memory != null && manifest.size() < LONG) {
            try {
                int size = (int) manifest.size();
                return memory.get(manifest.digest(), size, new ByteRange(start, end), content -> load(manifest))
                        .open();
            } catch (Crowded e) {
                // then as if it was long
            } catch (IOException e) {
                throw BlobFailures.translate(e);
            }
        }
        return chunks(manifest, start, end);
    }

    /** Opens something on another thread, if one is free. */
    Optional<Future<InputStream>> begin(Callable<InputStream> opening) {
        return threads.begin(opening);
    }

    /** A range of a content that is at hand in memory, found by one look-up; null if it is not, or is shorter. */
    @Nullable
    InputStream peek(Hash content, ByteRange range) {
        PagedBytes whole = memory == null ? null : memory.peek(content);
        return whole == null || range.end() > whole.length()
                ? null
                : whole.slice((int) range.start(), (int) range.length()).open();
    }

    /** All of it, checked, for memory. */
    private InputStream load(Manifest manifest) throws Crowded {
        int size = (int) manifest.size();
        if (!loading.tryAcquire(size)) {
            throw new Crowded();
        }
        try {
            return new FilterInputStream(chunks(manifest, 0, size)) {
                private boolean open = true;

                @Override
                public void close() throws IOException {
                    super.close();
                    if (open) {
                        open = false;
                        loading.release(size);
                    }
                }
            };
        } catch (RuntimeException | Error e) {
            loading.release(size);
            throw e;
        }
    }

    /** Chunk after chunk, from the backend, and no more than {@value #WINDOW} at hand; the next threads are begun with the first. */
    ReadAhead ahead(Manifest manifest) {
        return new ReadAhead(manifest, blobs, renewal, threads, Math.min(blobs.readAhead(), WINDOW - 1));
    }

    private InputStream chunks(Manifest manifest, long start, long end) {
        return new ContentStream(new ReadAhead(manifest, blobs, renewal, threads), start, end);
    }

    @Override
    public void close() {
        threads.close();
    }

    /** Too many contents are being loaded. */
    private static final class Crowded extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
