package io.oxicloud.dav;

import io.oxicloud.base.ByteRange;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code Range} header asks of a file (RFC 9110 section 14). One range is served; more than one, another unit, or
 * what makes no sense is ignored, as the RFC allows.
 */
sealed interface RangeHeader {
    /** No usable range: the whole file with 200. */
    enum Whole implements RangeHeader {
        WHOLE
    }

    /** Well-formed, but nothing of it lies within the file: 416. */
    enum Unsatisfiable implements RangeHeader {
        UNSATISFIABLE
    }

    /** 206. */
    record Part(ByteRange range) implements RangeHeader {}

    Pattern ONE_RANGE = Pattern.compile("bytes\\s*=\\s*(\\d*)\\s*-\\s*(\\d*)\\s*", Pattern.CASE_INSENSITIVE);

    /**
     * @param header as it came, or null
     * @param size of the file in bytes
     */
    static RangeHeader of(@Nullable String header, long size) {
        Matcher range = header == null ? null : ONE_RANGE.matcher(header.strip());
        if (range == null || !range.matches()) {
            return Whole.WHOLE;
        }
        String first = range.group(1);
        String last = range.group(2);
        if (first.isEmpty()) {
            return last.isEmpty() ? Whole.WHOLE : part(Math.max(0, size - number(last)), size, size);
        }
        long start = number(first);
        long inclusive = last.isEmpty() ? Long.MAX_VALUE - 1 : number(last);
        return inclusive < start ? Whole.WHOLE : part(start, Math.min(size, inclusive + 1), size);
    }

    private static RangeHeader part(long start, long end, long size) {
        return start < Math.min(end, size) ? new Part(new ByteRange(start, end)) : Unsatisfiable.UNSATISFIABLE;
    }

    /** Beyond all files is beyond all files, however many digits it has. */
    private static long number(String digits) {
        int max = Long.toString(Long.MAX_VALUE).length() - 1;
        String significant = digits.replaceFirst("^0+(?=\\d)", "");
        return significant.length() > max ? Long.MAX_VALUE - 1 : Long.parseLong(significant);
    }
}
