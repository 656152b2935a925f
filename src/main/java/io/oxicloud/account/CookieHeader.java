package io.oxicloud.account;

import java.util.Optional;

/**
 * The one reading of the header {@code Cookie} (RFC 6265 4.2.1), for every surface: of several cookies of one name the first
 * counts, since browsers send those with the longest path first. An empty one counts as none.
 */
public final class CookieHeader {
    /** The cookie with the access token of a browser session. */
    public static final String ACCESS = "oxicloud_access";

    private CookieHeader() {}

    /** @param headers the values of all headers of that name, in their order */
    public static Optional<String> first(Iterable<String> headers, String name) {
        for (String header : headers) {
            for (String pair : header.split(";", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0 && pair.substring(0, equals).strip().equals(name)) {
                    return Optional.of(pair.substring(equals + 1).strip()).filter(value -> !value.isEmpty());
                }
            }
        }
        return Optional.empty();
    }
}
