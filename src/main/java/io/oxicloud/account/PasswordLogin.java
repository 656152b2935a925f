package io.oxicloud.account;

import io.oxicloud.base.Secret;

/**
 * A try to sign in with the account's own password.
 *
 * @param identifier an e-mail address if it contains {@code @}, else a user name
 */
public record PasswordLogin(String identifier, Secret password) {}
