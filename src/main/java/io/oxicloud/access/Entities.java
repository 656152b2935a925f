package io.oxicloud.access;

import java.util.List;

/** The rows this package keeps, for the database to know. */
public final class Entities {
    public static final List<Class<?>> CLASSES = List.of(GrantEntity.class);

    private Entities() {}
}
