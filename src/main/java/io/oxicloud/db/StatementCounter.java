package io.oxicloud.db;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the statements that Hibernate prepares, which is the round trips but for a batch: that is one, however many rows
 * it has. Commits are not counted, nor are {@link ClusterEvents}' polls. Thread-safe; a budget test wants the database for itself.
 */
public final class StatementCounter {
    private final LongAdder count = new LongAdder();

    /** Statements since the start or the last {@link #reset}. */
    public long count() {
        return count.sum();
    }

    public void reset() {
        count.reset();
    }

    /** Shaped as Hibernate's statement inspector. */
    String inspect(String sql) {
        count.increment();
        return sql;
    }
}
