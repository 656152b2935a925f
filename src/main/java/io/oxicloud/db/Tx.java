package io.oxicloud.db;

import io.oxicloud.base.CloudException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hibernate.FlushMode;
import org.hibernate.Session;
import org.hibernate.SessionBuilder;
import org.hibernate.StatelessSession;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only place where transactions begin and end.
 *
 * <p>A method that takes an {@code Actor} begins one; a method that takes a {@link Scope} joins its caller's. No method does
 * both, transactions do not nest, and no blob or network call happens inside. READ COMMITTED; rows that a decision rests on
 * are locked, in the order of their ids. Thread-safe.
 *
 * <p>Every method fails with
 *
 * <ul>
 *   <li>{@link CloudException} BACKEND_DOWN, with a time to come back, if the database is gone;
 *   <li>{@link CloudException} BUSY, with a time to come back, after a deadlock or too long a run or wait, also for a
 *       connection;
 *   <li>{@link CloudException} CONFLICT if a versioned row was changed meanwhile;
 *   <li>{@link DuplicateException} if a unique constraint refused a row;
 *   <li>whatever the work throws.
 * </ul>
 *
 * The transaction is rolled back in all these cases. Only after BACKEND_DOWN it may all the same have been committed.
 *
 * <p>On H2 an interrupt that arrives in a transaction may be lost; whoever stops threads keeps a flag beside it.
 */
public final class Tx {
    private static final Logger log = LoggerFactory.getLogger(Tx.class);

    private static final int TRIES = 6;
    private static final int FIRST_PAUSE_MILLIS = 10;

    /** Static because the rule against nesting holds across all pools and doors of the thread. */
    private static final ThreadLocal<String> CURRENT = new ThreadLocal<>();

    private final Supplier<SessionBuilder> sessions;
    private final Pool pool;
    private final int timeoutSeconds;
    private final @Nullable String lockTimeoutSql;

    /** @param lockTimeoutSql run first in each transaction; null where the connection brings the setting along */
    Tx(Supplier<SessionBuilder> sessions, Pool pool, int timeoutSeconds, @Nullable String lockTimeoutSql) {
        this.sessions = sessions;
        this.pool = pool;
        this.timeoutSeconds = timeoutSeconds;
        this.lockTimeoutSql = lockTimeoutSql;
    }

    /** Work that changes nothing; PostgreSQL holds it to that. {@code name} is for messages and tests. */
    public <T extends @Nullable Object> T read(String name, Function<Scope, T> work) {
        return finish(once(name, true, work));
    }

    /** Work that changes something, done once. */
    public <T extends @Nullable Object> T write(String name, Function<Scope, T> work) {
        return finish(once(name, false, work));
    }

    /**
     * Work that may be done again from its start when it loses a race (deadlock, serialization, stale version), up to six
     * times in all. The work must therefore have no effect but on its scope.
     */
    public <T extends @Nullable Object> T retryingWrite(String name, Function<Scope, T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return finish(once(name, false, work));
            } catch (CloudException e) {
                if (attempt == TRIES || !Failures.lostARace(e) || !pause(attempt)) {
                    throw e;
                }
            }
        }
    }

    /** True while the calling thread is inside a transaction of any database. */
    public static boolean active() {
        return CURRENT.get() != null;
    }

    /** After the connection went back, so that an effect may begin a transaction of its own. */
    private static <T extends @Nullable Object> T finish(Finished<T> finished) {
        for (Runnable effect : finished.afterCommit) {
            try {
                effect.run();
            } catch (RuntimeException e) {
                // the caller must not take what is committed for failed, and the other effects are owed, too
                log.error("tx.effect-failed name={}", finished.name, e);
            }
        }
        return finished.result;
    }

    private static boolean pause(int attempt) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(FIRST_PAUSE_MILLIS << attempt) + 1L);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private <T extends @Nullable Object> Finished<T> once(String name, boolean readOnly, Function<Scope, T> work) {
        if (active()) {
            throw new IllegalStateException(name + " begun inside " + CURRENT.get());
        }
        Connection connection = pool.take(readOnly);
        CURRENT.set(name);
        try {
            prepare(connection, readOnly);
            return inSession(name, connection, readOnly, work);
        } catch (SQLException e) {
            throw Failures.gone(e);
        } catch (RuntimeException e) {
            throw Failures.translate(name, e);
        } finally {
            CURRENT.remove();
            pool.giveBack(connection, readOnly);
        }
    }

    private void prepare(Connection connection, boolean readOnly) throws SQLException {
        if (readOnly) {
            connection.setReadOnly(true);
        }
        if (lockTimeoutSql != null) {
            try (var statement = connection.createStatement()) {
                statement.execute(lockTimeoutSql);
            }
        }
    }

    private <T extends @Nullable Object> Finished<T> inSession(
            String name, Connection connection, boolean readOnly, Function<Scope, T> work) {
        try (Session session = sessions.get().connection(connection).openSession()) {
            session.setDefaultReadOnly(readOnly);
            session.setHibernateFlushMode(readOnly ? FlushMode.MANUAL : FlushMode.AUTO);
            var transaction = session.getTransaction();
            transaction.setTimeout(timeoutSeconds);
            transaction.begin();
            try {
                var scope = new Scope(session);
                T result = work.apply(scope);
                scope.beforeCommit.forEach(step -> step.accept(scope));
                transaction.commit();
                return new Finished<>(name, result, scope.afterCommit);
            } finally {
                if (transaction.isActive()) {
                    rollBack(transaction::rollback);
                }
            }
        }
    }

    /** The failure that led here is the one to tell; the pool rolls back what this could not. */
    private static void rollBack(Runnable rollback) {
        try {
            rollback.run();
        } catch (RuntimeException e) {
            // the connection is gone, and the transaction with it
        }
    }

    private record Finished<T extends @Nullable Object>(String name, T result, List<Runnable> afterCommit) {}

    /** A running transaction. Lives no longer than the call that received it, and on its thread only. */
    public static final class Scope {
        private final Session session;
        private final Map<Object, Object> attachments = new HashMap<>();
        private final List<Consumer<Scope>> beforeCommit = new ArrayList<>();
        private final List<Runnable> afterCommit = new ArrayList<>();
        private @Nullable Instant databaseTime;

        private Scope(Session session) {
            this.session = session;
        }

        public Session session() {
            return session;
        }

        /**
         * A change that requests run often, in SQL, with a {@code ?} for each value: Hibernate translates each other change anew.
         * A collection takes the place of one, where it is the list of an {@code in}. What the session holds unflushed is
         * written first; what it has read stays in it as it was.
         *
         * @return how many rows it changed
         */
        public int change(String sql, @Nullable Object... values) {
            return new DirectStatement(sql, values).change(session.unwrap(SharedSessionContractImplementor.class));
        }

        /**
         * A query for many rows that requests run often, in SQL, with values as {@link #change} takes them: Hibernate spends more
         * on a row than the database does. What the session holds unflushed is written first.
         *
         * @param sql gives a limited number of rows: all of them are held
         */
        public <R> List<R> rows(RowReader<R> reader, String sql, @Nullable Object... values) {
            return new DirectStatement(sql, values)
                    .rows(session.unwrap(SharedSessionContractImplementor.class), reader);
        }

        /**
         * A session without memory on the same connection, for many rows at once ({@code insertMultiple},
         * {@code getMultiple}). What {@link #session} holds unflushed is not seen by it. Close it after use.
         */
        public StatelessSession stateless() {
            return session.statelessWithOptions().connection().openStatelessSession();
        }

        /**
         * Runs only if the transaction commits, after its connection has gone back, in the order of the calls. What it
         * throws is logged and stops neither the caller nor the other effects.
         */
        public void afterCommit(Runnable action) {
            afterCommit.add(action);
        }

        /** What {@code owner} gathers while this transaction runs; made with its first use. */
        <A> A attachment(Object owner, Class<A> type, Supplier<A> first) {
            return type.cast(attachments.computeIfAbsent(owner, unused -> first.get()));
        }

        /** Runs inside the transaction when its work is done. */
        void beforeCommit(Consumer<Scope> step) {
            beforeCommit.add(step);
        }

        /**
         * When this transaction began by the clock of the database, which all nodes share; to the microsecond. Costs a
         * statement the first time.
         */
        public Instant databaseTime() {
            Instant known = databaseTime;
            if (known == null) {
                known = session.createNativeQuery("select current_timestamp as now_at", Instant.class)
                        .addScalar("now_at", Instant.class)
                        .getSingleResult();
                databaseTime = known;
            }
            return known;
        }
    }
}
