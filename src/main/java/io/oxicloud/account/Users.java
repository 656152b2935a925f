package io.oxicloud.account;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Ids;
import io.oxicloud.base.UserId;
import io.oxicloud.db.DuplicateException;
import io.oxicloud.db.Tx;
import jakarta.persistence.LockModeType;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The ledger of user rows: everything that makes, finds or drops one joins its caller's transaction here. Thread-safe. */
final class Users {
    private final List<AccountLifecycle> lifecycles;
    private final AccountSettings settings;
    private final LongSupplier freeBytes;
    private final Directory directory;
    private final Ids ids;
    private final Clock clock;

    Users(
            List<AccountLifecycle> lifecycles,
            AccountSettings settings,
            LongSupplier freeBytes,
            Directory directory,
            Ids ids,
            Clock clock) {
        this.lifecycles = List.copyOf(lifecycles);
        this.settings = settings;
        this.freeBytes = freeBytes;
        this.directory = directory;
        this.ids = ids;
        this.clock = clock;
    }

    UserEntity insert(Tx.Scope scope, Draft draft, @Nullable String passwordHash) {
        Instant now = now();
        var user = new UserEntity();
        user.id = ids.next();
        user.username = draft.username() == null ? null : draft.username().text();
        user.usernameKey = draft.username() == null ? null : draft.username().key();
        user.email = draft.email().text();
        user.emailKey = draft.email().key();
        user.passwordHash = passwordHash;
        user.role = draft.role();
        user.active = draft.active();
        user.external = draft.external();
        user.quotaBytes = quota(draft);
        user.emailVerifiedAt = draft.verified() ? now : null;
        user.createdAt = now;
        user.updatedAt = now;
        scope.session().persist(user);
        scope.session().flush();
        var facts = new NewAccount(user.view().displayName(), user.admin(), user.external, user.quotaBytes);
        lifecycles.forEach(lifecycle -> lifecycle.created(scope, user.userId(), facts));
        return user;
    }

    /** What refers to the row in this package goes with it. */
    void drop(Tx.Scope scope, UserEntity user) {
        lifecycles.forEach(lifecycle -> lifecycle.deleted(scope, user.userId()));
        scope.session().remove(user);
        scope.session().flush();
        directory.changed(scope, user.userId());
        directory.membershipsChanged(scope, user.userId());
    }

    /** Marks the row as changed now and lets all nodes look at it again. */
    void changed(Tx.Scope scope, UserEntity user) {
        user.updatedAt = now();
        directory.changed(scope, user.userId());
    }

    /** @throws CloudException NOT_FOUND */
    static UserEntity locked(Tx.Scope scope, UserId id) {
        var user = scope.session().find(UserEntity.class, id.value(), LockModeType.PESSIMISTIC_WRITE);
        if (user == null) {
            throw absent();
        }
        return user;
    }

    /** @throws CloudException NOT_FOUND */
    static UserEntity found(Tx.Scope scope, UserId id) {
        var user = scope.session().find(UserEntity.class, id.value());
        if (user == null) {
            throw absent();
        }
        return user;
    }

    static Optional<Candidate> candidate(Tx.Scope scope, LoginName name) {
        return scope.session()
                .createSelectionQuery(
                        "select new io.oxicloud.account.Candidate("
                                + "u.id, u.passwordHash, u.credentialStamp, u.active, u.secondFactor, u.ssoOnly) "
                                + "from UserEntity u where "
                                + (name.email() ? "u.emailKey" : "u.usernameKey") + " = :key",
                        Candidate.class)
                .setParameter("key", name.key())
                .uniqueResultOptional();
    }

    /**
     * Locks the rows of all active administrators, so that two of them cannot remove each other at the same time. Comes
     * before the lock of any other user's row.
     */
    static Set<UUID> lockAdmins(Tx.Scope scope) {
        return scope.session()
                .createSelectionQuery(
                        "from UserEntity u where u.role = :admin and u.active order by u.id", UserEntity.class)
                .setParameter("admin", UserView.Role.ADMIN)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultStream()
                .map(user -> user.id)
                .collect(Collectors.toUnmodifiableSet());
    }

    static long countAdmins(Tx.Scope scope) {
        return scope.session()
                .createSelectionQuery("select count(u) from UserEntity u where u.role = :admin", Long.class)
                .setParameter("admin", UserView.Role.ADMIN)
                .getSingleResult();
    }

    /** Names the field that somebody else has. */
    static <T> T unlessTaken(Supplier<T> change) {
        try {
            return change.get();
        } catch (DuplicateException e) {
            throw switch (e.constraint()) {
                case "uq_cloud_user_username" ->
                    new CloudException(ErrorCode.NAME_TAKEN, "username: taken", e).withReason("UsernameTaken");
                case "uq_cloud_user_email" ->
                    new CloudException(ErrorCode.NAME_TAKEN, "email: taken", e).withReason("EmailTaken");
                default -> e;
            };
        }
    }

    private long quota(Draft draft) {
        if (draft.quotaBytes() != null) {
            return draft.quotaBytes();
        }
        long usual = draft.role() == UserView.Role.ADMIN ? settings.adminQuotaBytes() : settings.userQuotaBytes();
        // 0 would mean unlimited
        return usual == 0 ? 0 : Math.max(1, Math.min(usual, freeBytes.getAsLong()));
    }

    static CloudException absent() {
        return new CloudException(ErrorCode.NOT_FOUND, "no such user");
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
