package io.oxicloud.blob;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The storage gave bytes that are not those that were put. Trying again does not help. */
public final class DamagedBlobException extends IOException {
    private static final long serialVersionUID = 1L;

    public DamagedBlobException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
