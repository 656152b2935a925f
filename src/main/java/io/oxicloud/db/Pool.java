package io.oxicloud.db;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Connections for one kind of work, never more than its permits. Over our own pool the permits equal its size; over the
 * container's DataSource they are what keeps background work from starving requests. Thread-safe.
 *
 * <p>Work that changes something gets no more than three quarters of the permits: who changes may wait for rows that others
 * hold, and many who wait for the same one must not keep readers out, who wait for nobody.
 */
final class Pool {
    private static final int READERS_SHARE = 4;

    private final DataSource connections;
    private final Semaphore permits;
    private final Semaphore writing;
    private final Duration patience;
    private final boolean foreign;

    /** @param foreign others use these connections, too, and get them back as they were */
    Pool(DataSource connections, int permits, Duration patience, boolean foreign) {
        this.connections = connections;
        this.foreign = foreign;
        this.permits = new Semaphore(permits, true);
        this.writing = new Semaphore(permits - permits / READERS_SHARE, true);
        this.patience = patience;
    }

    /**
     * A connection without auto-commit, to be given back with {@link #giveBack}.
     *
     * @throws CloudException BUSY if all stay in use for longer than the patience; BACKEND_DOWN if none can be had
     */
    Connection take(boolean readOnly) {
        long end = System.nanoTime() + patience.toNanos();
        if (!readOnly) {
            await(writing, end);
        }
        boolean taken = false;
        try {
            Connection connection = connect(end);
            taken = true;
            return connection;
        } finally {
            if (!taken && !readOnly) {
                writing.release();
            }
        }
    }

    private Connection connect(long end) {
        await(permits, end);
        boolean taken = false;
        try {
            Connection connection = connections.getConnection();
            if (foreign) {
                connection.setAutoCommit(false);
            }
            taken = true;
            return connection;
        } catch (SQLException e) {
            throw Failures.gone(e);
        } finally {
            if (!taken) {
                permits.release();
            }
        }
    }

    private static void await(Semaphore turn, long end) {
        try {
            if (!turn.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new CloudException(ErrorCode.BUSY, "all connections to the database are in use, try again")
                        .withRetryAfter(Failures.SOON);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failures.gone(e);
        }
    }

    /** A connection that cannot even be closed is the pool's to bury. */
    void giveBack(Connection connection, boolean readOnly) {
        try (connection) {
            if (foreign) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
            connection.setReadOnly(false);
        } catch (SQLException e) {
            // whoever used it has seen the same failure
        } finally {
            permits.release();
            if (!readOnly) {
                writing.release();
            }
        }
    }
}
