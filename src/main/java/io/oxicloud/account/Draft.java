package io.oxicloud.account;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/** A new account whose facts were checked; its password is not part of it. */
record Draft(
        @Nullable Username username,
        EmailAddress email,
        UserView.Role role,
        @Nullable Long quotaBytes,
        boolean active,
        boolean external,
        boolean verified) {
    private static final String NO_MAIL = "@no-mail.invalid";

    /**
     * By the rules for an account that somebody else makes.
     *
     * @param verified the address is taken as its owner's
     * @throws CloudException INVALID_INPUT naming what is wrong
     */
    static Draft check(NewUser given, boolean verified) {
        Username username = given.username() == null ? null : Username.parse(given.username());
        if (username != null && username.text().length() < Username.MIN_GIVEN) {
            throw invalid("username: must have at least " + Username.MIN_GIVEN + " characters");
        }
        if (given.external() && given.role() == UserView.Role.ADMIN) {
            throw invalid("role: an external user cannot be an administrator");
        }
        if (given.quotaBytes() != null && given.quotaBytes() < 0) {
            throw invalid("quota_bytes: must not be negative");
        }
        return new Draft(
                username,
                EmailAddress.parse(address(given, username)),
                given.role(),
                given.external() ? Long.valueOf(0) : given.quotaBytes(),
                given.active(),
                given.external(),
                verified);
    }

    private static String address(NewUser given, @Nullable Username username) {
        if (given.email() != null) {
            return given.email();
        }
        if (username == null) {
            throw invalid("email: must be given where there is no username");
        }
        return username.key() + NO_MAIL;
    }

    private static CloudException invalid(String message) {
        return new CloudException(ErrorCode.INVALID_INPUT, message);
    }
}
