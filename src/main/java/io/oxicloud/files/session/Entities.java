package io.oxicloud.files.session;

import java.util.List;

/** The rows this package keeps, for the database to know. */
public final class Entities {
    public static final List<Class<?>> CLASSES = List.of(UploadSessionEntity.class, PieceEntity.class);

    private Entities() {}
}
