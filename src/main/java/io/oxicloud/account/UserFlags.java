package io.oxicloud.account;

/**
 * What every request must know of its user, at most 30 s old.
 *
 * @param active false for a deactivated account and for one that is gone
 */
public record UserFlags(boolean admin, boolean active, boolean external) {
    static final UserFlags GONE = new UserFlags(false, false, false);
}
