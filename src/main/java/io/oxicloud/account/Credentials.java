package io.oxicloud.account;

import io.oxicloud.account.limit.Lockouts;
import io.oxicloud.account.session.Sessions;
import io.oxicloud.db.Tx;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of what follows when an account's ways in change: joins the caller's transaction, and what it ends is refused on
 * this node when that commits, on the others as soon as they hear of it. Thread-safe.
 */
final class Credentials {
    private final Users users;
    private final Sessions sessions;
    private final Lockouts lockouts;

    Credentials(Users users, Sessions sessions, Lockouts lockouts) {
        this.users = users;
        this.sessions = sessions;
        this.lockouts = lockouts;
    }

    /** Gives the account another password, or none. */
    void replacePassword(Tx.Scope scope, UserEntity user, @Nullable String hash) {
        user.passwordHash = hash;
        endAll(scope, user);
        forgive(scope, user);
    }

    /** Ends all sessions and makes every remembered verdict on a password worthless; the passwords stay as they are. */
    void endAll(Tx.Scope scope, UserEntity user) {
        staleVerdicts(scope, user);
        sessions.revokeAll(scope, user.userId());
    }

    /** Makes every remembered verdict on a password of the account worthless. */
    void staleVerdicts(Tx.Scope scope, UserEntity user) {
        user.credentialStamp++;
        users.changed(scope, user);
    }

    /** Forgets the failures of the past: what was wrong may be right now. */
    void forgive(Tx.Scope scope, UserEntity user) {
        lockouts.forget(scope, PasswordCheck.accountKey(user.userId()));
    }
}
