package io.oxicloud.base;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param next where the next page begins, or null on the last one; opaque to callers
 */
public record Page<T>(List<T> items, @Nullable String next) {
    public Page {
        items = List.copyOf(items);
    }

    /** Cuts what a query with {@code limit + 1} gave; the extra row only tells that there is more. */
    public static <T> Page<T> of(List<T> rows, int limit, java.util.function.Function<T, String> cursor) {
        if (rows.size() <= limit) {
            return new Page<>(rows, null);
        }
        return new Page<>(rows.subList(0, limit), cursor.apply(rows.get(limit - 1)));
    }
}
