package io.oxicloud.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9562 section 5.7, and the one spelling of an id. */
class IdsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final Ids ids = new Ids(Clock.fixed(NOON, ZoneOffset.UTC), new SecureRandom());

    @Test
    void anIdIsVersionSevenOfTheRightVariantAndBeginsWithTheTime() {
        var id = ids.next();

        assertEquals(7, id.version());
        assertEquals(2, id.variant());
        assertEquals(NOON.toEpochMilli(), id.getMostSignificantBits() >>> 16);
    }

    @Test
    void idsOfOneMillisecondDiffer() {
        var seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            assertTrue(seen.add(ids.next()));
        }
    }

    @Test
    void anIdOfALaterMillisecondSortsAfter() {
        var later = new Ids(Clock.fixed(NOON.plusMillis(1), ZoneOffset.UTC), new SecureRandom());

        assertTrue(ids.next().toString().compareTo(later.next().toString()) < 0);
    }

    @Test
    void bothCasesOfAnIdAreRead() {
        String text = "0195518f-5b00-7abc-8def-0123456789ab";

        assertEquals(NodeId.parse(text), NodeId.parse(text.toUpperCase(java.util.Locale.ROOT)));
        assertEquals(text, NodeId.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "1-1-1-1-1", "0195518f5b007abc8def0123456789ab", "0195518f-5b00-7abc-8def-0123456789ag"})
    void anythingElseIsInvalidInputThatNamesTheKind(String text) {
        var thrown = assertThrows(CloudException.class, () -> AppPasswordId.parse(text));

        assertEquals(ErrorCode.INVALID_INPUT, thrown.code());
        assertEquals("not the id of an app password", thrown.message());
    }
}
