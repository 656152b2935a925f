package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VersionRuleTest {
    private static final Instant NOW = Instant.parse("2026-03-18T12:00:00Z");
    private final VersionRule rule = VersionRule.DEFAULTS;

    private record At(Instant at, boolean named) implements VersionRule.Dated {}

    @Test
    void allOfADayAreKeptThenTheLastOfEachDayThenTheLastOfEachWeek() {
        assertEquals(
                List.of("2026-03-16T18:00:00Z", "2026-03-16T09:00:00Z", "2026-02-10T10:00:00Z", "2026-02-09T10:00:00Z"),
                surplus(
                        "2026-03-18T11:00:00Z",
                        "2026-03-18T10:00:00Z",
                        "2026-03-17T12:30:00Z",
                        "2026-03-16T23:00:00Z",
                        "2026-03-16T18:00:00Z",
                        "2026-03-16T09:00:00Z",
                        "2026-03-15T23:59:59Z",
                        "2026-02-15T10:00:00Z",
                        "2026-02-10T10:00:00Z",
                        "2026-02-09T10:00:00Z",
                        "2026-02-08T10:00:00Z"));
    }

    @Test
    void theContentOfTodayStaysHoweverOldAndSoDoesWhatHasAName() {
        var old = new At(NOW.minus(Duration.ofDays(400)), false);
        var named = new At(old.at().minusSeconds(1), true);
        var neither = new At(old.at().minusSeconds(2), false);

        assertEquals(List.of(neither), rule.surplus(List.of(old, named, neither), old, NOW));
    }

    /** A file that somebody restored shows an older row's content again, by a row of its own. */
    @Test
    void theContentOfTodayNeedNotBeTheNewestRow() {
        var later = new At(NOW.minus(Duration.ofDays(400)), false);
        var current = new At(later.at().minusSeconds(1), false);

        assertEquals(List.of(), rule.surplus(List.of(later, current), current, NOW));
    }

    /** Whoever thins out every hour ends with the same as whoever does it once, and never with fewer than one for a week. */
    @Test
    void thinningOftenLeavesWhatThinningOnceLeaves() {
        var random = new Random(20261201);
        for (int round = 0; round < 50; round++) {
            List<At> all = new ArrayList<>();
            Instant at = NOW.minus(Duration.ofDays(90));
            while (at.isBefore(NOW)) {
                all.add(0, new At(at, false));
                at = at.plusSeconds(1 + random.nextInt(3 * 86_400));
            }
            List<At> often = new ArrayList<>();
            List<At> waiting = new ArrayList<>(all);
            for (Instant now = NOW.minus(Duration.ofDays(90)); !now.isAfter(NOW); now = now.plus(Duration.ofHours(7))) {
                Instant then = now;
                List<At> written =
                        waiting.stream().filter(v -> !v.at().isAfter(then)).toList();
                waiting.removeAll(written);
                often.addAll(written);
                often.sort(Comparator.comparing(At::at).reversed());
                if (!often.isEmpty()) {
                    often.removeAll(rule.surplus(List.copyOf(often), often.get(0), now));
                }
            }
            often.addAll(waiting);
            often.sort(Comparator.comparing(At::at).reversed());
            often.removeAll(rule.surplus(List.copyOf(often), often.get(0), NOW));
            List<At> once = new ArrayList<>(all);
            once.removeAll(rule.surplus(all, all.get(0), NOW));

            assertEquals(once, often, "round " + round);
            assertTrue(once.size() >= 13);
        }
    }

    @Test
    void timesThatDoNotFitAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new VersionRule(Duration.ofDays(2), Duration.ofDays(1)));
        assertThrows(IllegalArgumentException.class, () -> new VersionRule(Duration.ofDays(-1), Duration.ofDays(1)));
    }

    private List<String> surplus(String... times) {
        List<At> versions = new ArrayList<>();
        for (String time : times) {
            versions.add(new At(Instant.parse(time), false));
        }
        return rule.surplus(versions, versions.get(0), NOW).stream()
                .map(version -> version.at().toString())
                .toList();
    }
}
