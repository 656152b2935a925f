package io.oxicloud.db;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of a collection's changes a reader has seen.
 *
 * @param number the last change seen, 0 before the first
 * @param stamp what that change bore beside its number: after a backup was restored, numbers come a second time, stamps do not
 */
public record ChangeToken(long number, long stamp) {
    /** Before every change. */
    public static final ChangeToken START = new ChangeToken(0, 0);

    private static final Pattern FORM = Pattern.compile("([0-9]{1,18})-([0-9a-f]{1,16})");

    /** @throws CloudException SYNC_TOKEN_EXPIRED for what {@link #toString} never wrote */
    public static ChangeToken parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new CloudException(ErrorCode.SYNC_TOKEN_EXPIRED, "not a sync token of this server");
        }
        return new ChangeToken(Long.parseLong(matcher.group(1)), Long.parseUnsignedLong(matcher.group(2), 16));
    }

    @Override
    public String toString() {
        return number + "-" + Long.toHexString(stamp);
    }
}
