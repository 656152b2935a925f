package io.oxicloud.account;

import io.oxicloud.account.limit.Lockouts;
import io.oxicloud.account.limit.RateLimits;
import io.oxicloud.account.password.PasswordHasher;
import io.oxicloud.account.session.AccessTokens;
import io.oxicloud.account.session.Sessions;
import io.oxicloud.account.session.SigningKeys;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Ids;
import io.oxicloud.base.PeriodicTask;
import io.oxicloud.cache.Caches;
import io.oxicloud.db.ClusterEvents;
import io.oxicloud.db.Database;
import io.oxicloud.db.Sealer;
import io.oxicloud.db.Tx;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The package put together: makes its doors over what they share.
 *
 * <p>In two steps, because what hears of accounts and groups ({@link AccountLifecycle}, {@link GroupLifecycle}) is itself built
 * over {@link #directory}: first this, then {@link #accounts} and {@link #groups}.
 */
public final class AccountDoors {
    private final Ground ground;
    private final AccountSettings settings;
    private final Ids ids;
    private final Tx tx;
    private final Directory directory;
    private final PasswordHasher hasher;
    private final RateLimits rateLimits;
    private final Lockouts lockouts;
    private final Sessions sessions;
    private final SigningKeys keys;
    private final PasswordCheck check;
    private final SignIn signIn;

    /** What the package stands on. */
    public record Ground(
            Database database,
            Caches caches,
            ClusterEvents events,
            Sealer sealer,
            Audit audit,
            Clock clock,
            SecureRandom random) {}

    public AccountDoors(Ground ground, AccountSettings settings) {
        this.ground = ground;
        this.settings = settings;
        this.ids = new Ids(ground.clock(), ground.random());
        this.tx = ground.database().requests();
        this.directory = new Directory(tx, ground.caches(), ground.events());
        this.hasher = new PasswordHasher(settings.hash(), ground.random());
        this.rateLimits = new RateLimits(tx, ground.clock());
        this.lockouts = new Lockouts(tx, settings.limits(), ground.clock());
        this.sessions = new Sessions(
                tx, ground.caches(), ground.events(), settings.tokens(), ids, ground.random(), ground.clock());
        this.keys = new SigningKeys(
                tx, ground.caches(), ground.sealer(), settings.tokens(), ids, ground.random(), ground.clock());
        this.check = new PasswordCheck(tx, hasher, lockouts, keys, ground.audit());
        this.signIn = buildSignIn();
    }

    public Directory directory() {
        return directory;
    }

    public SignIn signIn() {
        return signIn;
    }

    /** Shared with whoever else keeps passwords, so that the bound on hashes at once is one bound. */
    public PasswordHasher hasher() {
        return hasher;
    }

    public Blocks blocks() {
        return new Blocks(tx, lockouts, ground.audit());
    }

    public Groups groups(List<GroupLifecycle> lifecycles) {
        return new Groups(tx, directory, lifecycles, ground.audit(), ids, ground.clock());
    }

    public GroupLists groupLists() {
        return new GroupLists(tx);
    }

    /**
     * What makes and changes accounts.
     *
     * @param freeBytes what the disk under the storage has free
     * @param token that a set-up from elsewhere must bring
     */
    public Doors accounts(List<AccountLifecycle> lifecycles, LongSupplier freeBytes, SetupToken token) {
        var users = new Users(lifecycles, settings, freeBytes, directory, ids, ground.clock());
        var credentials = new Credentials(users, sessions, lockouts);
        return new Doors(
                new Setup(tx, users, hasher, rateLimits, settings.limits().register(), ground.audit(), token),
                new Accounts(tx, users, credentials, hasher, check, ground.audit()),
                new AppPasswords(tx, credentials, hasher, ground.audit(), ids, ground.random(), ground.clock()));
    }

    /** The doors that change accounts. */
    public record Doors(Setup setup, Accounts accounts, AppPasswords appPasswords) {}

    public List<PeriodicTask> tasks() {
        return List.of(new Pruning(ground.database().maintenance(), rateLimits, lockouts, sessions, keys));
    }

    private SignIn buildSignIn() {
        byte[] verdictKey = new byte[32];
        ground.random().nextBytes(verdictKey);
        var tokens = new AccessTokens(keys, settings.tokens(), ids, ground.clock());
        var verdicts = new BasicVerdicts(tx, ground.caches(), check, directory, ground.audit(), verdictKey);
        return new SignIn(
                rateLimits,
                settings.limits(),
                check,
                new SessionDesk(tx, sessions, tokens, settings.tokens(), ground.audit(), ground.clock()),
                new BearerCheck(tokens, sessions, directory),
                new BasicCheck(tx, ground.caches(), verdicts, settings.basic(), ground.clock()),
                ground.audit());
    }
}
