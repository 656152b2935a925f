package io.oxicloud.db;

import java.time.Duration;

/**
 * How many connections, and how long anything may wait.
 *
 * @param requestConnections most connections that serve requests at a time
 * @param maintenanceConnections most connections that background work uses at a time, apart from those of requests
 * @param statementTimeout longest time of one transaction and so of one statement in it; whole seconds
 * @param lockTimeout longest wait for a row that another transaction holds
 */
public record DatabaseSettings(
        int requestConnections, int maintenanceConnections, Duration statementTimeout, Duration lockTimeout) {
    public static final DatabaseSettings DEFAULTS =
            new DatabaseSettings(20, 5, Duration.ofSeconds(30), Duration.ofSeconds(10));

    public DatabaseSettings {
        if (requestConnections < 1 || maintenanceConnections < 1) {
            throw new IllegalArgumentException("a pool needs at least 1 connection, was " + requestConnections
                    + " for requests and " + maintenanceConnections + " for maintenance");
        }
        if (statementTimeout.toSeconds() < 1) {
            throw new IllegalArgumentException("statement time-out must be at least 1 s, was " + statementTimeout);
        }
        if (lockTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("lock time-out must be at least 1 ms, was " + lockTimeout);
        }
    }
}
