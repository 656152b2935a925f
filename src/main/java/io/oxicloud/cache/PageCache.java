package io.oxicloud.cache;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.LongAdder;
import org.ehcache.Cache;
import org.jspecify.annotations.Nullable;

/**
 * File contents, kept as pages of one size, so that counting pages bounds the bytes. Pages are dropped one by one, least
 * recently used first; a content with a missing page is read again as a whole, by one caller for all. Those that are asked
 * for again are kept as wholes, too, within a bound of their own, for looking up page by page takes longer than all the
 * rest. Contents never change, so that there is nothing to invalidate. Thread-safe.
 */
public final class PageCache {
    /** Bytes in a page; a shorter page counts as a full one. */
    public static final int PAGE_BYTES = 64 * 1024;

    private final int capacity;
    private final Cache<PageKey, byte[]> pages;
    private final HeapStatistics statistics;
    private final Flights<Content, PagedBytes> flights;
    private final HotContents hot;
    private final LongAdder hits = new LongAdder();

    PageCache(String name, int capacity, Cache<PageKey, byte[]> pages, HeapStatistics statistics, HotContents hot) {
        this.capacity = capacity;
        this.pages = pages;
        this.statistics = statistics;
        this.flights = new Flights<>(name, new Landing());
        this.hot = hot;
    }

    /** How many pages Ehcache may count: one fewer than fit, as it adds the new page before it drops an old one. */
    static int pagesWithin(long bytes) {
        if (bytes < 2L * PAGE_BYTES) {
            throw new IllegalArgumentException(
                    "a page cache needs at least " + 2 * PAGE_BYTES + " bytes, not " + bytes);
        }
        return (int) Math.min(Integer.MAX_VALUE, bytes / PAGE_BYTES - 1);
    }

    static int pagesFor(int bytes) {
        return (int) (((long) bytes + PAGE_BYTES - 1) / PAGE_BYTES);
    }

    /**
     * A whole content.
     *
     * @param size its length in bytes
     * @throws IOException if the source fails; every caller that waits gets it, and the next call tries again
     * @throws CloudException CORRUPT_CONTENT if the source has more or fewer bytes than {@code size}
     */
    public PagedBytes get(Hash content, int size, Source source) throws IOException {
        return get(new Content(content, size), 0, size, source);
    }

    /**
     * A part of a content; only its pages count as used. If one of them is missing, the whole content is read.
     *
     * @param range must end within {@code size}
     * @see #get(Hash, int, Source)
     */
    public PagedBytes get(Hash content, int size, ByteRange range, Source source) throws IOException {
        if (range.end() > size) {
            throw new IllegalArgumentException(range + " ends after " + size + " bytes");
        }
        return get(new Content(content, size), (int) range.start(), (int) range.length(), source);
    }

    /** The whole content if it is kept as such, which one that was asked for twice mostly is; else null. */
    public @Nullable PagedBytes peek(Hash content) {
        PagedBytes whole = hot.get(content);
        if (whole != null) {
            hits.increment();
        }
        return whole;
    }

    private PagedBytes get(Content content, int start, int length, Source source) throws IOException {
        PagedBytes whole = peek(content.hash());
        if (whole != null && whole.length() == content.size()) {
            return whole.slice(start, length);
        }
        PagedBytes kept = kept(content, start, length);
        if (kept != null) {
            hits.increment();
            warm(content);
            return kept;
        }
        try {
            return flights.load(content, missing -> read(missing, source)).slice(start, length);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void warm(Content content) {
        if (content.size() > 0 && hot.hasRoomFor(pagesFor(content.size()))) {
            PagedBytes all = kept(content, 0, content.size());
            if (all != null) {
                hot.add(content.hash(), all);
            }
        }
    }

    private @Nullable PagedBytes kept(Content content, int start, int length) {
        int from = start / PAGE_BYTES;
        var found = new byte[pagesFor(start + length) - from][];
        for (int i = 0; i < found.length; i++) {
            byte[] page = pages.get(new PageKey(content.hash(), from + i));
            if (page == null || page.length != content.pageLength(from + i)) {
                return null;
            }
            found[i] = page;
        }
        return new PagedBytes(found, start % PAGE_BYTES, length);
    }

    private PagedBytes read(Content content, Source source) {
        var read = new byte[pagesFor(content.size())][];
        try (InputStream bytes = source.open(content.hash())) {
            for (int i = 0; i < read.length; i++) {
                read[i] = bytes.readNBytes(content.pageLength(i));
                if (read[i].length < content.pageLength(i)) {
                    throw new CloudException(ErrorCode.CORRUPT_CONTENT, "content " + content.hash() + " is too short");
                }
            }
            if (bytes.read() >= 0) {
                throw new CloudException(ErrorCode.CORRUPT_CONTENT, "content " + content.hash() + " is too long");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new PagedBytes(read, 0, content.size());
    }

    CacheFigures figures() {
        return flights.figures(hits.sum(), statistics.entries() + hot.pages(), statistics.evictions());
    }

    /** Where the bytes come from when they are not in memory. */
    @FunctionalInterface
    public interface Source {
        /** Opens the whole content; the stream is closed by the cache. */
        InputStream open(Hash content) throws IOException;
    }

    private record Content(Hash hash, int size) {
        Content {
            if (size < 0) {
                throw new IllegalArgumentException("not a size: " + size);
            }
        }

        int pageLength(int index) {
            return (int) Math.min(PAGE_BYTES, size - (long) index * PAGE_BYTES);
        }
    }

    private final class Landing implements Flights.Store<Content, PagedBytes> {
        @Override
        public @Nullable PagedBytes get(Content content) {
            return kept(content, 0, content.size());
        }

        /** One writer at a time: with several, Ehcache may pass its bound by a page for each. */
        @Override
        public synchronized void put(Content content, PagedBytes bytes) {
            byte[][] all = bytes.pages();
            for (int i = 0; i < all.length && all.length <= capacity; i++) {
                pages.put(new PageKey(content.hash(), i), all[i]);
            }
        }
    }
}
