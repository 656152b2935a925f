package io.oxicloud.chunk;

import java.util.List;

/** The rows this package owns. */
public final class Entities {
    public static final List<Class<?>> CLASSES = List.of(
            ManifestEntity.class,
            ChunkEntity.class,
            ChunkHolderEntity.class,
            UploadLeaseEntity.class,
            PinEntity.class,
            PendingChunkEntity.class,
            RemovalEntity.class);

    private Entities() {}
}
