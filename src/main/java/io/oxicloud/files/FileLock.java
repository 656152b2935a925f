package io.oxicloud.files;

import io.oxicloud.base.Lineage;
import io.oxicloud.base.UserId;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A write lock in force at the moment of the look-up.
 *
 * @param root the node it was taken on
 * @param holder whose requests may submit its token
 * @param deep also for all that lies in the root
 * @param owner whom the client named as its owner, XML as it came; empty if nobody
 * @param remaining until it ends, by the clock of the database; above zero
 * @param waitsFor null for a lock that is in force. Else its file was moved away by its holder: it covers nothing, and goes on
 *     if something takes this name in {@code root} soon
 */
public record FileLock(
        UUID id,
        Lineage root,
        UserId holder,
        LockKind kind,
        boolean deep,
        String owner,
        Duration remaining,
        @Nullable String waitsFor) {
    private static final String SCHEME = "urn:uuid:";

    /** Its URI (RFC 4918 section 6.5). Not a secret: it counts for its holder only. */
    public String token() {
        return SCHEME + id;
    }

    /** It was taken on this node, or on a folder above it for all that lies within. */
    public boolean covers(Lineage node) {
        if (waitsFor != null) {
            return false;
        }
        return root.self().equals(node.self())
                || (deep && node.isWithin(root.self().value()));
    }
}
