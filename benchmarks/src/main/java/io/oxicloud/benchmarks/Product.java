package io.oxicloud.benchmarks;

import io.oxicloud.account.AccountDoors;
import io.oxicloud.account.AccountSettings;
import io.oxicloud.account.Accounts;
import io.oxicloud.account.SetupToken;
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

    final Database database;
    final Caches caches = new Caches(System::currentTimeMillis);
    final ClusterEvents events;
    final AccountDoors doors;
    final Accounts accounts;

    Product(PostgresServer server) {
        var clock = Clock.systemUTC();
        var random = new SecureRandom();
        var ids = new Ids(clock, random);
        var source = new DatabaseSource.Url(server.url(), PostgresServer.USER, new Secret(PostgresServer.USER));
        this.database = Database.open(source, DatabaseSettings.DEFAULTS, entities());
        this.events = new ClusterEvents(database, UUID.randomUUID());
        var audit = new Audit(database.requests(), ids, clock);
        Sealer sealer = Sealer.open(database, new byte[Sealer.KEY_LENGTH], random);
        var ground = new AccountDoors.Ground(database, caches, events, sealer, audit, clock, random);
        this.doors = new AccountDoors(ground, AccountSettings.DEFAULTS);
        this.accounts = doors.accounts(List.of(), () -> Long.MAX_VALUE, SetupToken.of("unused"))
                .accounts();
    }

    private static List<Class<?>> entities() {
        List<Class<?>> all = new ArrayList<>();
        all.addAll(io.oxicloud.db.Entities.CLASSES);
        all.addAll(io.oxicloud.audit.Entities.CLASSES);
        all.addAll(io.oxicloud.account.Entities.CLASSES);
        return all;
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
