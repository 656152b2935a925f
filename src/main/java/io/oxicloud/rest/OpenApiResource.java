package io.oxicloud.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.function.Supplier;

/** The description of this API, for programs. Written once, at the first request. */
@Path("/openapi.json")
@Produces(MediaType.APPLICATION_JSON)
public final class OpenApiResource {
    private final Supplier<byte[]> document;

    OpenApiResource(Supplier<byte[]> document) {
        this.document = document;
    }

    @GET
    @Public
    @Operation("The OpenAPI document of this API")
    public Response get() {
        return Response.ok(document.get()).build();
    }
}
