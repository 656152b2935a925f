package io.oxicloud.files;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Many values, cut so that a statement can carry them. */
final class Slices {
    static <T> List<List<T>> of(Collection<T> values, int size) {
        List<T> all = List.copyOf(values);
        List<List<T>> slices = new ArrayList<>();
        for (int from = 0; from < all.size(); from += size) {
            slices.add(all.subList(from, Math.min(all.size(), from + size)));
        }
        return slices;
    }

    private Slices() {}
}
