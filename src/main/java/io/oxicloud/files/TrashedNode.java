package io.oxicloud.files;

import io.oxicloud.base.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something in the trash.
 *
 * @param node as it was when it was deleted
 * @param trashedBy null when the account is gone or the product itself did it
 * @param goesAt from when on it may be gone for good
 */
public record TrashedNode(
        Node node, Instant trashedAt, @Nullable UserId trashedBy, Instant goesAt) {}
