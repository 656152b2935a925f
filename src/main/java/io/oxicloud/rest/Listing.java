package io.oxicloud.rest;

import io.oxicloud.base.Page;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list as the API writes it.
 *
 * @param nextCursor to be given back as {@code cursor} for what follows; absent on the last page
 */
public record Listing<T>(List<T> items, @Nullable String nextCursor) {
    public Listing {
        items = List.copyOf(items);
    }

    public static <R, T> Listing<T> of(Page<R> page, Function<R, T> view) {
        return new Listing<>(page.items().stream().map(view).toList(), page.next());
    }
}
