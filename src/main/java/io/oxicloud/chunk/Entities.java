package io.oxicloud.chunk;

import java.util.List;

/** The rows this package owns. */
public final class Entities {
    public static final List<Class<?>> CLASSES =
            List.of(ManifestEntity.class, ChunkEntity.class, LeaseEntity.class, PinEntity.class, RemovalEntity.class);

    private Entities() {}
}
