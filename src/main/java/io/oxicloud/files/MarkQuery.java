package io.oxicloud.files;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which page of a list of a user's own is wanted.
 *
 * @param reverse the order the other way round
 * @param kinds what is shown; empty for everything
 * @param cursor {@link io.oxicloud.base.Page#next} of the page before, in the same order; null, or what is no such cursor, for
 *     the first page
 * @param limit 1 to 1,000; what lies outside is moved in
 */
public record MarkQuery(
        MarkOrder order,
        boolean reverse,
        Set<NodeKind> kinds,
        @Nullable String cursor,
        int limit) {
    static final int MAX_PAGE = 1_000;

    public MarkQuery {
        kinds = kinds.isEmpty() ? Set.of(NodeKind.values()) : Set.copyOf(kinds);
        limit = Math.max(1, Math.min(limit, MAX_PAGE));
    }
}
