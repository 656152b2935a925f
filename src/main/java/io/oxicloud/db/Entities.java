package io.oxicloud.db;

import java.util.List;

/** The rows this package owns. */
public final class Entities {
    public static final List<Class<?>> CLASSES = List.of(
            ChangeCounterEntity.class,
            ChangeEntryEntity.class,
            ClusterEventEntity.class,
            LeaseEntity.class,
            OwnSecretEntity.class,
            SealedCheckEntity.class,
            StoredSettingEntity.class,
            WorkEntity.class);

    private Entities() {}
}
