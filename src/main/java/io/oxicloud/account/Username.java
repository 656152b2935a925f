package io.oxicloud.account;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The short name of an account.
 *
 * @param text as its owner writes it
 * @param key what is unique and looked up: {@code Anna} and {@code anna} are one account
 */
record Username(String text, String key) {
    /** Shortest name that a set-up or an administrator may give. */
    static final int MIN_GIVEN = 3;

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_])");

    /** @throws CloudException INVALID_INPUT naming the rule */
    static Username parse(String given) {
        if (!FORM.matcher(given).matches()) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT,
                    "username: must be 2 to 64 letters, digits, '.', '_' or '-', and neither begin nor end with '.' or '-'");
        }
        return new Username(given, given.toLowerCase(Locale.ROOT));
    }
}
