package io.oxicloud.files;

import io.oxicloud.base.Lineage;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where the history of a folder stands, and what it knows of one of its numbers.
 *
 * @param below of its row
 * @param prunedTo up to this number it has gaps
 * @param lastNode of the newest change; null before the first
 * @param askedNode of the change that was asked about; null if there is none
 */
record SyncPoint(
        Lineage lineage,
        NodeKind kind,
        long changes,
        long below,
        long prunedTo,
        @Nullable UUID lastNode,
        @Nullable Instant lastAt,
        @Nullable UUID askedNode,
        @Nullable Instant askedAt) {
    /** For a reader who knows all there is. */
    SyncToken head() {
        return new SyncToken(lineage.self(), changes, stamp(lastNode, lastAt));
    }

    /** Whether it can be said what happened since. */
    boolean knows(SyncToken token) {
        return token.folder().equals(lineage.self())
                && token.number() <= changes
                && token.known() <= token.number()
                && token.known() >= prunedTo
                && (token.number() == 0 || askedNode != null)
                && token.stamp() == stamp(askedNode, askedAt);
    }

    private long stamp(@Nullable UUID node, @Nullable Instant at) {
        long change = node == null || at == null ? 0 : SyncToken.stamp(node, at);
        return SyncToken.stamp(change, RestoredBackup.epochOf(below));
    }
}
