package io.oxicloud.account;

import io.oxicloud.account.limit.LimitSettings;
import io.oxicloud.account.limit.RateLimits;
import io.oxicloud.account.password.PasswordHasher;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import io.oxicloud.db.Tx;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Door: the first start, when there is nobody yet who could let anybody in. Thread-safe. */
public final class Setup {
    private static final Actor FIRST_START = new Actor.Job("setup");

    private final Tx tx;
    private final Users users;
    private final PasswordHasher hasher;
    private final RateLimits rateLimits;
    private final LimitSettings.Limit limit;
    private final Audit audit;
    private final SetupToken token;

    Setup(
            Tx tx,
            Users users,
            PasswordHasher hasher,
            RateLimits rateLimits,
            LimitSettings.Limit limit,
            Audit audit,
            SetupToken token) {
        this.tx = tx;
        this.users = users;
        this.hasher = hasher;
        this.rateLimits = rateLimits;
        this.limit = limit;
        this.audit = audit;
        this.token = token;
    }

    public AccountStatus status() {
        return tx.read("setup.status", scope -> new AccountStatus(isClaimed(scope), Users.countAdmins(scope)));
    }

    /** Whether there is a first administrator, or was. */
    public boolean isDone() {
        return tx.read("setup.look", Setup::isClaimed);
    }

    /**
     * Makes the first administrator for somebody at the door. Of all callers on all nodes, one succeeds, once for ever.
     *
     * @throws CloudException FORBIDDEN with reason {@code SystemAlreadyInitialized} or {@code SetupTokenInvalid};
     *     INVALID_INPUT; RATE_LIMITED
     */
    public UserView setUp(NewUser first, SetupProof proof, Client client) {
        rateLimits.count(limit, client.network());
        requireUnclaimed();
        if (proof instanceof SetupProof.Token given && !token.matches(text(given.value()))) {
            audit.note(Actor.Anonymous.ANONYMOUS, "setup.refused", Map.of("address", client.address()));
            throw new CloudException(ErrorCode.FORBIDDEN, "the set-up token is not right")
                    .withReason("SetupTokenInvalid");
        }
        return setUp(first);
    }

    /** Makes the first administrator as the settings say; whoever can write those needs no other proof. */
    public UserView setUp(NewUser first) {
        requireUnclaimed();
        var admin =
                new NewUser(first.username(), first.email(), first.password(), UserView.Role.ADMIN, null, true, false);
        Draft draft = Draft.check(admin, true);
        if (draft.username() == null) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "username: must be given");
        }
        if (first.password() == null) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "password: must be given");
        }
        String hash = hasher.hash(first.password());
        UserView made = Users.unlessTaken(() -> tx.write("setup.claim", scope -> {
            claim(scope);
            UserView user = users.insert(scope, draft, hash).view();
            audit.record(
                    scope, FIRST_START, "setup.done", Map.of("user", user.id().toString()));
            return user;
        }));
        token.spend();
        return made;
    }

    /** Before any hash is computed: the route is open to everybody. */
    private void requireUnclaimed() {
        if (isDone()) {
            throw alreadyDone();
        }
    }

    private static boolean isClaimed(Tx.Scope scope) {
        return scope.session().find(SetupClaimEntity.class, SetupClaimEntity.ONE) != null;
    }

    /** The second of two claims waits here for the first to commit, and then finds it. */
    private void claim(Tx.Scope scope) {
        int claimed = scope.session()
                .createMutationQuery(
                        "insert into SetupClaimEntity (id, claimedAt) values (:one, :now) on conflict do nothing")
                .setParameter("one", SetupClaimEntity.ONE)
                .setParameter("now", scope.databaseTime())
                .executeUpdate();
        if (claimed == 0) {
            throw alreadyDone();
        }
    }

    private static @Nullable String text(@Nullable Secret secret) {
        return secret == null ? null : secret.reveal();
    }

    private static CloudException alreadyDone() {
        return new CloudException(ErrorCode.FORBIDDEN, "the system has been set up already")
                .withReason("SystemAlreadyInitialized");
    }
}
