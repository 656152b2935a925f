package io.oxicloud.chunk.job;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a node keeps contents by its settings, in words that hold no secret and are the same for nodes that share a store.
 *
 * @param target where contents are to move, or null
 * @param keyId tells which key new blobs are encrypted with; null where they are not
 */
public record NodeSetup(
        String place, @Nullable String target, @Nullable String keyId) {
    /** Whether new blobs go to the target here, as the job stands. */
    boolean isToTarget(StorageJobEntity move) {
        return move.status != JobStatus.IDLE
                && place.equals(move.source)
                && target != null
                && target.equals(move.target);
    }

    /** What is wrong with running like this while the job stands as it does; empty if nothing is. */
    String complaint(StorageJobEntity move) {
        if (move.status == JobStatus.IDLE || isToTarget(move)) {
            return "";
        }
        if (move.confirmed) {
            return place.equals(move.source)
                    ? "contents have moved from " + move.source + " to " + move.target
                            + ", but the settings STORAGE_* of this node still name the former"
                    : "";
        }
        boolean back = place.equals(move.target) && Objects.equals(target, move.source);
        return back
                ? ""
                : "contents are moving from " + move.source + " to " + move.target
                        + "; until that is completed, the settings STORAGE_* of each node must name the former, and"
                        + " STORAGE_TARGET_* the latter";
    }
}
