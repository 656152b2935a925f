package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * Does one thing after the other, uploads, copies, deletions and uploads that are given up, and knows which references are its
 * own.
 */
final class StoreClient {
    private static final int STEPS = 25;

    private final StoreRig rig;
    private final List<byte[]> contents = contents();
    private final Random random;
    private final Predicate<CloudException> repeated;
    private final List<Hash> owned = new ArrayList<>();

    /** @param repeated which refusals it takes for a reason to ask again */
    StoreClient(StoreRig rig, long seed, Predicate<CloudException> repeated) {
        this.rig = rig;
        this.random = new Random(seed);
        this.repeated = repeated;
    }

    /** As a client does that is told to come back. */
    static boolean busy(CloudException e) {
        return e.code() == ErrorCode.BUSY && e.retryAfter() != null;
    }

    static <T> T retrying(Predicate<CloudException> repeated, Callable<T> call) throws Exception {
        while (true) {
            try {
                return call.call();
            } catch (CloudException e) {
                if (!repeated.test(e)) {
                    throw e;
                }
            }
        }
    }

    /** Of four chunks or so each; every one shares its first part with the next. */
    static List<byte[]> contents() {
        byte[] all = StoreRig.random(3_000_000, 3);
        List<byte[]> contents = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            contents.add(Arrays.copyOfRange(all, i / 2 * 400_000, 1_000_000 + i * 300_000));
        }
        return contents;
    }

    Map<Hash, Long> run() throws Exception {
        for (int i = 0; i < STEPS; i++) {
            step();
        }
        Map<Hash, Long> counts = new HashMap<>();
        owned.forEach(hash -> counts.merge(hash, 1L, Long::sum));
        return counts;
    }

    private void step() throws Exception {
        byte[] content = contents.get(random.nextInt(contents.size()));
        int what = random.nextInt(10);
        if (what < 4 || owned.isEmpty()) {
            Hash hash = retrying(repeated, () -> rig.keep(content));
            owned.add(hash);
            assertArrayEquals(content, retrying(repeated, () -> rig.read(hash)));
        } else if (what < 5) {
            retrying(repeated, () -> {
                try (var lease = rig.ingest(content)) {
                    return lease.size();
                }
            });
        } else if (what < 6) {
            Hash copied = owned.get(random.nextInt(owned.size()));
            retrying(repeated, () -> {
                rig.retain(copied);
                return true;
            });
            owned.add(copied);
        } else {
            Hash hash = owned.remove(random.nextInt(owned.size()));
            retrying(repeated, () -> {
                rig.release(hash);
                return true;
            });
        }
    }

    static <T> List<T> all(List<Callable<T>> clients, CountDownLatch start) throws Exception {
        var pool = Executors.newFixedThreadPool(clients.size());
        try {
            List<Future<T>> running = clients.stream().map(pool::submit).toList();
            start.countDown();
            List<T> results = new ArrayList<>();
            for (var future : running) {
                results.add(future.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    /**
     * Some of them at once, while a sweeper goes round without end.
     *
     * @return the references that they hold in the end
     */
    static Map<Hash, Long> runAll(StoreRig rig, int clients, long seed, Predicate<CloudException> repeated)
            throws Exception {
        var over = new AtomicBoolean();
        var sweeping = Executors.newSingleThreadExecutor();
        Future<?> sweeper = sweeping.submit(() -> {
            while (!over.get()) {
                retrying(repeated, () -> {
                    rig.sweep(StoreRig.LEASES);
                    return true;
                });
            }
            return true;
        });
        var start = new CountDownLatch(1);
        List<Callable<Map<Hash, Long>>> running = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            var client = new StoreClient(rig, seed + i, repeated);
            running.add(() -> {
                start.await();
                return client.run();
            });
        }
        Map<Hash, Long> owners = new HashMap<>();
        try {
            all(running, start).forEach(owned -> owned.forEach((hash, count) -> owners.merge(hash, count, Long::sum)));
        } finally {
            over.set(true);
            sweeping.shutdown();
        }
        sweeper.get();
        return owners;
    }
}
