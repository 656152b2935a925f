package io.oxicloud.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** What runs here. */
@Path("/version")
@Produces(MediaType.APPLICATION_JSON)
public final class VersionResource {
    record Version(String name, String version) {}

    private final Version version;

    VersionResource(String version) {
        this.version = new Version("OxiCloud", version);
    }

    @GET
    @Public
    @Operation("Name and version of the product")
    public Version get() {
        return version;
    }
}
