package io.oxicloud.account;

import io.oxicloud.account.password.PasswordHasher;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Page;
import io.oxicloud.base.Secret;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Door: user accounts. Administrators make and change them, users see and change themselves; nobody can remove, demote or
 * deactivate themselves or the last active administrator. Thread-safe.
 */
public final class Accounts {
    private static final int MAX_PAGE = 500;

    private final Tx tx;
    private final Users users;
    private final Credentials credentials;
    private final PasswordHasher hasher;
    private final PasswordCheck check;
    private final Audit audit;

    Accounts(Tx tx, Users users, Credentials credentials, PasswordHasher hasher, PasswordCheck check, Audit audit) {
        this.tx = tx;
        this.users = users;
        this.credentials = credentials;
        this.hasher = hasher;
        this.check = check;
        this.audit = audit;
    }

    /**
     * Makes an account, with everything that belongs to one.
     *
     * @throws CloudException INVALID_INPUT naming the field; NAME_TAKEN with reason {@code UsernameTaken} or {@code EmailTaken}
     */
    public UserView create(Actor actor, NewUser user) {
        Admins.require(actor);
        Draft draft = Draft.check(user, false);
        String hash = user.password() == null ? null : hasher.hash(user.password());
        return Users.unlessTaken(() -> tx.write("accounts.create", scope -> {
            UserView made = users.insert(scope, draft, hash).view();
            audit.record(scope, actor, "account.created", facts(made.id()));
            return made;
        }));
    }

    public UserView me(Actor actor) {
        UserId self = actor.user().id();
        return tx.read("accounts.me", scope -> Users.found(scope, self).view());
    }

    /** Somebody else is there for administrators only. */
    public UserView get(Actor actor, UserId id) {
        if (actor instanceof Actor.User user && !user.admin() && !user.id().equals(id)) {
            throw Users.absent();
        }
        if (!(actor instanceof Actor.User)) {
            Admins.require(actor);
        }
        return tx.read("accounts.get", scope -> Users.found(scope, id).view());
    }

    /**
     * All accounts, the oldest first.
     *
     * @param cursor of the page before; null or unreadable begins at the beginning
     * @param limit at most {@value #MAX_PAGE} are given
     */
    public Page<UserView> list(Actor actor, @Nullable String cursor, int limit) {
        Admins.require(actor);
        int rows = Math.max(1, Math.min(limit, MAX_PAGE));
        UserCursor after = UserCursor.parse(cursor);
        return tx.read(
                "accounts.list",
                scope -> Page.of(
                        scope.session()
                                .createSelectionQuery("""
                                from UserEntity u where (u.createdAt, u.id) > (:at, :id)
                                order by u.createdAt, u.id""", UserEntity.class)
                                .setParameter("at", after.createdAt())
                                .setParameter("id", after.id())
                                .setMaxResults(rows + 1)
                                .getResultStream()
                                .map(UserEntity::view)
                                .toList(),
                        rows,
                        user -> new UserCursor(user.createdAt(), user.id().value()).format()));
    }

    public UserView setRole(Actor actor, UserId id, UserView.Role role) {
        Admins.require(actor);
        requireOther(actor, id, "role");
        return change("accounts.set-role", id, (scope, user) -> {
            if (role == UserView.Role.ADMIN && user.external) {
                throw new CloudException(ErrorCode.INVALID_INPUT, "role: an external user cannot be an administrator");
            }
            if (role != UserView.Role.ADMIN) {
                requireAnotherAdmin(scope, id);
            }
            user.role = role;
            users.changed(scope, user);
            audit.record(scope, actor, "account.role", facts(id, "role", role.name()));
        });
    }

    /** A deactivated account cannot sign in; what it has open ends now. */
    public UserView setActive(Actor actor, UserId id, boolean active) {
        Admins.require(actor);
        requireOther(actor, id, "active");
        return change("accounts.set-active", id, (scope, user) -> {
            if (!active) {
                requireAnotherAdmin(scope, id);
                credentials.endAll(scope, user);
            }
            user.active = active;
            users.changed(scope, user);
            audit.record(scope, actor, "account.active", facts(id, "active", Boolean.toString(active)));
        });
    }

    /** Gives somebody a new password; what they have open ends now. */
    public UserView setPassword(Actor actor, UserId id, Secret password) {
        Admins.require(actor);
        String hash = hasher.hash(password);
        return change("accounts.set-password", id, (scope, user) -> {
            requireLocal(user);
            credentials.replacePassword(scope, user, hash);
            audit.record(scope, actor, "account.password-set", facts(id));
        });
    }

    /**
     * Changes one's own password. All sessions end, this one too.
     *
     * @throws CloudException FORBIDDEN if {@code current} is wrong or the account signs in elsewhere; RATE_LIMITED after too
     *     many tries; INVALID_INPUT
     */
    public void changePassword(Actor actor, Secret current, Secret next) {
        UserId self = actor.user().id();
        if (!check.confirms(self, current)) {
            audit.note(actor, "account.password-refused", facts(self));
            throw new CloudException(ErrorCode.FORBIDDEN, "the current password is not right");
        }
        String hash = hasher.hash(next);
        change("accounts.change-password", self, (scope, user) -> {
            requireLocal(user);
            credentials.replacePassword(scope, user, hash);
            audit.record(scope, actor, "account.password-changed", facts(self));
        });
    }

    /** Removes an account and, through {@link AccountLifecycle}, what was only its own. */
    public void delete(Actor actor, UserId id) {
        Admins.require(actor);
        requireOther(actor, id, "user");
        change("accounts.delete", id, (scope, user) -> {
            requireAnotherAdmin(scope, id);
            credentials.endAll(scope, user);
            credentials.forgive(scope, user);
            users.drop(scope, user);
            audit.record(scope, actor, "account.deleted", facts(id));
        });
    }

    /** The row stays locked to the end, so that a sign-in comes wholly before the change or wholly after it. */
    private UserView change(String name, UserId id, BiConsumer<Tx.Scope, UserEntity> work) {
        return tx.write(name, scope -> {
            Users.lockAdmins(scope);
            var user = Users.locked(scope, id);
            work.accept(scope, user);
            scope.session().flush();
            return user.view();
        });
    }

    private static void requireAnotherAdmin(Tx.Scope scope, UserId leaving) {
        if (Users.lockAdmins(scope).equals(Set.of(leaving.value()))) {
            throw new CloudException(ErrorCode.CONFLICT, "the last active administrator must stay one");
        }
    }

    private static void requireOther(Actor actor, UserId id, String field) {
        if (Admins.isSelf(actor, id)) {
            throw new CloudException(ErrorCode.INVALID_INPUT, field + ": not on one's own account");
        }
    }

    private static void requireLocal(UserEntity user) {
        if (user.ssoOnly) {
            throw new CloudException(ErrorCode.FORBIDDEN, "this account signs in elsewhere and has no password here");
        }
    }

    private static Map<String, String> facts(UserId user) {
        return Map.of("user", user.toString());
    }

    private static Map<String, String> facts(UserId user, String key, String value) {
        return Map.of("user", user.toString(), key, value);
    }
}
