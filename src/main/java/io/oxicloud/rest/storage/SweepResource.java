package io.oxicloud.rest.storage;

import io.oxicloud.chunk.job.Sweeps;
import io.oxicloud.rest.Caller;
import io.oxicloud.rest.Operation;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;

/** Removes contents that nobody needs any more now, and not with the next turn. */
@Path("/admin/internal/trigger-gc")
@Produces(MediaType.APPLICATION_JSON)
public final class SweepResource {
    private final Sweeps sweeps;

    SweepResource(Sweeps sweeps) {
        this.sweeps = sweeps;
    }

    @GET
    @Operation("How the last removal that was asked for stands")
    public SweepDto state(@Context SecurityContext security) {
        return SweepDto.of(sweeps.view(Caller.actor(security)));
    }

    @POST
    @Operation(
            value =
                    "Removes contents that nobody needs, in the background; forced, without the usual grace of forty minutes,"
                            + " which may cut off downloads of what was just deleted",
            status = 202)
    public SweepDto start(
            @QueryParam("force") @DefaultValue("false") boolean force, @Context SecurityContext security) {
        return SweepDto.of(sweeps.start(Caller.actor(security), force));
    }
}
