package io.oxicloud.account.session;

import java.util.List;

/** The rows this room keeps. */
public final class SessionEntities {
    public static final List<Class<?>> CLASSES =
            List.of(SessionEntity.class, RefreshTokenEntity.class, SigningKeyEntity.class);

    private SessionEntities() {}
}
