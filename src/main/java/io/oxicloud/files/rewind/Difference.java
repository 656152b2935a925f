package io.oxicloud.files.rewind;

import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A node that is not as it was.
 *
 * @param to where it lay; null if it lies there, or is to be discarded
 */
record Difference(Now now, Past.@Nullable Place to, Set<RewindStep> steps) {
    /** Null if it is as it was. */
    static @Nullable Difference of(Now now, Past past) {
        Set<RewindStep> steps = EnumSet.noneOf(RewindStep.class);
        if (past.absent()) {
            if (now.id().equals(now.trashedUnder())) {
                return null;
            }
            return new Difference(now, null, EnumSet.of(RewindStep.DISCARD));
        }
        Past.Place place = past.place().orElse(null);
        if (place != null && now.trashedUnder() != null) {
            steps.add(RewindStep.UNDELETE);
        }
        if (place != null && !now.liesIn(place.folder(), place.name())) {
            steps.add(RewindStep.PLACE);
        }
        Hash content = past.content().orElse(null);
        if (content != null && !content.equals(now.content())) {
            steps.add(RewindStep.CONTENT);
        }
        return steps.isEmpty() ? null : new Difference(now, place, steps);
    }

    /** The same node, when it turns out that it was not to be seen. */
    Difference discarded() {
        return new Difference(now, null, EnumSet.of(RewindStep.DISCARD));
    }

    UUID id() {
        return now.id();
    }

    boolean places() {
        return steps.contains(RewindStep.UNDELETE) || steps.contains(RewindStep.PLACE);
    }

    boolean discards() {
        return steps.contains(RewindStep.DISCARD);
    }

    RewindItem shown() {
        return new RewindItem(
                new NodeId(now.id()), now.content() == null, now.name(), to == null ? now.name() : to.name(), steps);
    }
}
