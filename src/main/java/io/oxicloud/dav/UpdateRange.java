package io.oxicloud.dav;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which bytes of a file a PATCH puts others in the place of, as {@code X-Update-Range} names them.
 *
 * @param first offset of the first; -1 for those at the end
 * @param last offset of the last; -1 for as many as come
 * @param fromEnd how many bytes before the end it begins, if {@code first} is -1
 */
record UpdateRange(long first, long last, long fromEnd) {
    static final String HEADER = "X-Update-Range";

    /** Behind all files, and far from where sums become negative. */
    private static final long FAR = Long.MAX_VALUE / 4;

    private static final Pattern FORM = Pattern.compile(
            "append|bytes\\s*=\\s*(?:(?<first>\\d+)\\s*-\\s*(?<last>\\d*)|-\\s*(?<back>\\d+))",
            Pattern.CASE_INSENSITIVE);

    /** Null for what is none. */
    static @Nullable UpdateRange parse(String header) {
        Matcher form = FORM.matcher(header.strip());
        if (!form.matches()) {
            return null;
        }
        String first = form.group("first");
        if (first == null) {
            String back = form.group("back");
            return new UpdateRange(-1, -1, back == null ? 0 : number(back));
        }
        String last = form.group("last");
        return new UpdateRange(number(first), last.isEmpty() ? -1 : number(last), 0);
    }

    boolean closed() {
        return last >= 0;
    }

    boolean append() {
        return first < 0 && fromEnd == 0;
    }

    /** Where it begins in a file of this size; negative if it would be before the beginning. */
    long start(long size) {
        return first >= 0 ? first : size - fromEnd;
    }

    /** How many bytes it has, if it is {@link #closed}. */
    long span() {
        return last - first + 1;
    }

    private static long number(String digits) {
        String significant = digits.replaceFirst("^0+(?=\\d)", "");
        return significant.length() > 18 ? FAR : Long.parseLong(significant);
    }
}
