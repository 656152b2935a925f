package io.oxicloud.blob.remote;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.ForwardingBlobBackend;
import io.oxicloud.blob.StoredBlob;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a backend is really asked for, since the start. Thread-safe. */
public final class MeasuredBlobBackend extends ForwardingBlobBackend {
    private final BlobBackend next;
    private final Map<BlobCall, Counters> counters = new EnumMap<>(BlobCall.class);

    public MeasuredBlobBackend(BlobBackend next) {
        super(next);
        this.next = next;
        for (BlobCall call : BlobCall.values()) {
            counters.put(call, new Counters());
        }
    }

    /** How often each call was made and failed, and how many bytes came or went with it. */
    public List<BlobCallFigures> figures() {
        return counters.entrySet().stream()
                .map(one -> one.getValue().figures(one.getKey()))
                .toList();
    }

    @Override
    public BlobBatch batch() {
        BlobBatch batch = next.batch();
        return new BlobBatch() {
            @Override
            public void put(BlobName name, ByteBuffer bytes) throws IOException {
                counted(BlobCall.PUT, () -> {
                    batch.put(name, bytes);
                    return true;
                });
                of(BlobCall.PUT).bytes.add(bytes.remaining());
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
    public void replace(BlobName name, ByteBuffer bytes) throws IOException {
        counted(BlobCall.PUT, () -> {
            next.replace(name, bytes);
            return true;
        });
        of(BlobCall.PUT).bytes.add(bytes.remaining());
    }

    @Override
    public InputStream open(BlobName name) throws IOException {
        return new CountedStream(counted(BlobCall.OPEN, () -> next.open(name)), of(BlobCall.OPEN));
    }

    @Override
    public InputStream open(BlobName name, ByteRange range) throws IOException {
        return new CountedStream(counted(BlobCall.OPEN_RANGE, () -> next.open(name, range)), of(BlobCall.OPEN_RANGE));
    }

    @Override
    public OptionalLong size(BlobName name) throws IOException {
        return counted(BlobCall.SIZE, () -> next.size(name));
    }

    @Override
    public void delete(BlobName name) throws IOException {
        counted(BlobCall.DELETE, () -> {
            next.delete(name);
            return true;
        });
    }

    @Override
    public List<StoredBlob> list(int firstByte) throws IOException {
        return counted(BlobCall.LIST, () -> next.list(firstByte));
    }

    private Counters of(BlobCall call) {
        return counters.computeIfAbsent(call, unknown -> new Counters());
    }

    private <T> T counted(BlobCall call, Retries.Call<T> work) throws IOException {
        Counters counted = of(call);
        counted.calls.increment();
        boolean done = false;
        try {
            T result = work.run();
            done = true;
            return result;
        } finally {
            if (!done) {
                counted.failures.increment();
            }
        }
    }

    private static final class Counters {
        final LongAdder calls = new LongAdder();
        final LongAdder failures = new LongAdder();
        final LongAdder bytes = new LongAdder();

        BlobCallFigures figures(BlobCall call) {
            return new BlobCallFigures(call, calls.sum(), failures.sum(), bytes.sum());
        }
    }

    /** A failure while it is read is one of the call that opened it. */
    private static final class CountedStream extends FilterInputStream {
        private final Counters counters;

        CountedStream(InputStream in, Counters counters) {
            super(in);
            this.counters = counters;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            try {
                int count = in.read(to, offset, length);
                counters.bytes.add(Math.max(0, count));
                return count;
            } catch (IOException e) {
                counters.failures.increment();
                throw e;
            }
        }
    }
}
