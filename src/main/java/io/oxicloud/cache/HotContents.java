package io.oxicloud.cache;

import io.oxicloud.base.Hash;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Whole contents that were asked for again, found with one look-up whatever their size. Bounded by bytes; whoever was not
 * asked for since it was last passed over goes first (second chance). Thread-safe.
 */
final class HotContents {
    private final long capacity;
    private final ConcurrentHashMap<Hash, Entry> entries = new ConcurrentHashMap<>();

    /** In the order in which they are passed over. Guarded by this, as is {@link #pages}. */
    private final Deque<Entry> ring = new ArrayDeque<>();

    private long pages;

    /** @param capacity pages; a shorter one counts as a full one */
    HotContents(long capacity) {
        this.capacity = capacity;
    }

    @Nullable
    PagedBytes get(Hash content) {
        Entry entry = entries.get(content);
        if (entry == null) {
            return null;
        }
        if (!entry.used) {
            entry.used = true;
        }
        return entry.bytes;
    }

    boolean hasRoomFor(int count) {
        return count <= capacity;
    }

    /** Keeps it, unless it is kept or larger than all there may be. */
    synchronized void add(Hash content, PagedBytes whole) {
        int count = whole.pages().length;
        if (!hasRoomFor(count) || entries.containsKey(content)) {
            return;
        }
        while (pages + count > capacity) {
            passOver(ring.remove());
        }
        var entry = new Entry(content, whole);
        pages += count;
        ring.add(entry);
        entries.put(content, entry);
    }

    private void passOver(Entry oldest) {
        if (oldest.used) {
            oldest.used = false;
            ring.add(oldest);
        } else {
            entries.remove(oldest.content);
            pages -= oldest.bytes.pages().length;
        }
    }

    /** How many are kept. */
    synchronized long pages() {
        return pages;
    }

    private static final class Entry {
        private final Hash content;
        private final PagedBytes bytes;
        private volatile boolean used;

        Entry(Hash content, PagedBytes bytes) {
            this.content = content;
            this.bytes = bytes;
        }
    }
}
