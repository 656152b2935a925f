package io.oxicloud.benchmarks;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A herd that is all under way before the first answer comes: its table is locked until every caller has found nothing in
 * memory. So the number of queries does not depend on how fast this machine starts threads.
 */
final class Gathered implements HerdLoop.Herd {
    /** From having found nothing to waiting in the database or for a connection. */
    private static final long SETTLE_MILLIS = 2;

    private final FlagsArm arm;
    private final Connection lock;
    private long missedBefore;

    /** @param lock a connection of its own, not one that the arm could need */
    Gathered(FlagsArm arm, Connection lock) {
        this.arm = arm;
        this.lock = lock;
    }

    @Override
    public void makeCold() throws SQLException {
        arm.forget();
        missedBefore = arm.missed();
        lock.setAutoCommit(false);
        try (var statement = lock.createStatement()) {
            statement.execute("lock table cloud_user in access exclusive mode");
        }
    }

    @Override
    public void call() {
        arm.ask();
    }

    @Override
    public long release(int callers) throws SQLException, InterruptedException {
        while (arm.missed() - missedBefore < callers) {
            Thread.sleep(1);
        }
        Thread.sleep(SETTLE_MILLIS);
        long now = System.nanoTime();
        lock.commit();
        return now;
    }
}
