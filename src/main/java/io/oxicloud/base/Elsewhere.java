package io.oxicloud.base;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must still be true of another place than the one that changes, when the change is committed: what a tagged list of an
 * {@code If} header asked of it and found (RFC 4918 section 10.4).
 *
 * @param etag what is there must have; null asks nothing
 * @param notEtags what is there must have none of these, if anything is there
 * @param heldLocks tokens of locks in whose scope the place must still lie
 * @param syncTokens each must still be that of the folder that is there
 */
public record Elsewhere(
        Spot spot, @Nullable String etag, Set<String> notEtags, Set<String> heldLocks, Set<String> syncTokens) {
    public Elsewhere {
        notEtags = Set.copyOf(notEtags);
        heldLocks = Set.copyOf(heldLocks);
        syncTokens = Set.copyOf(syncTokens);
    }

    /**
     * A place as it was found.
     *
     * @param node what was there, or the folder in which nothing was
     * @param name of what was not there in that folder; null if something was
     */
    public record Spot(NodeId node, @Nullable String name) {}
}
