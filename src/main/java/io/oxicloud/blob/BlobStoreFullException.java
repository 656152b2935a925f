package io.oxicloud.blob;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** There is no room left in the store, or in the share of it that is ours. */
public final class BlobStoreFullException extends IOException {
    private static final long serialVersionUID = 1L;

    public BlobStoreFullException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
