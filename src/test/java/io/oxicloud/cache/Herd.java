package io.oxicloud.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Many threads that make the same call at the same moment. */
public final class Herd {
    private Herd() {}

    /** What each call returned or threw, in no order. */
    public static List<Object> of(int callers, Callable<?> call) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try {
            var gate = new CyclicBarrier(callers);
            var calls = new ArrayList<Future<?>>();
            for (int i = 0; i < callers; i++) {
                calls.add(threads.submit(() -> {
                    gate.await();
                    return call.call();
                }));
            }
            var outcomes = new ArrayList<Object>();
            for (Future<?> each : calls) {
                outcomes.add(outcome(each));
            }
            return outcomes;
        } finally {
            threads.shutdownNow();
        }
    }

    private static Object outcome(Future<?> call) throws Exception {
        try {
            return call.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause());
        }
    }
}
