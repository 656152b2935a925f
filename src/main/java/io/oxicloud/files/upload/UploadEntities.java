package io.oxicloud.files.upload;

import java.util.List;

/** The rows this room keeps. */
public final class UploadEntities {
    public static final List<Class<?>> CLASSES = List.of(HeldBytesEntity.class);

    private UploadEntities() {}
}
