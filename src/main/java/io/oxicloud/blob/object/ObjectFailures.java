package io.oxicloud.blob.object;

import io.oxicloud.blob.BlobStoreFullException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import org.jspecify.annotations.Nullable;

/**
 * What a service's refusal means. Nothing of what it says but its code goes into the message, for its sentences may repeat
 * what was signed, and addresses may hold a signature.
 */
public final class ObjectFailures {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int INSUFFICIENT_STORAGE = 507;

    private ObjectFailures() {}

    /**
     * @param what the service, and what was asked for
     * @param code the service's own word for it, if it has one
     */
    public static IOException refused(String what, int status, @Nullable String code) {
        String reason = code == null || code.isEmpty() ? String.valueOf(status) : status + " " + code;
        if (status == INSUFFICIENT_STORAGE || saysFull(code)) {
            return new BlobStoreFullException(what + ": " + reason, null);
        }
        if (status == UNAUTHORIZED || status == FORBIDDEN) {
            return new AccessDeniedException(what, null, reason);
        }
        return new IOException(what + ": " + reason);
    }

    /** Ceph says QuotaExceeded; MinIO has a code for a bucket's quota and one for a full disk, both with its name before. */
    private static boolean saysFull(@Nullable String code) {
        return code != null && (code.endsWith("QuotaExceeded") || code.endsWith("StorageFull"));
    }
}
