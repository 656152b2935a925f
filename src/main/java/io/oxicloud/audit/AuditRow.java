package io.oxicloud.audit;

import io.oxicloud.base.Actor;
import io.oxicloud.base.UserId;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One thing that was done, or refused.
 *
 * @param actor the user who did it; null if it was nobody in particular or a job
 * @param job the job that did it, as {@link Actor.Job} names it; else null
 * @param event stable name, the area first: {@code login.rejected}
 */
public record AuditRow(
        UUID id,
        Instant at,
        @Nullable UserId actor,
        @Nullable String job,
        String event,
        Map<String, String> details) {
    public AuditRow {
        details = Map.copyOf(details);
    }
}
