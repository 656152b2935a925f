package io.oxicloud.chunk.job;

import java.util.List;

/** The rows this package owns. */
public final class Entities {
    public static final List<Class<?>> CLASSES =
            List.of(StorageJobEntity.class, JobProblemEntity.class, StorageNodeEntity.class);

    private Entities() {}
}
