package io.oxicloud.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** The description of this API, for programs. Written once, when somebody asks for it first. */
@Path("/openapi.json")
@Produces(MediaType.APPLICATION_JSON)
public final class OpenApiResource {
    private final Supplier<byte[]> writer;
    private final AtomicReference<byte[]> document = new AtomicReference<>(new byte[0]);

    OpenApiResource(Supplier<byte[]> writer) {
        this.writer = writer;
    }

    @GET
    @Public
    @Operation("The OpenAPI document of this API")
    public Response get() {
        byte[] bytes = document.updateAndGet(known -> known.length == 0 ? writer.get() : known);
        return Response.ok(bytes).build();
    }
}
