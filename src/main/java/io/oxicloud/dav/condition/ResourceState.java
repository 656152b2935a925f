package io.oxicloud.dav.condition;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What conditions ask about a resource.
 *
 * @param etag with its quotation marks; null where nothing is
 * @param modified null where nothing is
 * @param locks the tokens of all locks that it lies in the scope of
 */
public record ResourceState(@Nullable String etag, @Nullable Instant modified, Set<String> locks) {
    /** Nothing is there, and nothing above locks it. */
    public static final ResourceState ABSENT = new ResourceState(null, null, Set.of());

    public ResourceState {
        locks = Set.copyOf(locks);
    }
}
