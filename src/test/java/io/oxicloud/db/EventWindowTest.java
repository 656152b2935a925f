package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EventWindowTest {
    private static final Instant NOON = Instant.parse("2026-05-04T12:00:00Z");

    /** Whatever the order of the commits, a reader that asks for what comes after {@code readAfter} takes each row once. */
    @ParameterizedTest
    @MethodSource("io.oxicloud.Seeds#all")
    void everyNumberIsTakenExactlyOnceInWhateverOrderItShows(long seed) {
        var random = new Random(seed);
        var window = new EventWindow(0, NOON);
        var shown = new TreeSet<Long>();
        var taken = new TreeSet<Long>();

        while (taken.size() < 200) {
            for (long number = 1; number <= 200; number++) {
                if (random.nextInt(4) == 0) {
                    shown.add(number);
                }
            }
            for (long number : shown.tailSet(window.readAfter(), false)) {
                if (window.take(number)) {
                    assertTrue(taken.add(number), "twice");
                }
            }
            assertTrue(taken.containsAll(shown), "late");
        }

        assertEquals(200, window.readAfter());
    }

    @Test
    void aNumberThatStaysAwayIsGivenUpOnceNoTransactionCanStillBringIt() {
        var window = new EventWindow(10, NOON);
        assertTrue(window.take(12));

        window.looked(NOON.plusSeconds(60));
        assertEquals(10, window.readAfter());

        window.looked(NOON.plusSeconds(121));
        assertEquals(12, window.readAfter());
        assertFalse(window.take(11));
    }

    @Test
    void aJumpOverTooManyNumbersIsOwnedUpTo() {
        var window = new EventWindow(0, NOON);
        assertTrue(window.take(5_000));
        assertFalse(window.broken());

        assertTrue(window.take(20_000));

        assertTrue(window.broken());
    }

    @Test
    void aLookAfterTooLongASleepIsOwnedUpTo() {
        var window = new EventWindow(0, NOON);
        window.looked(NOON.plusSeconds(300));
        assertFalse(window.broken());

        window.looked(NOON.plusSeconds(601));

        assertTrue(window.broken());
    }
}
