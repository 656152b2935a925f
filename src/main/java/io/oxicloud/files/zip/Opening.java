package io.oxicloud.files.zip;

import io.oxicloud.base.ByteRange;
import io.oxicloud.chunk.PendingContent;

/** Begins to open a part of what an entry holds. */
@FunctionalInterface
interface Opening {
    /** @param index of the entry in its plan */
    PendingContent begin(int index, ByteRange range);
}
