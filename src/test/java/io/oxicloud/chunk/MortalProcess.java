package io.oxicloud.chunk;

import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobName;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.HookedDatabase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * A process that dies at the <i>n</i>-th of the moments that could make a difference: before a statement, on either side of a
 * commit, before a write to the backend, between two renames of a sync and after the last, on either side of a deletion.
 * From there on it reaches neither database nor backend, and its transactions are rolled back. The next one may then begin
 * in its place: what is built on {@link #database} and {@link #blobs} must keep nothing that matters in memory.
 */
public final class MortalProcess {
    private static final boolean FULL = Boolean.getBoolean("full");
    private static final int SAMPLE = 3;

    /** The moments around the last commit, which matter most. */
    private static final int LAST = 3;

    private final AtomicInteger moments = new AtomicInteger();
    private final Set<Integer> momentsOfBlobs = ConcurrentHashMap.newKeySet();
    private final HookedDatabase database;
    private final Random random;
    private volatile int last;
    private volatile boolean dead;
    private volatile String death = "nothing";

    public MortalProcess(DatabaseSource direct) {
        database = new HookedDatabase(direct, this::at);
        long seed = Long.getLong("seed", System.nanoTime());
        random = new Random(seed);
        System.out.println("deaths are chosen with -Dseed=" + seed);
    }

    /** What it does until it dies. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /** The database as this process reaches it. */
    public DatabaseSource database() {
        return database.source();
    }

    /** The backend as this process reaches it. */
    public BlobBackend blobs(BlobBackend backend) {
        return new Torn(backend);
    }

    /** Lets a new process work and die at its {@code moment}-th moment; false if it came to the end alive. */
    public boolean dies(int moment, Work work) throws Exception {
        moments.set(0);
        dead = false;
        last = moment;
        try {
            work.run();
            return dead;
        } catch (Exception | Error e) {
            if (dead) {
                return true;
            }
            throw e;
        } finally {
            last = 0;
            dead = false;
        }
    }

    /** When to die in such a work: at any moment there is with {@code -Dfull=true}, at some otherwise. */
    public int[] deaths(Work work) throws Exception {
        return deaths(work, 0, 1);
    }

    /**
     * As {@link #deaths(Work)}, where others do the same to the same database over other backends: at any moment of the backend, but
     * of the others only at those that are this one's share.
     *
     * @param share from 0
     */
    public int[] deaths(Work work, int share, int shares) throws Exception {
        momentsOfBlobs.clear();
        dies(Integer.MAX_VALUE, work);
        int count = moments.get();
        var chosen = new TreeSet<Integer>();
        IntStream.rangeClosed(1, count)
                .filter(moment -> moment > count - LAST
                        || (FULL && (momentsOfBlobs.contains(moment) || moment % shares == share)))
                .forEach(chosen::add);
        random.ints(SAMPLE, 1, count + 1).forEach(chosen::add);
        return chosen.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Where the last one died. */
    public String death() {
        return death;
    }

    private void at(String call) {
        if (dead) {
            throw new Died(call);
        }
        if (last != 0 && moments.incrementAndGet() >= last) {
            dead = true;
            death = call + ", moment " + last;
            database.cut();
            throw new Died(call);
        }
    }

    private void atBlobs(String call) {
        momentsOfBlobs.add(moments.get() + 1);
        at(call);
    }

    /** Makes the blobs of a batch visible one after another. */
    private final class Torn extends HookedBlobs {
        private final BlobBackend backend;

        Torn(BlobBackend backend) {
            super(backend, (call, before) -> atBlobs((before ? "before " : "after ") + call));
            this.backend = backend;
        }

        @Override
        public BlobBatch batch() {
            Map<BlobName, ByteBuffer> written = new LinkedHashMap<>();
            return new BlobBatch() {
                @Override
                public void put(BlobName name, ByteBuffer bytes) {
                    atBlobs("put");
                    byte[] copy = new byte[bytes.remaining()];
                    bytes.duplicate().get(copy);
                    written.put(name, ByteBuffer.wrap(copy));
                }

                @Override
                public void sync() throws IOException {
                    for (var blob : written.entrySet()) {
                        atBlobs("sync");
                        backend.put(blob.getKey(), blob.getValue());
                    }
                    written.clear();
                    atBlobs("synced");
                }

                @Override
                public void close() {
                    written.clear();
                }
            };
        }
    }

    private static final class Died extends Error {
        private static final long serialVersionUID = 1L;

        Died(String call) {
            super("died at " + call);
        }
    }
}
