package io.oxicloud.rest.storage;

import io.oxicloud.chunk.job.Checks;
import io.oxicloud.chunk.job.Moves;
import io.oxicloud.chunk.job.Rekeys;
import io.oxicloud.chunk.job.Sweeps;
import java.util.List;
import java.util.function.Supplier;

/**
 * What this package is an edge of.
 *
 * @param state how the storage fares
 */
public record StorageDoors(Supplier<StorageState> state, Moves moves, Checks checks, Sweeps sweeps, Rekeys rekeys) {
    /** One resource for each kind of work. */
    public List<Object> resources() {
        return List.of(
                new AdminStorageResource(state),
                new MigrationResource(moves),
                new CheckResource(checks),
                new SweepResource(sweeps),
                new KeysResource(rekeys));
    }
}
