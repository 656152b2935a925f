package io.oxicloud.files;

import java.util.List;

/** The rows this package keeps, for the database to know. */
public final class Entities {
    public static final List<Class<?>> CLASSES = List.of(
            NodeEntity.class,
            RevisionEntity.class,
            TrashEntity.class,
            TreeChangeEntity.class,
            LockEntity.class,
            DeadPropertyEntity.class,
            FavoriteEntity.class,
            RecentEntity.class);

    private Entities() {}
}
