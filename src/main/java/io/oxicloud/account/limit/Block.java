package io.oxicloud.account.limit;

import java.time.Instant;

/**
 * A block in force, as administrators see it.
 *
 * @param account id of the account, or the name that was tried if there is none; {@link #ANY_ACCOUNT} if the whole network is
 *     blocked
 */
public record Block(String id, String account, String network, int failures, Instant until) {
    public static final String ANY_ACCOUNT = "*";
}
