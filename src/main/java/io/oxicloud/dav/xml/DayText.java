package io.oxicloud.dav.xml;

import java.nio.charset.StandardCharsets;

/**
 * The day in both forms that answers have: {@code Sun, 06 Nov 1994 } (RFC 9110 section 5.6.7) and {@code 1994-11-06T} (RFC
 * 3339). Of the last day asked for the text is kept: times of one node and of its neighbours often lie on one day.
 *
 * <p>The date is worked out with years that begin in March, so that the leap day comes last.
 */
final class DayText {
    private static final int SECONDS = 86_400;
    private static final int DAYS_IN_400_YEARS = 146_097;
    private static final long FIRST = -719_528; // 0000-01-01
    private static final long LAST = 2_932_896; // 9999-12-31
    private static final byte[] DAYS = ascii("ThuFriSatSunMonTueWed"); // 1970 began on a Thursday
    private static final byte[] MONTHS = ascii("JanFebMarAprMayJunJulAugSepOctNovDec");

    final byte[] http = ascii("Thu, 01 Jan 1970 ");
    final byte[] iso = ascii("1970-01-01T");
    private long day;

    /** Sets the texts to the day of this second; what lies beyond four digits of a year becomes the last day within. */
    void of(long epochSecond) {
        long wanted = Math.max(FIRST, Math.min(LAST, Math.floorDiv(epochSecond, SECONDS)));
        if (wanted != day) {
            write(wanted);
            day = wanted;
        }
    }

    private void write(long wanted) {
        int shifted = (int) (wanted - FIRST) - 60 + DAYS_IN_400_YEARS; // since March of the year -400
        int century = (4 * shifted + 3) / DAYS_IN_400_YEARS;
        int inCentury = (4 * shifted + 3) % DAYS_IN_400_YEARS / 4;
        int year = (4 * inCentury + 3) / 1_461;
        int inYear = (4 * inCentury + 3) % 1_461 / 4;
        int march = (5 * inYear + 2) / 153;
        int dayOfMonth = inYear - (153 * march + 2) / 5 + 1;
        int month = march < 10 ? march + 3 : march - 9;
        int fullYear = 100 * century + year - 400 + (month > 2 ? 0 : 1);
        System.arraycopy(DAYS, 3 * (int) Math.floorMod(wanted, 7L), http, 0, 3);
        two(http, 5, dayOfMonth);
        System.arraycopy(MONTHS, 3 * (month - 1), http, 8, 3);
        two(http, 12, fullYear / 100);
        two(http, 14, fullYear % 100);
        two(iso, 0, fullYear / 100);
        two(iso, 2, fullYear % 100);
        two(iso, 5, month);
        two(iso, 8, dayOfMonth);
    }

    /** Writes {@code hh:mm:ss}. */
    static void time(byte[] target, int at, long epochSecond) {
        int second = (int) Math.floorMod(epochSecond, (long) SECONDS);
        two(target, at, second / 3_600);
        target[at + 2] = ':';
        two(target, at + 3, second / 60 % 60);
        target[at + 5] = ':';
        two(target, at + 6, second % 60);
    }

    private static void two(byte[] target, int at, int number) {
        target[at] = (byte) ('0' + number / 10);
        target[at + 1] = (byte) ('0' + number % 10);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
