package io.oxicloud.benchmarks;

import io.oxicloud.account.Groups;
import io.oxicloud.base.Actor;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Before: one join for each request. Plain JDBC, and groups as if they were known, so that it costs no more than it must.
 */
final class DriveJoin implements DriveArm {
    private static final String QUERY = """
            select d.id, d.name
            from role_grant g join drive d on d.id = g.resource_id
            where g.subject_id = any (?) and g.resource_kind = 'DRIVE'
                and (g.expires_at is null or g.expires_at > current_timestamp)
            order by d.default_for = ? desc nulls last, lower(d.name)
            """;

    private final DataSource pool;

    DriveJoin(DataSource pool) {
        this.pool = pool;
    }

    @Override
    public String name() {
        return "before";
    }

    @Override
    public List<Seen> readable(Actor.User user) {
        try (var connection = pool.getConnection();
                var statement = connection.prepareStatement(QUERY)) {
            UUID id = user.id().value();
            statement.setArray(1, connection.createArrayOf("uuid", new Object[] {id, Groups.INTERNAL.value()}));
            statement.setObject(2, id);
            List<Seen> seen = new ArrayList<>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    seen.add(new Seen(rows.getObject(1, UUID.class), rows.getString(2)));
                }
            }
            return seen;
        } catch (SQLException e) {
            throw new IllegalStateException(QUERY, e);
        }
    }

    @Override
    public @Nullable UUID select(Actor.User user, String name) {
        for (Seen drive : readable(user)) {
            if (drive.name().equals(name)) {
                return drive.id();
            }
        }
        return null;
    }
}
