package io.oxicloud.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.function.Supplier;

/** How well this node remembers. */
@Path("/admin/caches")
@Produces(MediaType.APPLICATION_JSON)
public final class AdminCachesResource {
    private final Supplier<List<CacheUse>> caches;

    AdminCachesResource(Supplier<List<CacheUse>> caches) {
        this.caches = caches;
    }

    @GET
    @Operation("What each cache of the answering node did since its start, by name")
    public List<CacheUse> list() {
        return caches.get();
    }
}
