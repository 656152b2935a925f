package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class EventWindowTest {
    private static final Instant NOON = Instant.parse("2026-05-04T12:00:00Z");

    /** Whatever the order of the commits, a reader that asks for what comes after {@code readAfter} takes each row once. */
    @Property
    void everyNumberIsTakenExactlyOnceInWhateverOrderItShows(@ForAll java.util.Random random) {
        var window = new EventWindow(0);
        var shown = new TreeSet<Long>();
        var taken = new TreeSet<Long>();

        while (taken.size() < 200) {
            for (long number = 1; number <= 200; number++) {
                if (random.nextInt(4) == 0) {
                    shown.add(number);
                }
            }
            for (long number : shown.tailSet(window.readAfter(), false)) {
                if (window.take(number, NOON)) {
                    assertTrue(taken.add(number), "twice");
                }
            }
            assertTrue(taken.containsAll(shown), "late");
        }

        assertEquals(200, window.readAfter());
    }

    @Test
    void aNumberThatStaysAwayIsGivenUpOnceNoTransactionCanStillBringIt() {
        var window = new EventWindow(10);
        assertTrue(window.take(12, NOON));

        window.expire(NOON.plusSeconds(60));
        assertEquals(10, window.readAfter());

        window.expire(NOON.plusSeconds(121));
        assertEquals(12, window.readAfter());
        assertFalse(window.take(11, NOON));
    }

    @Test
    void tooManyHolesAreNotKept() {
        var window = new EventWindow(0);

        assertTrue(window.take(1_000_000, NOON));
        assertFalse(window.overflown());
        assertTrue(window.take(2_000_000, NOON));

        assertTrue(window.overflown());
    }
}
