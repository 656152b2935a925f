package io.oxicloud.db;

import io.oxicloud.base.CloudException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open database: schema migrated, one session factory, connections for requests and for background work kept apart.
 *
 * <p>Thread-safe. {@link #close} ends every thread and takes the drivers of this class loader out of the JDK's list, so that
 * a redeploy leaves nothing behind.
 */
public final class Database implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Database.class);

    private final Opened opened;
    private final SessionFactory sessions;
    private final StatementCounter statements;
    private final Tx requests;
    private final Tx maintenance;
    private final Tx uncounted;
    private final Probe probe;

    private Database(
            Opened opened,
            SessionFactory sessions,
            StatementCounter statements,
            Tx requests,
            Tx maintenance,
            Tx uncounted,
            Probe probe) {
        this.opened = opened;
        this.sessions = sessions;
        this.statements = statements;
        this.requests = requests;
        this.maintenance = maintenance;
        this.uncounted = uncounted;
        this.probe = probe;
    }

    /**
     * Connects, brings the schema up to date and makes ready.
     *
     * @param entities every entity class of every feature
     * @throws IllegalStateException if there is no usable database; the message names the place and what to do. Nothing stays
     *     open.
     */
    public static Database open(DatabaseSource source, DatabaseSettings settings, List<Class<?>> entities) {
        return open(source, settings, entities, false);
    }

    /** @param validate compare every entity with its table, too; for tests */
    static Database open(DatabaseSource source, DatabaseSettings settings, List<Class<?>> entities, boolean validate) {
        Opened opened = Opened.open(source, settings);
        try {
            var statements = new StatementCounter();
            Supplier<SessionFactory> model = () -> Sessions.create(opened.forStart(), entities, statements, validate);
            SessionFactory sessions = validate ? migrated(opened, settings, model) : beside(opened, settings, model);
            int timeout = Math.toIntExact(settings.statementTimeout().toSeconds());
            var requests = new Tx(sessions::withOptions, opened.requests(), timeout, opened.lockTimeoutSql());
            var maintenance = new Tx(sessions::withOptions, opened.maintenance(), timeout, opened.lockTimeoutSql());
            var uncounted = new Tx(
                    () -> sessions.withOptions().noStatementInspector(),
                    opened.maintenance(),
                    timeout,
                    opened.lockTimeoutSql());
            var probe = new Probe(opened.requests());
            log.info("database.opened engine={} place={}", opened.engine(), source.describe());
            if (source instanceof DatabaseSource.H2File) {
                log.info(
                        "database.durability H2 survives a killed process, but not a power cut; PostgreSQL survives both");
            }
            return new Database(opened, sessions, statements, requests, maintenance, uncounted, probe);
        } catch (RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    private static SessionFactory migrated(Opened opened, DatabaseSettings settings, Supplier<SessionFactory> model) {
        Migrations.run(opened, settings);
        return model.get();
    }

    /** The model needs no table, and each takes long enough at a start to be worth a processor of its own. */
    private static SessionFactory beside(Opened opened, DatabaseSettings settings, Supplier<SessionFactory> model) {
        CompletableFuture<Void> migration = CompletableFuture.runAsync(
                () -> Migrations.run(opened, settings), work -> new Thread(work, "oxicloud-migrations").start());
        SessionFactory sessions;
        try {
            sessions = model.get();
        } catch (RuntimeException | Error e) {
            migration.exceptionally(failed -> null).join(); // no thread stays at work on a database that is closed
            throw e;
        }
        try {
            migration.join();
            return sessions;
        } catch (CompletionException e) {
            sessions.close();
            throw e.getCause() instanceof RuntimeException failed ? failed : e;
        }
    }

    /** For whoever waits for an answer. */
    public Tx requests() {
        return requests;
    }

    /** For background work. */
    public Tx maintenance() {
        return maintenance;
    }

    /** As {@link #maintenance}, for what goes on all the time and must not disturb who counts statements. */
    Tx uncounted() {
        return uncounted;
    }

    public Engine engine() {
        return opened.engine();
    }

    public StatementCounter statements() {
        return statements;
    }

    /**
     * Asks the database for a sign of life, for at most 2 s. Calls at the same time share one question.
     *
     * @throws CloudException BACKEND_DOWN if there is none
     */
    public void ping() {
        probe.ping();
    }

    @Override
    public void close() {
        probe.close();
        try {
            sessions.close();
        } finally {
            opened.close();
        }
    }
}
