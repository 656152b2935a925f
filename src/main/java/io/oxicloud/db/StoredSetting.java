package io.oxicloud.db;

import io.oxicloud.base.UserId;
import java.time.Instant;

/**
 * A setting as an administrator left it.
 *
 * @param secret lies sealed in the database, and {@code value} must not be shown or logged
 */
public record StoredSetting(String key, String value, boolean secret, UserId changedBy, Instant changedAt) {
    @Override
    public String toString() {
        return key + "=" + (secret ? "***" : value) + " (" + changedBy + ", " + changedAt + ")";
    }
}
