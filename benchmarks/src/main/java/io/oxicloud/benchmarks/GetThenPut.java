package io.oxicloud.benchmarks;

import io.oxicloud.base.UserId;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/** Before: look, ask the database if there is nothing, put. Plain JDBC, so that it costs no more than it must. */
final class GetThenPut implements FlagsArm {
    private static final String QUERY = "select user_role, active, external from cloud_user where id = ?";

    private final DataSource pool;
    private final UserId user;
    private final Map<UserId, Flags> known = new ConcurrentHashMap<>();
    private final LongAdder missed = new LongAdder();

    GetThenPut(DataSource pool, UserId user) {
        this.pool = pool;
        this.user = user;
    }

    @Override
    public String name() {
        return "before";
    }

    @Override
    public void forget() {
        known.clear();
    }

    @Override
    public Flags ask() {
        Flags flags = known.get(user);
        if (flags == null) {
            missed.increment();
            flags = query();
            known.put(user, flags);
        }
        return flags;
    }

    @Override
    public long missed() {
        return missed.sum();
    }

    private Flags query() {
        try (var connection = pool.getConnection();
                var statement = connection.prepareStatement(QUERY)) {
            statement.setObject(1, user.value());
            try (var rows = statement.executeQuery()) {
                rows.next();
                return new Flags(rows.getString(1).equals("ADMIN"), rows.getBoolean(2), rows.getBoolean(3));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(QUERY, e);
        }
    }
}
