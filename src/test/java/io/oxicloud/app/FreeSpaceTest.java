package io.oxicloud.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.account.TestClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FreeSpaceTest {
    @Test
    void theStorageIsAskedAgainAfterFiveSeconds() {
        var clock = new TestClock();
        var storage = new AtomicLong(100);
        var free = new FreeSpace(storage::get, clock);
        assertEquals(100, free.getAsLong());

        storage.set(50);

        clock.advance(Duration.ofMillis(4_999));
        assertEquals(100, free.getAsLong());
        clock.advance(Duration.ofMillis(1));
        assertEquals(50, free.getAsLong());
    }
}
