package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.base.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A content that a file has or had.
 *
 * @param id names it for {@link Versions}
 * @param size in bytes
 * @param at since when the file had it
 * @param by who wrote it; null if nobody in particular, or not known any more
 * @param label what somebody called it, or null
 * @param current whether it is the content of now
 */
public record FileVersion(
        String id,
        Hash content,
        long size,
        Instant at,
        @Nullable UserId by,
        @Nullable String label,
        boolean current) {}
