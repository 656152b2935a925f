package io.oxicloud.cache;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/** Some bytes that lie in pages of {@link PageCache}, held even if the cache drops them. Never changes. */
public final class PagedBytes {
    private final byte[][] pages;
    private final int skipped;
    private final int length;

    /** @param skipped bytes of the first page that are not wanted */
    PagedBytes(byte[][] pages, int skipped, int length) {
        this.pages = pages;
        this.skipped = skipped;
        this.length = length;
    }

    public int length() {
        return length;
    }

    /** Writes all bytes, without copying them first. */
    public void writeTo(OutputStream target) throws IOException {
        int position = 0;
        while (position < length) {
            int run = runAt(position);
            target.write(pageAt(position), offsetAt(position), run);
            position += run;
        }
    }

    /** A new stream over all bytes, for one thread at a time. */
    public InputStream open() {
        return new Reader();
    }

    /** A part of it, without copying. */
    public PagedBytes slice(int start, int sliceLength) {
        Objects.checkFromIndexSize(start, sliceLength, length);
        int from = (skipped + start) / PageCache.PAGE_BYTES;
        int to = PageCache.pagesFor(skipped + start + sliceLength);
        var kept = new byte[to - from][];
        System.arraycopy(pages, from, kept, 0, kept.length);
        return new PagedBytes(kept, (skipped + start) % PageCache.PAGE_BYTES, sliceLength);
    }

    byte[][] pages() {
        return pages;
    }

    private byte[] pageAt(int position) {
        return pages[(skipped + position) / PageCache.PAGE_BYTES];
    }

    private int offsetAt(int position) {
        return (skipped + position) % PageCache.PAGE_BYTES;
    }

    private int runAt(int position) {
        return Math.min(length - position, PageCache.PAGE_BYTES - offsetAt(position));
    }

    private final class Reader extends InputStream {
        private int position;

        @Override
        public int read() {
            return position == length ? -1 : pageAt(position)[offsetAt(position++)] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int wanted) {
            Objects.checkFromIndexSize(offset, wanted, target.length);
            if (wanted == 0) {
                return 0;
            }
            if (position == length) {
                return -1;
            }
            int run = Math.min(wanted, runAt(position));
            System.arraycopy(pageAt(position), offsetAt(position), target, offset, run);
            position += run;
            return run;
        }

        @Override
        public long skip(long wanted) {
            int step = (int) Math.max(0, Math.min(wanted, length - position));
            position += step;
            return step;
        }

        @Override
        public long transferTo(OutputStream target) throws IOException {
            int from = position;
            while (position < length) {
                int run = runAt(position);
                target.write(pageAt(position), offsetAt(position), run);
                position += run;
            }
            return (long) position - from;
        }

        @Override
        public int available() {
            return length - position;
        }
    }
}
