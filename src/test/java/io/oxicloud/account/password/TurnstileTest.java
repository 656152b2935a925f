package io.oxicloud.account.password;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TurnstileTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Turnstile turnstile = new Turnstile(2, 3, Duration.ofSeconds(2));
    private final CountDownLatch open = new CountDownLatch(1);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void twoAtOnceThreeWaitAndTheSixthIsSentAway() throws Exception {
        var passing = new ArrayList<Future<Integer>>();
        for (int i = 0; i < 5; i++) {
            String network = "network " + i;
            passing.add(threads.submit(() -> turnstile.pass(network, this::stay)));
        }
        awaitUntil(() -> inside.get() == 2 && turnstile.waiting() == 3);

        var refusal = assertThrows(CloudException.class, () -> turnstile.pass("home", this::stay));

        assertEquals(ErrorCode.BUSY, refusal.code());
        assertEquals(Duration.ofSeconds(2), refusal.retryAfter());
        open.countDown();
        for (Future<Integer> each : passing) {
            each.get(10, TimeUnit.SECONDS);
        }
        assertEquals(2, most.get());
        assertEquals(0, turnstile.waiting());
        assertEquals(0, inside.get());
    }

    @Test
    void oneNetworkGetsAQuarterOfTheLineAndLeavesTheRestToOthers() throws Exception {
        var roomy = new Turnstile(2, 8, Duration.ofSeconds(2));
        var passing = new ArrayList<Future<Integer>>();
        for (int i = 0; i < 4; i++) {
            passing.add(threads.submit(() -> roomy.pass("sprayer", this::stay)));
        }
        awaitUntil(() -> inside.get() == 2 && roomy.waiting() == 2);

        for (int i = 0; i < 100; i++) {
            assertEquals(
                    ErrorCode.BUSY,
                    assertThrows(CloudException.class, () -> roomy.pass("sprayer", this::stay))
                            .code());
        }

        passing.add(threads.submit(() -> roomy.pass("somebody", this::stay)));
        passing.add(threads.submit(() -> roomy.pass("somebody else", this::stay)));
        awaitUntil(() -> roomy.waiting() == 4);
        open.countDown();
        for (Future<Integer> each : passing) {
            each.get(10, TimeUnit.SECONDS);
        }
        assertEquals(0, roomy.waiting());
    }

    @Test
    void whoFailsInsideMakesRoom() {
        for (int i = 0; i < 5; i++) {
            assertThrows(
                    IllegalStateException.class,
                    () -> turnstile.pass("home", () -> {
                        throw new IllegalStateException("planned");
                    }));
        }
        open.countDown();
        assertEquals(1, turnstile.pass("home", this::stay));
    }

    @Test
    void whoIsInterruptedLeavesTheLineAndStaysInterrupted() throws Exception {
        var first = threads.submit(() -> turnstile.pass("home", this::stay));
        var second = threads.submit(() -> turnstile.pass("home", this::stay));
        awaitUntil(() -> inside.get() == 2);
        var interrupted = threads.submit(() -> {
            Thread.currentThread().interrupt();
            assertThrows(CloudException.class, () -> turnstile.pass("home", this::stay));
            return Thread.currentThread().isInterrupted();
        });

        assertTrue(interrupted.get(10, TimeUnit.SECONDS));
        assertEquals(0, turnstile.waiting());
        open.countDown();
        first.get(10, TimeUnit.SECONDS);
        second.get(10, TimeUnit.SECONDS);
    }

    private int stay() {
        int now = inside.incrementAndGet();
        most.accumulateAndGet(now, Math::max);
        try {
            assertTrue(open.await(10, TimeUnit.SECONDS));
            return now;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            inside.decrementAndGet();
        }
    }

    private static void awaitUntil(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "waited too long");
            Thread.onSpinWait();
        }
    }
}
