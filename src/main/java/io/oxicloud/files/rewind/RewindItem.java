package io.oxicloud.files.rewind;

import io.oxicloud.base.NodeId;
import java.util.Set;

/**
 * A node that is not as it was.
 *
 * @param name that it has now
 * @param formerName that it had then; the same for what was not there
 * @param steps what has to be done to it, one at least
 */
public record RewindItem(NodeId id, boolean folder, String name, String formerName, Set<RewindStep> steps) {
    public RewindItem {
        steps = Set.copyOf(steps);
    }
}
