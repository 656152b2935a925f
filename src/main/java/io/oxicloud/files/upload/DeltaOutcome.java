package io.oxicloud.files.upload;

import io.oxicloud.base.Hash;
import io.oxicloud.files.Written;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a commit.
 *
 * @param written null if chunks are missing
 * @param missing each once, in the order of their first use
 */
public record DeltaOutcome(@Nullable Written written, List<Hash> missing) {
    public DeltaOutcome {
        missing = List.copyOf(missing);
    }

    static DeltaOutcome of(Written written) {
        return new DeltaOutcome(written, List.of());
    }
}
