package io.oxicloud.account;

import io.oxicloud.account.limit.Admission;
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
 * Decides whether a password is right: asks the lock-outs, computes one hash whoever was named unless these very credentials
 * are known to be wrong, and tells the lock-outs what came of it. Begins transactions, computes outside of them. Thread-safe.
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

    /**
     * Where credentials come from.
     *
     * @param proven credential stamp of the account when these very credentials were right the last time; -1 if they never
     *     were. While the stamp is the same they are no guess, and no block holds them up
     */
    record Origin(String network, Attempt.Way way, long proven) {
        static Origin form(String network) {
            return new Origin(network, Attempt.Way.FORM, -1);
        }
    }

    /** The account, if there is one and the password is its own. */
    Optional<Candidate> signIn(String typed, Secret password, Origin origin) {
        Candidate candidate = tx.read("account.candidate", scope -> find(scope, typed));
        String account = candidate == null ? nameKey(typed) : accountKey(candidate.userId());
        var attempt = new Attempt(origin.way(), account, origin.network(), fingerprint(password));
        String stored = candidate == null || candidate.ssoOnly() ? null : candidate.passwordHash();
        boolean proven = candidate != null && candidate.credentialStamp() == origin.proven();
        return isRight(attempt, proven, password, stored) ? Optional.ofNullable(candidate) : Optional.empty();
    }

    /** Whether a signed-in user knows the password. */
    boolean confirms(UserId user, Secret password) {
        String stored = tx.read("account.own-hash", scope -> {
            var row = scope.session().find(UserEntity.class, user.value());
            return row == null || row.ssoOnly ? null : row.passwordHash;
        });
        var attempt = new Attempt(Attempt.Way.FORM, accountKey(user), "session", fingerprint(password));
        return isRight(attempt, false, password, stored);
    }

    /** Whether an app password is the one of that row; there is none if the row is null, and no hash is computed. */
    boolean isAppPassword(String typed, Secret password, @Nullable AppPasswordCandidate candidate, Origin origin) {
        String account = candidate == null ? nameKey(typed) : accountKey(candidate.userId());
        var attempt = new Attempt(origin.way(), account, origin.network(), fingerprint(password));
        if (candidate != null) {
            boolean proven = candidate.credentialStamp() == origin.proven();
            return isRight(attempt, proven, password, candidate.passwordHash());
        }
        lockouts.admit(attempt);
        failed(attempt);
        return false;
    }

    /** The name under which failures of an account are kept. */
    static String accountKey(UserId user) {
        return "user:" + user;
    }

    private static String nameKey(String typed) {
        return "name:" + LoginName.folded(typed);
    }

    private boolean isRight(Attempt attempt, boolean proven, Secret password, @Nullable String stored) {
        if (proven && hasher.verify(password, stored, attempt.network())) {
            return true;
        }
        // before the line, so that whoever is refused takes nobody's place in it
        if (lockouts.knowsWrong(attempt)) {
            failed(attempt);
            return false;
        }
        return hasher.inTurn(attempt.network(), turn -> decide(attempt, turn, password, stored));
    }

    /** Asked again and told in one turn: of all who were let into the line, those after the bound go without a hash. */
    private boolean decide(Attempt attempt, PasswordHasher.Turn turn, Secret password, @Nullable String stored) {
        Admission admission = lockouts.admit(attempt);
        boolean right;
        try {
            right = admission != Admission.KNOWN_WRONG && turn.verify(password, stored);
        } catch (CloudException nobodyLooked) {
            if (admission == Admission.COUNTED) {
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
