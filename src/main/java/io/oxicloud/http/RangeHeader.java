package io.oxicloud.http;

import io.oxicloud.base.ByteRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code Range} header asks of a file (RFC 9110 section 14). Another unit and what makes no sense are ignored, as the
 * RFC allows, and so is a request for many ranges or for the same bytes twice: that would send more than the file has
 * (section 14.2).
 */
public sealed interface RangeHeader {
    /** No usable range: the whole file with 200. */
    enum Whole implements RangeHeader {
        WHOLE
    }

    /** Well-formed, but nothing of it lies within the file: 416. */
    enum Unsatisfiable implements RangeHeader {
        UNSATISFIABLE
    }

    /** 206: what was asked and is there, in the order it was asked; at least one. */
    record Parts(List<ByteRange> ranges) implements RangeHeader {
        public Parts {
            ranges = List.copyOf(ranges);
        }
    }

    int MOST_RANGES = 32;

    Pattern UNIT = Pattern.compile("\\s*bytes\\s*=", Pattern.CASE_INSENSITIVE);

    Pattern ONE_RANGE = Pattern.compile("\\s*(\\d*)\\s*-\\s*(\\d*)\\s*");

    /**
     * @param header as it came, or null
     * @param size of the file in bytes
     */
    static RangeHeader of(@Nullable String header, long size) {
        Matcher unit = header == null ? null : UNIT.matcher(header);
        if (header == null || unit == null || !unit.lookingAt()) {
            return Whole.WHOLE;
        }
        String[] asked = header.substring(unit.end()).split(",", MOST_RANGES + 1);
        if (asked.length > MOST_RANGES) {
            return Whole.WHOLE;
        }
        List<ByteRange> parts = new ArrayList<>();
        boolean any = false;
        for (String range : asked) {
            if (range.isBlank()) {
                continue; // a list may have empty elements (section 5.6.1)
            }
            Span span = span(range, size);
            if (span == null) {
                return Whole.WHOLE;
            }
            any = true;
            if (span.start < Math.min(span.end, size)) {
                parts.add(new ByteRange(span.start, span.end));
            }
        }
        if (parts.isEmpty()) {
            return any ? Unsatisfiable.UNSATISFIABLE : Whole.WHOLE;
        }
        return overlap(parts) ? Whole.WHOLE : new Parts(parts);
    }

    /** From {@code start} up to before {@code end}; empty where it lies behind the file. Null for what makes no sense. */
    private static @Nullable Span span(String range, long size) {
        Matcher bounds = ONE_RANGE.matcher(range);
        if (!bounds.matches()) {
            return null;
        }
        String first = bounds.group(1);
        String last = bounds.group(2);
        if (first.isEmpty()) {
            return last.isEmpty() ? null : new Span(Math.max(0, size - number(last)), size);
        }
        long start = number(first);
        long inclusive = last.isEmpty() ? Long.MAX_VALUE - 1 : number(last);
        return inclusive < start ? null : new Span(start, Math.min(size, inclusive + 1));
    }

    private static boolean overlap(List<ByteRange> parts) {
        List<ByteRange> sorted = parts.stream()
                .sorted(Comparator.comparingLong(ByteRange::start))
                .toList();
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).start() < sorted.get(i - 1).end()) {
                return true;
            }
        }
        return false;
    }

    /** Beyond all files is beyond all files, however many digits it has. */
    private static long number(String digits) {
        int max = Long.toString(Long.MAX_VALUE).length() - 1;
        String significant = digits.replaceFirst("^0+(?=\\d)", "");
        return significant.length() > max ? Long.MAX_VALUE - 1 : Long.parseLong(significant);
    }

    record Span(long start, long end) {}
}
