package io.oxicloud.account;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The name of a group.
 *
 * @param key what is unique: the name without regard to case
 */
record GroupName(String text, String key) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /** @throws CloudException INVALID_INPUT naming the rule */
    static GroupName parse(String given) {
        if (!FORM.matcher(given).matches()) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT,
                    "name: must be 1 to 64 letters, digits, '.', '_' or '-' and begin with a letter or digit");
        }
        return new GroupName(given, given.toLowerCase(Locale.ROOT));
    }
}
