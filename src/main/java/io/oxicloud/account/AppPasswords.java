package io.oxicloud.account;

import io.oxicloud.account.password.PasswordHasher;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.AppPasswordId;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Secret;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** Door: one's own app passwords, for programs that cannot sign in. Thread-safe. */
public final class AppPasswords {
    private static final int MAX_PER_USER = 100;

    private final Tx tx;
    private final Credentials credentials;
    private final PasswordHasher hasher;
    private final Audit audit;
    private final Ids ids;
    private final SecureRandom random;
    private final Clock clock;

    AppPasswords(
            Tx tx,
            Credentials credentials,
            PasswordHasher hasher,
            Audit audit,
            Ids ids,
            SecureRandom random,
            Clock clock) {
        this.tx = tx;
        this.credentials = credentials;
        this.hasher = hasher;
        this.audit = audit;
        this.ids = ids;
        this.random = random;
        this.clock = clock;
    }

    /**
     * An app password just made.
     *
     * @param username to use it with
     * @param secret shown here and never again
     */
    public record Created(AppPasswordView view, String username, Secret secret) {}

    /**
     * Makes one. Only a session may: a leaked app password must not beget others.
     *
     * @throws CloudException FORBIDDEN for external users and for callers without a session; CONFLICT with reason {@code
     *     UsernameRequired} if the account has no user name; CONFLICT if there are too many
     */
    public Created create(Identity by, NewAppPassword wanted) {
        if (by.via() != Via.SESSION) {
            throw new CloudException(ErrorCode.FORBIDDEN, "sign in to make app passwords");
        }
        Actor.User actor = by.actor();
        internal(actor);
        Secret secret = AppPasswordText.random(random);
        String hash = hasher.hash(secret);
        return tx.write("app-passwords.create", scope -> {
            var user = Users.locked(scope, actor.id());
            String username = usable(user);
            requireRoom(scope, user);
            var row = row(user, wanted, secret, hash);
            scope.session().persist(row);
            audit.record(scope, actor, "app-password.created", facts(row));
            return new Created(view(row), username, secret);
        });
    }

    /** One's own, the newest first. */
    public List<AppPasswordView> list(Actor actor) {
        UserId self = internal(actor);
        return tx.read(
                "app-passwords.list",
                scope -> scope.session()
                        .createSelectionQuery(
                                "from AppPasswordEntity p where p.userId = :user order by p.createdAt desc, p.id",
                                AppPasswordEntity.class)
                        .setParameter("user", self.value())
                        .setMaxResults(MAX_PER_USER)
                        .getResultStream()
                        .map(this::view)
                        .toList());
    }

    /**
     * Ends one of one's own. Requests that bear it are refused from now on.
     *
     * @throws CloudException NOT_FOUND, also for somebody else's
     */
    public void revoke(Actor actor, AppPasswordId id) {
        UserId self = internal(actor);
        tx.write("app-passwords.revoke", scope -> {
            var user = Users.locked(scope, self);
            var row = scope.session().find(AppPasswordEntity.class, id.value());
            if (row == null || !row.userId.equals(self.value())) {
                throw new CloudException(ErrorCode.NOT_FOUND, "no such app password");
            }
            scope.session().remove(row);
            credentials.staleVerdicts(scope, user);
            audit.record(scope, actor, "app-password.revoked", facts(row));
            return id;
        });
    }

    private static UserId internal(Actor actor) {
        if (actor.user().external()) {
            throw new CloudException(ErrorCode.FORBIDDEN, "external users have no app passwords");
        }
        return actor.user().id();
    }

    private static String usable(UserEntity user) {
        if (!user.active || user.external) {
            throw new CloudException(ErrorCode.FORBIDDEN, "this account has no app passwords");
        }
        if (user.username == null) {
            throw new CloudException(ErrorCode.CONFLICT, "choose a user name first").withReason("UsernameRequired");
        }
        return user.username;
    }

    private static void requireRoom(Tx.Scope scope, UserEntity user) {
        long count = scope.session()
                .createSelectionQuery("select count(p) from AppPasswordEntity p where p.userId = :user", Long.class)
                .setParameter("user", user.id)
                .getSingleResult();
        if (count >= MAX_PER_USER) {
            throw new CloudException(
                    ErrorCode.CONFLICT, "there are " + MAX_PER_USER + " app passwords already: revoke one");
        }
    }

    private AppPasswordEntity row(UserEntity user, NewAppPassword wanted, Secret secret, String hash) {
        var row = new AppPasswordEntity();
        row.id = ids.next();
        row.userId = user.id;
        row.label = wanted.label();
        row.prefix = AppPasswordText.prefix(secret);
        row.passwordHash = hash;
        row.scopes = Scope.format(wanted.scopes());
        row.createdAt = now();
        row.expiresAt = wanted.life() == null ? null : row.createdAt.plus(wanted.life());
        return row;
    }

    private AppPasswordView view(AppPasswordEntity row) {
        return new AppPasswordView(
                new AppPasswordId(row.id),
                row.label,
                row.prefix,
                Scope.parse(row.scopes),
                row.createdAt,
                row.lastUsedAt,
                row.expiresAt,
                row.expiresAt == null || row.expiresAt.isAfter(clock.instant()));
    }

    private static Map<String, String> facts(AppPasswordEntity row) {
        return Map.of("app-password", row.id.toString(), "scopes", row.scopes);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
