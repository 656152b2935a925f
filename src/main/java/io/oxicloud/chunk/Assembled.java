package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of putting a content together from chunks that are there.
 *
 * @param lease of the content, to be adopted or closed; null if chunks are missing
 * @param missing chunks that are not there for the one who asks, each once, in the order of their first use
 */
public record Assembled(@Nullable ContentLease lease, List<Hash> missing) {
    public Assembled {
        missing = List.copyOf(missing);
    }
}
