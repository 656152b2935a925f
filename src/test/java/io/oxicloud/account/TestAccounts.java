package io.oxicloud.account;

import io.oxicloud.account.limit.LimitSettings;
import io.oxicloud.account.password.HashSettings;
import io.oxicloud.account.session.TokenSettings;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Secret;
import io.oxicloud.base.UserId;
import io.oxicloud.cache.Caches;
import io.oxicloud.db.ClusterEvents;
import io.oxicloud.db.Database;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.Sealer;
import io.oxicloud.db.TestDatabase;
import java.security.SecureRandom;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** One node of a system that knows its users, over a fresh database, with a clock to turn and hashes that cost little. */
public final class TestAccounts implements AutoCloseable {
    public static final Client HOME = new Client("192.0.2.10", "test", true);
    public static final Client ELSEWHERE = new Client("198.51.100.7", "test", true);

    /** The password of everybody made here. */
    public static final Secret PASSWORD = new Secret("correct horse");

    /** Quotas, tokens and limits as by default; hashes as cheap as the algorithm allows. */
    public static final AccountSettings SETTINGS = new AccountSettings(
            new HashSettings(8, 1, 1, 2, 128),
            TokenSettings.DEFAULTS,
            LimitSettings.DEFAULTS,
            new AccountSettings.Basic(false, true),
            AccountSettings.DEFAULTS.adminQuotaBytes(),
            AccountSettings.DEFAULTS.userQuotaBytes());

    public final Database database;
    public final ClusterEvents events;
    public final TestClock clock;
    public final Caches caches;
    public final Audit audit;
    public final AccountDoors doors;
    public final AccountDoors.Doors changing;
    public final SetupToken token;
    private final AtomicInteger made = new AtomicInteger();

    public TestAccounts(Engine engine) {
        this(TestDatabase.source(engine), SETTINGS, new TestClock(), List.of());
    }

    public TestAccounts(Engine engine, AccountSettings settings) {
        this(TestDatabase.source(engine), settings, new TestClock(), List.of());
    }

    TestAccounts(DatabaseSource source, AccountSettings settings, TestClock clock, List<AccountLifecycle> lifecycles) {
        var random = new SecureRandom();
        this.database = TestDatabase.open(
                source, io.oxicloud.db.Entities.CLASSES, io.oxicloud.audit.Entities.CLASSES, Entities.CLASSES);
        this.events = new ClusterEvents(database, UUID.randomUUID());
        this.clock = clock;
        this.caches = new Caches(clock::millis);
        this.audit = new Audit(database.requests(), new Ids(clock, random), clock);
        Sealer sealer = Sealer.open(database, new byte[Sealer.KEY_LENGTH], random);
        this.doors = new AccountDoors(
                new AccountDoors.Ground(database, caches, events, sealer, audit, clock, random), settings);
        this.token = SetupToken.of("the-setup-token");
        this.changing = doors.accounts(lifecycles, () -> Long.MAX_VALUE, token);
    }

    public Accounts accounts() {
        return changing.accounts();
    }

    public SignIn signIn() {
        return doors.signIn();
    }

    public AppPasswords appPasswords() {
        return changing.appPasswords();
    }

    /** An administrator with {@link #PASSWORD}. */
    public UserView admin(String username) {
        return make(username, UserView.Role.ADMIN, false);
    }

    /** An ordinary user with {@link #PASSWORD}. */
    public UserView user(String username) {
        return make(username, UserView.Role.USER, false);
    }

    public UserView external(String username) {
        return make(username, UserView.Role.USER, true);
    }

    /** Somebody nobody asks the name of. */
    public UserView anyone() {
        return user("user-" + made.incrementAndGet());
    }

    /** A new app password of that user, for everything unless scopes are named. */
    public AppPasswords.Created appPassword(UserView user, Scope... scopes) {
        var wanted = new NewAppPassword("phone", scopes.length == 0 ? Scope.ALL : java.util.Set.of(scopes), null);
        return appPasswords().create(sessionOf(user), wanted);
    }

    /** As if the user had signed in. */
    public static Identity sessionOf(UserView user) {
        return new Identity(actor(user), Scope.ALL, Via.SESSION, null);
    }

    public static Actor.User actor(UserView user) {
        return new Actor.User(user.id(), user.role() == UserView.Role.ADMIN, user.external());
    }

    /** The product itself. */
    public static Actor job() {
        return new Actor.Job("test");
    }

    /** Tries to sign in with a password. */
    public Signed login(String identifier, Secret password, Client client) {
        return signIn().login(new PasswordLogin(identifier, password), client);
    }

    public UserFlags flags(UserId user) {
        return doors.directory().flags(user);
    }

    @Override
    public void close() {
        events.close();
        caches.close();
        database.close();
    }

    private UserView make(String username, UserView.Role role, boolean external) {
        return accounts()
                .create(job(), new NewUser(username, username + "@example.com", PASSWORD, role, null, true, external));
    }
}
