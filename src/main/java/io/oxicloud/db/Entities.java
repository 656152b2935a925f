package io.oxicloud.db;

import java.util.List;

/** The rows this package owns. */
public final class Entities {
    public static final List<Class<?>> CLASSES = List.of(ClusterEventEntity.class);

    private Entities() {}
}
