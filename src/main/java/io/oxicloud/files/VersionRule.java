package io.oxicloud.files;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which former contents of a file are kept: all for some time, then the last of each day, then the last of each week (from
 * Monday), by UTC. What somebody gave a name is kept in any case, and so is the file's content of today.
 *
 * @param all how long all are kept
 * @param daily how long one of each day is kept, from the writing of it
 */
public record VersionRule(Duration all, Duration daily) {
    public static final VersionRule DEFAULTS = new VersionRule(Duration.ofHours(24), Duration.ofDays(30));

    public VersionRule {
        if (all.isNegative() || daily.compareTo(all) < 0) {
            throw new IllegalArgumentException(
                    "versions cannot be kept for " + all + " each and for " + daily + " one of a day");
        }
    }

    /**
     * Those that may go.
     *
     * @param versions of one file, the newest first
     * @param current one of them
     */
    <V extends Dated> List<V> surplus(List<V> versions, V current, Instant now) {
        List<V> surplus = new ArrayList<>();
        Set<LocalDate> days = new HashSet<>();
        Set<LocalDate> weeks = new HashSet<>();
        for (V version : versions) {
            LocalDate day = version.at().atZone(ZoneOffset.UTC).toLocalDate();
            boolean ofItsDay = days.add(day);
            boolean ofItsWeek = weeks.add(day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)));
            boolean kept = version == current || version.named() || keeps(version.at(), now, ofItsDay, ofItsWeek);
            if (!kept) {
                surplus.add(version);
            }
        }
        return surplus;
    }

    private boolean keeps(Instant at, Instant now, boolean ofItsDay, boolean ofItsWeek) {
        if (at.isAfter(now.minus(all))) {
            return true;
        }
        return at.isAfter(now.minus(daily)) ? ofItsDay : ofItsWeek;
    }

    /** Something that was written at some time. */
    interface Dated {
        Instant at();

        /** Whether somebody gave it a name. */
        boolean named();
    }
}
