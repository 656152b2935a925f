package io.oxicloud.audit;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Page;
import io.oxicloud.db.Tx;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The book of logins, grants and refusals: a row each, and a line of the logger {@code audit.<area>} where the area is what
 * stands before the first dot of the event. Details hold no secret. Thread-safe.
 */
public final class Audit {
    private final Tx tx;
    private final Ids ids;
    private final Clock clock;
    private final AuditRows rows = new AuditRows();

    public Audit(Tx tx, Ids ids, Clock clock) {
        this.tx = tx;
        this.ids = ids;
        this.clock = clock;
    }

    /** The row is part of the transaction; the line is written once that has committed. */
    public void record(Tx.Scope scope, Actor actor, String event, Map<String, String> details) {
        String text = Details.write(details);
        var row = new AuditEntity(ids.next(), clock.instant().truncatedTo(ChronoUnit.MICROS), kind(actor), event, text);
        if (actor instanceof Actor.User user) {
            row.actorId = user.id().value();
        } else if (actor instanceof Actor.Job job) {
            row.job = job.job();
        }
        scope.session().persist(row);
        scope.afterCommit(() -> logger(event).info("{} actor={} {}", event, actor, text));
    }

    /** In a transaction of its own, for what has none: a refusal. */
    public void note(Actor actor, String event, Map<String, String> details) {
        tx.write("audit.note", scope -> {
            record(scope, actor, event, details);
            return event;
        });
    }

    /**
     * Rows, newest first.
     *
     * @throws CloudException UNAUTHENTICATED or FORBIDDEN unless the caller is an administrator, INVALID_INPUT for a cursor
     *     that no page gave
     */
    public Page<AuditRow> query(Actor admin, AuditQuery query) {
        if (!admin.user().admin()) {
            throw new CloudException(ErrorCode.FORBIDDEN, "only administrators read the audit log");
        }
        List<AuditRow> page = tx.read("audit.query", scope -> rows.page(scope, query));
        return Page.of(page, query.limit(), AuditCursor::of);
    }

    private static Logger logger(String event) {
        int dot = event.indexOf('.');
        return LoggerFactory.getLogger("audit." + (dot < 0 ? event : event.substring(0, dot)));
    }

    private static ActorKind kind(Actor actor) {
        if (actor instanceof Actor.User) {
            return ActorKind.USER;
        }
        return actor instanceof Actor.Job ? ActorKind.JOB : ActorKind.ANONYMOUS;
    }
}
