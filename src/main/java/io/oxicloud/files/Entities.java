package io.oxicloud.files;

import io.oxicloud.files.upload.UploadEntities;
import java.util.List;
import java.util.stream.Stream;

/** The rows this package keeps, for the database to know. */
public final class Entities {
    public static final List<Class<?>> CLASSES = Stream.concat(
                    Stream.of(
                            NodeEntity.class,
                            RevisionEntity.class,
                            TrashEntity.class,
                            TreeChangeEntity.class,
                            LockEntity.class,
                            DeadPropertyEntity.class,
                            FavoriteEntity.class,
                            RecentEntity.class),
                    UploadEntities.CLASSES.stream())
            .toList();

    private Entities() {}
}
