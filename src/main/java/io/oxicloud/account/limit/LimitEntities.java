package io.oxicloud.account.limit;

import java.util.List;

/** The rows this room keeps. */
public final class LimitEntities {
    public static final List<Class<?>> CLASSES = List.of(RateWindowEntity.class, BlockEntity.class);

    private LimitEntities() {}
}
