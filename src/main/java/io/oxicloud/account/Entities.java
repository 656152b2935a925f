package io.oxicloud.account;

import io.oxicloud.account.limit.LimitEntities;
import io.oxicloud.account.session.SessionEntities;
import java.util.List;
import java.util.stream.Stream;

/** The rows this package keeps, for the database to know. */
public final class Entities {
    public static final List<Class<?>> CLASSES = Stream.of(
                    List.<Class<?>>of(
                            SetupClaimEntity.class,
                            UserEntity.class,
                            GroupEntity.class,
                            GroupUserEntity.class,
                            GroupNestingEntity.class,
                            AppPasswordEntity.class),
                    SessionEntities.CLASSES,
                    LimitEntities.CLASSES)
            .flatMap(List::stream)
            .toList();

    private Entities() {}
}
