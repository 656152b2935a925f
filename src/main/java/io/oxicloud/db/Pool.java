package io.oxicloud.db;

import io.oxicloud.base.CloudException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Connections for one kind of work, never more than its permits. Over our own pool the permits equal its size; over the
 * container's DataSource they are what keeps background work from starving requests. Thread-safe.
 */
final class Pool {
    private final DataSource connections;
    private final Semaphore permits;
    private final Duration patience;
    private final boolean foreign;

    /** @param foreign others use these connections, too, and get them back as they were */
    Pool(DataSource connections, int permits, Duration patience, boolean foreign) {
        this.connections = connections;
        this.foreign = foreign;
        this.permits = new Semaphore(permits, true);
        this.patience = patience;
    }

    /**
     * A connection without auto-commit, to be given back with {@link #giveBack}.
     *
     * @throws CloudException BACKEND_DOWN if there is none within the patience
     */
    Connection take() {
        try {
            if (!permits.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw Failures.gone(new SQLException("all connections are in use"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failures.gone(e);
        }
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

    /** A connection that cannot even be closed is the pool's to bury. */
    void giveBack(Connection connection) {
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
        }
    }
}
