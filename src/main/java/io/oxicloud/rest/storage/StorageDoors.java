package io.oxicloud.rest.storage;

import io.oxicloud.chunk.job.Moves;
import java.util.List;
import java.util.function.Supplier;

/**
 * What this package is an edge of.
 *
 * @param state how the storage fares
 */
public record StorageDoors(Supplier<StorageState> state, Moves moves) {
    /** One resource for each kind of work. */
    public List<Object> resources() {
        return List.of(new AdminStorageResource(state), new MigrationResource(moves));
    }
}
