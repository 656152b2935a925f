package io.oxicloud.account;

import io.oxicloud.account.limit.LimitSettings;
import io.oxicloud.account.password.HashSettings;
import io.oxicloud.account.session.TokenSettings;

/**
 * The settings of this package.
 *
 * @param basic what Basic credentials may be
 * @param adminQuotaBytes quota of a new administrator; what the disk has free caps it
 * @param userQuotaBytes quota of a new user, capped likewise
 */
public record AccountSettings(
        HashSettings hash,
        TokenSettings tokens,
        LimitSettings limits,
        Basic basic,
        long adminQuotaBytes,
        long userQuotaBytes) {
    private static final long GIB = 1L << 30;

    public static final AccountSettings DEFAULTS = new AccountSettings(
            HashSettings.DEFAULTS,
            TokenSettings.DEFAULTS,
            LimitSettings.DEFAULTS,
            new Basic(false, true),
            100 * GIB,
            GIB);

    public AccountSettings {
        if (adminQuotaBytes < 0) {
            throw new IllegalArgumentException("QUOTA_ADMIN_BYTES must not be negative, was " + adminQuotaBytes);
        }
        if (userQuotaBytes < 0) {
            throw new IllegalArgumentException("QUOTA_USER_BYTES must not be negative, was " + userQuotaBytes);
        }
    }

    /**
     * What Basic credentials may be.
     *
     * @param appPasswordOnly DAV paths do not take the account's own password ({@code DAV_BASIC=app-password-only})
     * @param overPlainHttp Basic is taken on a connection that is not encrypted
     */
    public record Basic(boolean appPasswordOnly, boolean overPlainHttp) {}
}
