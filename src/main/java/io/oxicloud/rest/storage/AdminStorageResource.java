package io.oxicloud.rest.storage;

import io.oxicloud.rest.Operation;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.function.Supplier;

/** Where contents are kept, for administrators. */
@Path("/admin/storage")
@Produces(MediaType.APPLICATION_JSON)
public final class AdminStorageResource {
    private final Supplier<StorageState> storage;

    AdminStorageResource(Supplier<StorageState> storage) {
        this.storage = storage;
    }

    @GET
    @Operation("How the storage of contents fares, and what the answering node asked of it since its start")
    public StorageState state() {
        return storage.get();
    }
}
