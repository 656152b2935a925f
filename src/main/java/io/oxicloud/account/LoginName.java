package io.oxicloud.account;

import io.oxicloud.base.CloudException;
import java.util.Locale;
import java.util.Optional;

/**
 * What somebody typed to say who they are, as the look-up wants it.
 *
 * @param email whether it is an address; else a user name. There is no second guess
 */
record LoginName(boolean email, String key) {
    private static final int MAX_LENGTH = 254;

    /** Empty for what no account can be called. */
    static Optional<LoginName> parse(String typed) {
        try {
            String text = typed.strip();
            if (text.length() > MAX_LENGTH) {
                return Optional.empty();
            }
            return Optional.of(
                    text.indexOf('@') >= 0
                            ? new LoginName(true, EmailAddress.parse(text).key())
                            : new LoginName(false, Username.parse(text).key()));
        } catch (CloudException nobodyIsCalledThat) {
            return Optional.empty();
        }
    }

    /** A form for counters and logs, whatever was typed. */
    static String folded(String typed) {
        String text = typed.strip().toLowerCase(Locale.ROOT);
        return text.length() > MAX_LENGTH || !Text.isWellFormed(text) ? "?" : text;
    }
}
