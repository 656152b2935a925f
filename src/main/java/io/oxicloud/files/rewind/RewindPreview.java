package io.oxicloud.files.rewind;

import io.oxicloud.base.Page;
import java.util.Map;

/**
 * What a rewind would do.
 *
 * @param counts how many nodes need each step
 * @param page some of them
 */
public record RewindPreview(Map<RewindStep, Integer> counts, Page<RewindItem> page) {
    public RewindPreview {
        counts = Map.copyOf(counts);
    }
}
