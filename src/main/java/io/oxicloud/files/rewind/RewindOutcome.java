package io.oxicloud.files.rewind;

import io.oxicloud.base.NodeId;
import java.util.List;
import java.util.Map;

/**
 * What a rewind did.
 *
 * @param done how many nodes had each step done
 * @param left what could not be done, some of it
 * @param leftCount how much that is in all
 * @param finished false if there was more to do than one call does: to be called again
 */
public record RewindOutcome(Map<RewindStep, Integer> done, List<Left> left, int leftCount, boolean finished) {
    public RewindOutcome {
        done = Map.copyOf(done);
        left = List.copyOf(left);
    }

    /** A node that stays as it is, and why. */
    public record Left(NodeId id, String name, String why) {}
}
