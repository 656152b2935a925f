package io.oxicloud.audit;

import java.util.List;

/** The rows this package owns. */
public final class Entities {
    public static final List<Class<?>> CLASSES = List.of(AuditEntity.class);

    private Entities() {}
}
