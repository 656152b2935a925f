package io.oxicloud.dav.condition;

import java.time.Instant;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What conditions ask about a resource.
 *
 * @param etag with its quotation marks; null where nothing is
 * @param modified null where nothing is
 * @param locks the tokens of all locks that it lies in the scope of, and of other states it is in; asked only if a condition
 *     speaks of tokens
 */
public record ResourceState(@Nullable String etag, @Nullable Instant modified, Supplier<Set<String>> locks) {
    /** Nothing is there, and nothing above locks it. */
    public static final ResourceState ABSENT = new ResourceState(null, null, Set::of);
}
