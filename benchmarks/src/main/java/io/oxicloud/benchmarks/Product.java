package io.oxicloud.benchmarks;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grants;
import io.oxicloud.account.AccountDoors;
import io.oxicloud.account.AccountSettings;
import io.oxicloud.account.Accounts;
import io.oxicloud.account.Directory;
import io.oxicloud.account.NewUser;
import io.oxicloud.account.SetupToken;
import io.oxicloud.account.UserView;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Secret;
import io.oxicloud.base.UserId;
import io.oxicloud.cache.CacheFigures;
import io.oxicloud.cache.Caches;
import io.oxicloud.db.ClusterEvents;
import io.oxicloud.db.Database;
import io.oxicloud.db.DatabaseSettings;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Sealer;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.drive.DriveMembers;
import io.oxicloud.drive.DriveOwnership;
import io.oxicloud.drive.DriveSelector;
import io.oxicloud.drive.Drives;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** The product's own doors over a PostgreSQL server, without a web server above them. */
final class Product implements AutoCloseable {
    /** Has no account. */
    static final Actor ADMIN = new Actor.User(new UserId(new UUID(0, 0xad)), true, false);

    private final Database database;
    private final Caches caches = new Caches(System::currentTimeMillis);
    private final ClusterEvents events;
    private final Directory directory;
    private final Accounts accounts;
    private final Drives drives;
    private final DriveMembers members;

    Product(PostgresServer server) {
        var clock = Clock.systemUTC();
        var random = new SecureRandom();
        var ids = new Ids(clock, random);
        var source = new DatabaseSource.Url(server.url(), PostgresServer.USER, new Secret(PostgresServer.USER));
        this.database = Database.open(source, DatabaseSettings.DEFAULTS, entities());
        this.events = new ClusterEvents(database, UUID.randomUUID());
        Tx tx = database.requests();
        var audit = new Audit(tx, ids, clock);
        Sealer sealer = Sealer.open(database, new byte[Sealer.KEY_LENGTH], random);
        var ground = new AccountDoors.Ground(database, caches, events, sealer, audit, clock, random);
        var doors = new AccountDoors(ground, AccountSettings.DEFAULTS);
        this.directory = doors.directory();
        var access = new Access(tx, directory, caches, events, clock);
        var grants = new Grants(events, ids, clock);
        var ledger = new DriveLedger(grants, directory, List.of(), events, ids, clock);
        var selector = new DriveSelector(tx, access, caches, events, clock);
        this.drives = new Drives(tx, access, ledger, selector, audit);
        this.members = new DriveMembers(tx, access, grants, directory, audit, clock);
        var ownership = new DriveOwnership(ledger, grants, directory);
        this.accounts = doors.accounts(List.of(ownership), () -> Long.MAX_VALUE, SetupToken.of("unused"))
                .accounts();
    }

    private static List<Class<?>> entities() {
        List<Class<?>> all = new ArrayList<>();
        all.addAll(io.oxicloud.db.Entities.CLASSES);
        all.addAll(io.oxicloud.audit.Entities.CLASSES);
        all.addAll(io.oxicloud.account.Entities.CLASSES);
        all.addAll(io.oxicloud.access.Entities.CLASSES);
        all.addAll(io.oxicloud.drive.Entities.CLASSES);
        return all;
    }

    Tx requests() {
        return database.requests();
    }

    Directory directory() {
        return directory;
    }

    Accounts accounts() {
        return accounts;
    }

    Drives drives() {
        return drives;
    }

    DriveMembers members() {
        return members;
    }

    /** A new ordinary user, who cannot sign in. */
    Actor.User user(String name) {
        var wanted = new NewUser(name, null, null, UserView.Role.USER, null, true, false);
        return new Actor.User(accounts.create(ADMIN, wanted).id(), false, false);
    }

    /** Lets every cache of that topic forget that key, the way a change does. */
    void forget(String topic, String key) {
        database.requests().write("benchmark.forget", scope -> {
            events.publish(scope, topic, key);
            return key;
        });
    }

    CacheFigures figures(String cache) {
        return Objects.requireNonNull(caches.figures().get(cache), cache);
    }

    @Override
    public void close() {
        events.close();
        caches.close();
        database.close();
    }
}
