package io.oxicloud.blob;

import io.oxicloud.base.ByteRange;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes every call, and fails where a test wants it to. */
public final class FlakyBlobs extends ForwardingBlobBackend {
    /** What a test does at a call; may fail in its stead. */
    public interface At {
        void call(String what) throws IOException;
    }

    public final List<String> calls = new CopyOnWriteArrayList<>();

    /** Bytes after which a download breaks off. */
    public volatile int breaksAfter = Integer.MAX_VALUE;

    private volatile boolean down;
    private volatile At at = what -> {};
    private final BlobBackend next;

    public FlakyBlobs(BlobBackend next) {
        super(next);
        this.next = next;
    }

    public void at(At wanted) {
        at = wanted;
    }

    /** Whether the backend says of itself that it does not work. */
    public void down(boolean is) {
        down = is;
    }

    @Override
    public BlobHealth health() {
        return down ? new BlobHealth(false, "flaky", "down", null) : next.health();
    }

    public long count(String call) {
        return calls.stream().filter(call::equals).count();
    }

    private void note(String what) throws IOException {
        calls.add(what);
        at.call(what);
    }

    @Override
    public BlobBatch batch() {
        BlobBatch batch = next.batch();
        return new BlobBatch() {
            @Override
            public void put(BlobName name, ByteBuffer bytes) throws IOException {
                note("put");
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
    public InputStream open(BlobName name) throws IOException {
        note("open");
        return new Breaking(next.open(name), breaksAfter);
    }

    @Override
    public InputStream open(BlobName name, ByteRange range) throws IOException {
        note("open " + range.start());
        return new Breaking(next.open(name, range), breaksAfter);
    }

    @Override
    public OptionalLong size(BlobName name) throws IOException {
        note("size");
        return next.size(name);
    }

    @Override
    public void delete(BlobName name) throws IOException {
        note("delete");
        next.delete(name);
    }

    @Override
    public List<StoredBlob> list(int firstByte) throws IOException {
        note("list");
        return next.list(firstByte);
    }

    private static final class Breaking extends FilterInputStream {
        private int left;

        Breaking(InputStream in, int left) {
            super(in);
            this.left = left;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (left == 0 && length > 0) {
                throw new IOException("connection reset");
            }
            int count = in.read(to, offset, Math.min(length, left));
            left -= Math.max(0, count);
            return count;
        }
    }
}
