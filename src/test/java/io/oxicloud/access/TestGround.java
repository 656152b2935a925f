package io.oxicloud.access;

import io.oxicloud.account.AccountDoors;
import io.oxicloud.account.AccountLifecycle;
import io.oxicloud.account.AccountSettings;
import io.oxicloud.account.Accounts;
import io.oxicloud.account.GroupLifecycle;
import io.oxicloud.account.Groups;
import io.oxicloud.account.NewUser;
import io.oxicloud.account.SetupToken;
import io.oxicloud.account.TestClock;
import io.oxicloud.account.UserView;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.Ids;
import io.oxicloud.base.UserId;
import io.oxicloud.cache.Caches;
import io.oxicloud.db.ClusterEvents;
import io.oxicloud.db.Database;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.Sealer;
import io.oxicloud.db.TestDatabase;
import io.oxicloud.db.Tx;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything that decisions on access rest on, on one engine and with a clock to move: for tests of this package and of those
 * above it, which put their lifecycles on top by {@link #open}.
 */
public final class TestGround implements AutoCloseable {
    /** Somebody who may make users and groups; has no account. */
    public static final Actor ADMIN = new Actor.User(new UserId(new UUID(0, 0xad)), true, false);

    public final TestClock clock = new TestClock();
    public final Database database;
    public final Tx tx;
    public final Caches caches;
    public final ClusterEvents events;
    public final Ids ids;
    public final Audit audit;
    public final AccountDoors doors;
    public final Access access;
    public final Grants grants;
    private @Nullable Accounts accounts;
    private @Nullable Groups groups;
    private int names;

    /** @param entities of what is built on top; those of access and below are there */
    public TestGround(Engine engine, List<Class<?>> entities) {
        this(TestDatabase.source(engine), entities);
    }

    /** For tests with two nodes: two grounds on one source. */
    public TestGround(DatabaseSource source, List<Class<?>> entities) {
        var random = new SecureRandom();
        database = TestDatabase.open(
                source,
                io.oxicloud.db.Entities.CLASSES,
                io.oxicloud.audit.Entities.CLASSES,
                io.oxicloud.account.Entities.CLASSES,
                Entities.CLASSES,
                entities);
        tx = database.requests();
        caches = new Caches(clock::millis);
        events = new ClusterEvents(database, UUID.randomUUID());
        ids = new Ids(clock, random);
        audit = new Audit(tx, ids, clock);
        Sealer sealer = Sealer.open(database, new byte[Sealer.KEY_LENGTH], random);
        doors = new AccountDoors(
                new AccountDoors.Ground(database, caches, events, sealer, audit, clock, random),
                AccountSettings.DEFAULTS);
        access = new Access(tx, doors.directory(), caches, events, clock);
        grants = new Grants(events, ids, clock);
    }

    /** Once, when what hears of users and groups is made. */
    public TestGround open(List<AccountLifecycle> users, List<GroupLifecycle> ofGroups) {
        accounts = doors.accounts(users, () -> Long.MAX_VALUE, SetupToken.of("token"))
                .accounts();
        groups = doors.groups(ofGroups);
        return this;
    }

    public Accounts accounts() {
        return opened(accounts);
    }

    public Groups groups() {
        return opened(groups);
    }

    public Actor.User user() {
        return user(UserView.Role.USER, false);
    }

    public Actor.User admin() {
        return user(UserView.Role.ADMIN, false);
    }

    public Actor.User external() {
        return user(UserView.Role.USER, true);
    }

    public GroupId group(UserId... members) {
        GroupId group = groups().create(ADMIN, "group-" + names++, null).id();
        for (UserId member : members) {
            groups().addUser(ADMIN, group, member);
        }
        return group;
    }

    /** The outermost of as many groups inside each other as there may be, the user in the innermost. */
    public GroupId groupsAround(UserId user) {
        GroupId outermost = group(user);
        for (int depth = 1; depth < Groups.MAX_DEPTH; depth++) {
            GroupId around = group();
            groups().addGroup(ADMIN, around, outermost);
            outermost = around;
        }
        return outermost;
    }

    public Grant give(Subject subject, Resource resource, Role role, @Nullable Instant end) {
        return tx.write("test.give", scope -> grants.give(scope, ADMIN, subject, resource, role, end));
    }

    public void write(Consumer<Tx.Scope> work) {
        tx.write("test", scope -> {
            work.accept(scope);
            return scope;
        });
    }

    /** Statements that the work prepares. */
    public long statements(Runnable work) {
        database.statements().reset();
        work.run();
        return database.statements().count();
    }

    @Override
    public void close() {
        List<AutoCloseable> all = new ArrayList<>(List.of(events, caches, database));
        for (AutoCloseable each : all) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private Actor.User user(UserView.Role role, boolean external) {
        String name = "user-" + names++;
        var made = accounts().create(ADMIN, new NewUser(name, name + "@example.org", null, role, null, true, external));
        return new Actor.User(made.id(), role == UserView.Role.ADMIN, external);
    }

    private static <T> T opened(@Nullable T door) {
        if (door == null) {
            throw new IllegalStateException("call open first");
        }
        return door;
    }
}
