package io.oxicloud.blob.object;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list of objects.
 *
 * @param next what to ask for the next page with; null if this is the last one
 */
public record ObjectPage(List<Item> items, @Nullable String next) {
    public ObjectPage {
        items = List.copyOf(items);
    }

    /** An object as it is listed. */
    public record Item(String key, long size, Instant changed) {}
}
