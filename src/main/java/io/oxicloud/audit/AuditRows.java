package io.oxicloud.audit;

import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads {@code audit_event} by keyset; conditions that are not asked for do not appear in the statement. */
final class AuditRows {
    /** One more than the limit, if there are so many. */
    List<AuditRow> page(Tx.Scope scope, AuditQuery query) {
        var where = new StringBuilder("where 1 = 1");
        Map<String, Object> values = conditions(query, where);
        var select = scope.session()
                .createSelectionQuery(
                        "select a.id, a.at, a.actorId, a.job, a.event, a.details from AuditEntity a " + where
                                + " order by a.at desc, a.id desc",
                        Row.class)
                .setMaxResults(query.limit() + 1);
        values.forEach(select::setParameter);
        return select.getResultStream().map(Row::shown).toList();
    }

    private static Map<String, Object> conditions(AuditQuery query, StringBuilder where) {
        var values = new HashMap<String, Object>();
        if (query.actor() != null) {
            where.append(" and a.actorId = :actor");
            values.put("actor", query.actor().value());
        }
        if (!query.events().isEmpty()) {
            where.append(" and a.event >= :events and a.event < :eventsEnd");
            values.put("events", query.events());
            values.put("eventsEnd", query.events() + '\uffff');
        }
        if (query.from() != null) {
            where.append(" and a.at >= :from");
            values.put("from", query.from().truncatedTo(ChronoUnit.MICROS));
        }
        if (query.until() != null) {
            where.append(" and a.at < :until");
            values.put("until", query.until().truncatedTo(ChronoUnit.MICROS));
        }
        if (query.cursor() != null) {
            AuditCursor cursor = AuditCursor.parse(query.cursor());
            where.append(" and (a.at, a.id) < (:at, :id)");
            values.put("at", cursor.at());
            values.put("id", cursor.id());
        }
        return values;
    }

    private record Row(
            UUID id,
            Instant at,
            @Nullable UUID actorId,
            @Nullable String job,
            String event,
            String details) {
        AuditRow shown() {
            UserId actor = actorId == null ? null : new UserId(actorId);
            return new AuditRow(id, at, actor, job, event, Details.read(details));
        }
    }
}
