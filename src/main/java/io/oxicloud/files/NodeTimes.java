package io.oxicloud.files;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * When a node is said to have been made and changed, by a client that keeps a copy of it and knows better.
 *
 * @param created null leaves it as it is
 * @param modified null leaves it as it is
 */
public record NodeTimes(@Nullable Instant created, @Nullable Instant modified) {
    public static final NodeTimes UNCHANGED = new NodeTimes(null, null);

    public NodeTimes {
        created = stored(created);
        modified = stored(modified);
    }

    /** In whole microseconds, as both databases keep it. */
    private static @Nullable Instant stored(@Nullable Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.MICROS);
    }

    /** @return whether that changed anything */
    boolean set(NodeEntity node) {
        Instant made = created == null ? node.createdAt : created;
        Instant changed = modified == null ? node.modifiedAt : modified;
        if (made.equals(node.createdAt) && changed.equals(node.modifiedAt)) {
            return false;
        }
        node.createdAt = made;
        node.modifiedAt = changed;
        return true;
    }
}
