package io.oxicloud.dav.condition;

import io.oxicloud.base.Elsewhere.Spot;
import java.time.Instant;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What conditions ask about a resource.
 *
 * @param etag with its quotation marks; null where nothing is
 * @param modified null where nothing is
 * @param spot where it is or would be; null where nothing can be, or be seen
 * @param locks the tokens of all locks that it lies in the scope of, and of other states it is in; asked only if a condition
 *     speaks of tokens
 */
public record ResourceState(
        @Nullable String etag,
        @Nullable Instant modified,
        @Nullable Spot spot,
        Supplier<Set<String>> locks) {
    /** Nothing is there, and nothing above locks it. */
    public static final ResourceState ABSENT = new ResourceState(null, null, null, Set::of);
}
