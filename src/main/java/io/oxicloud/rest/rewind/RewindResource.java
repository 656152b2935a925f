package io.oxicloud.rest.rewind;

import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import io.oxicloud.files.rewind.Rewind;
import io.oxicloud.files.rewind.RewindItem;
import io.oxicloud.files.rewind.RewindOutcome;
import io.oxicloud.files.rewind.RewindPreview;
import io.oxicloud.files.rewind.RewindStep;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Failure;
import io.oxicloud.rest.Operation;
import io.oxicloud.rest.PageSize;
import io.oxicloud.rest.Required;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Brings a folder back to what it was at some time. */
@Path("/folders/{id}/restore-to")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class RewindResource {
    /**
     * @param preview true to be told what would be done, and nothing else
     * @param cursor of a preview: {@code next_cursor} of the page before
     * @param limit of a preview: nodes in a page, 50 if absent
     */
    record RewindRequest(
            Instant at,
            @Nullable Boolean preview,
            @Nullable String cursor,
            @Nullable Integer limit) {
        RewindRequest {
            Required.field("at", at);
        }
    }

    /** How many nodes are brought back out of the trash, to their place, to their content, and put into the trash. */
    record RewindCounts(int undeleted, int placed, int contents, int discarded) {
        static RewindCounts of(Map<RewindStep, Integer> counts) {
            return new RewindCounts(
                    counts.getOrDefault(RewindStep.UNDELETE, 0),
                    counts.getOrDefault(RewindStep.PLACE, 0),
                    counts.getOrDefault(RewindStep.CONTENT, 0),
                    counts.getOrDefault(RewindStep.DISCARD, 0));
        }
    }

    /** @param steps undelete, place, content, discard */
    record RewindChange(UUID id, String resourceType, String name, String formerName, List<String> steps) {
        static RewindChange of(RewindItem item) {
            return new RewindChange(
                    item.id().value(),
                    item.folder() ? "folder" : "file",
                    item.name(),
                    item.formerName(),
                    item.steps().stream()
                            .sorted()
                            .map(step -> step.name().toLowerCase(Locale.ROOT))
                            .toList());
        }
    }

    record RewindLeft(UUID id, String name, String why) {}

    /**
     * @param counts what would be done, or was
     * @param items of a preview: some of what would be
     * @param left what could not be done, some of it
     * @param leftCount how much that is
     * @param finished false if the same request has to be sent again to do the rest
     */
    record RewindAnswer(
            RewindCounts counts,
            List<RewindChange> items,
            @Nullable String nextCursor,
            List<RewindLeft> left,
            int leftCount,
            boolean finished) {}

    private final Rewind rewind;

    public RewindResource(Rewind rewind) {
        this.rewind = rewind;
    }

    @POST
    @Operation(
            value = "Brings a folder back to what it was at some time, or says what that would do",
            failures = {Failure.FORBIDDEN, Failure.NOT_FOUND, Failure.NOT_ALLOWED, Failure.CONFLICT})
    public RewindAnswer restore(@PathParam("id") NodeId folder, RewindRequest body, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        if (Boolean.TRUE.equals(body.preview())) {
            int limit = body.limit() == null ? PageSize.parse(PageSize.DEFAULT).value() : body.limit();
            RewindPreview preview =
                    rewind.preview(actor, folder, body.at(), body.cursor(), new PageSize(limit).value());
            return new RewindAnswer(
                    RewindCounts.of(preview.counts()),
                    preview.page().items().stream().map(RewindChange::of).toList(),
                    preview.page().next(),
                    List.of(),
                    0,
                    false);
        }
        RewindOutcome outcome = rewind.restore(actor, folder, body.at());
        return new RewindAnswer(
                RewindCounts.of(outcome.done()),
                List.of(),
                null,
                outcome.left().stream()
                        .map(one -> new RewindLeft(one.id().value(), one.name(), one.why()))
                        .toList(),
                outcome.leftCount(),
                outcome.finished());
    }
}
