package io.oxicloud.account;

import io.oxicloud.base.Secret;
import org.jspecify.annotations.Nullable;

/**
 * An account to be made, as its maker gave it; checked by {@link Accounts}.
 *
 * @param email null gives {@code username@no-mail.invalid}, an address nobody can have (RFC 2606)
 * @param password null makes an account that cannot sign in with a password
 * @param quotaBytes null takes the default of the role; 0 = unlimited
 */
public record NewUser(
        @Nullable String username,
        @Nullable String email,
        @Nullable Secret password,
        UserView.Role role,
        @Nullable Long quotaBytes,
        boolean active,
        boolean external) {
    /** An ordinary active account with the default quota. */
    public static NewUser of(String username, String email, Secret password) {
        return new NewUser(username, email, password, UserView.Role.USER, null, true, false);
    }
}
