package io.oxicloud.db;

import io.oxicloud.base.Secret;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * A fresh database with the whole schema, on either engine: H2 in memory, or one database of the PostgreSQL server that the
 * first caller starts and the end of the JVM stops. Every entity given is compared with its table.
 */
public final class TestDatabase {
    private TestDatabase() {}

    /** Close it after use; a closed one leaves nothing behind. */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    public static Database open(Engine engine, List<Class<?>>... entities) {
        return open(source(engine), entities);
    }

    /** For tests with two nodes: open the same {@link #source} twice. */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    public static Database open(DatabaseSource source, List<Class<?>>... entities) {
        return Database.open(source, DatabaseSettings.DEFAULTS, all(Arrays.asList(entities)), true);
    }

    /** The place of a new database. */
    public static DatabaseSource source(Engine engine) {
        return switch (engine) {
            case H2 -> new DatabaseSource.H2Memory("test-" + UUID.randomUUID());
            case POSTGRESQL -> on(TestPostgres.server());
        };
    }

    /** As {@link #source}; what PostgreSQL says is committed is on the disk. */
    public static DatabaseSource durableSource(Engine engine) {
        return engine == Engine.H2 ? source(engine) : on(TestPostgres.durable());
    }

    private static DatabaseSource on(TestPostgres server) {
        return new DatabaseSource.Url(server.newDatabase(), TestPostgres.USER, new Secret(TestPostgres.USER));
    }

    private static List<Class<?>> all(List<List<Class<?>>> lists) {
        var all = new ArrayList<Class<?>>();
        lists.forEach(all::addAll);
        return all;
    }
}
