package io.oxicloud.account;

import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;

/**
 * Plug-point: whoever keeps something per user hears here that one comes or goes.
 *
 * <p>Called inside the transaction of the change, on the caller's thread: the user's row is there during both calls, so
 * that rows may refer to it. An exception stops the change. No slow work; what must happen outside goes to {@code
 * afterCommit}.
 */
public interface AccountLifecycle {
    /** The account is new. An external one owns nothing. */
    void created(Tx.Scope scope, UserId user, NewAccount facts);

    /** The account is about to go: drop what would refer to it. */
    void deleted(Tx.Scope scope, UserId user);
}
