package io.oxicloud.account;

import io.oxicloud.account.limit.Attempt;
import io.oxicloud.account.limit.Lockouts;
import io.oxicloud.account.password.PasswordHasher;
import io.oxicloud.account.session.SigningKeys;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.Secret;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a password is right: asks the lock-outs, computes one hash whoever was named, and tells the lock-outs what
 * came of it. Begins transactions, computes outside of them. Thread-safe.
 */
final class PasswordCheck {
    private final Tx tx;
    private final PasswordHasher hasher;
    private final Lockouts lockouts;
    private final SigningKeys keys;
    private final Audit audit;

    PasswordCheck(Tx tx, PasswordHasher hasher, Lockouts lockouts, SigningKeys keys, Audit audit) {
        this.tx = tx;
        this.hasher = hasher;
        this.lockouts = lockouts;
        this.keys = keys;
        this.audit = audit;
    }

    /** The account, if there is one and the password is its own. */
    Optional<Candidate> signIn(String typed, Secret password, String network) {
        Candidate candidate = tx.read("account.candidate", scope -> find(scope, typed));
        String account = candidate == null ? "name:" + LoginName.folded(typed) : accountKey(candidate.userId());
        var attempt = new Attempt(account, network, fingerprint(password), true);
        String stored = candidate == null || candidate.ssoOnly() ? null : candidate.passwordHash();
        return isRight(attempt, password, stored) ? Optional.ofNullable(candidate) : Optional.empty();
    }

    /** Whether a signed-in user knows the password. */
    boolean confirms(UserId user, Secret password) {
        String stored = tx.read("account.own-hash", scope -> {
            var row = scope.session().find(UserEntity.class, user.value());
            return row == null || row.ssoOnly ? null : row.passwordHash;
        });
        return isRight(new Attempt(accountKey(user), "session", fingerprint(password), true), password, stored);
    }

    /** Whether an app password is the one with that hash; there is none if the hash is null, and none is computed. */
    boolean isAppPassword(String account, String network, Secret password, @Nullable String stored) {
        var attempt = new Attempt(account, network, fingerprint(password), false);
        if (stored != null) {
            return isRight(attempt, password, stored);
        }
        lockouts.admit(attempt);
        failed(attempt);
        return false;
    }

    /** The name under which failures of an account are kept. */
    static String accountKey(UserId user) {
        return "user:" + user;
    }

    private boolean isRight(Attempt attempt, Secret password, @Nullable String stored) {
        boolean counted = lockouts.admit(attempt);
        boolean right;
        try {
            right = hasher.verify(password, stored);
        } catch (CloudException nobodyLooked) {
            if (counted) {
                lockouts.withdraw(attempt);
            }
            throw nobodyLooked;
        }
        if (right) {
            lockouts.succeeded(attempt);
        } else {
            failed(attempt);
        }
        return right;
    }

    private void failed(Attempt attempt) {
        if (lockouts.failed(attempt)) {
            audit.note(
                    Actor.Anonymous.ANONYMOUS,
                    "login.blocked",
                    Map.of("account", attempt.account(), "network", attempt.network()));
        }
    }

    private String fingerprint(Secret password) {
        return new KeyedHash(keys.derive("lock-out")).of("", password).hex().substring(0, 24);
    }

    private static @Nullable Candidate find(Tx.Scope scope, String typed) {
        LoginName name = LoginName.parse(typed).orElse(null);
        return name == null ? null : Users.candidate(scope, name).orElse(null);
    }
}
