package io.oxicloud.files;

import io.oxicloud.access.Permission;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.Elsewhere;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Tx;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a caller counts on around the node that changes: locks in whose scope it lies, and the state of other places.
 *
 * <p>The rows of those places are locked with the others that the change locks, so that of two changes, each of which counts on
 * what the other one changes, only one is done. To be asked before anything is changed. Costs nothing where a caller counts on
 * nothing.
 */
final class Surroundings {
    private final Nodes nodes = new Nodes();
    private final LockRows locks = new LockRows();
    private final SyncRows sync = new SyncRows();

    /** These rows and those of the places that the caller counts on, to be locked together. */
    Collection<UUID> with(Precondition asked, Collection<UUID> rows) {
        if (asked.elsewhere().isEmpty()) {
            return rows;
        }
        Set<UUID> all = new HashSet<>(rows);
        asked.elsewhere().forEach(each -> all.add(each.spot().node().value()));
        return all;
    }

    /**
     * @param node the target, or the folder that it would lie in
     * @param newName of a target that is not there yet, else null
     * @throws CloudException STALE_ETAG
     */
    void require(Tx.Scope scope, Change change, Precondition asked, Lineage node, @Nullable String newName) {
        if (!asked.heldLocks().isEmpty()) {
            requireLocks(scope, asked.heldLocks(), node, newName);
        }
        for (Elsewhere each : asked.elsewhere()) {
            require(scope, change, each);
        }
    }

    /** What the caller may not see by now is not there for him, as it would not have been when he asked first. */
    private void require(Tx.Scope scope, Change change, Elsewhere asked) {
        Node found = nodes.find(scope, asked.spot().node())
                .filter(node -> change.rights().test(node.lineage(), Permission.READ))
                .orElse(null);
        String name = asked.spot().name();
        Node there = found == null || name == null
                ? found
                : nodes.child(scope, found.id(), name).orElse(null);
        String etag = there == null ? null : there.etag();
        if ((asked.etag() != null && !asked.etag().equals(etag))
                || (etag != null && asked.notEtags().contains(etag))) {
            throw changed();
        }
        if (!asked.heldLocks().isEmpty()) {
            requireLocks(scope, asked.heldLocks(), Optional.ofNullable(there == null ? found : there), name);
        }
        if (!asked.syncTokens().isEmpty()) {
            requireTokens(scope, asked.syncTokens(), there);
        }
    }

    private void requireLocks(Tx.Scope scope, Set<String> tokens, Optional<Node> place, @Nullable String newName) {
        requireLocks(scope, tokens, place.orElseThrow(Surroundings::changed).lineage(), newName);
    }

    /** A lock that waits for a name is as good as one on what takes it. */
    private void requireLocks(Tx.Scope scope, Set<String> tokens, Lineage place, @Nullable String newName) {
        Set<String> inForce = locks.on(scope, LockRows.way(place)).stream()
                .filter(lock -> lock.covers(place)
                        || (newName != null
                                && newName.equals(lock.waitsFor())
                                && lock.root().equals(place)))
                .map(FileLock::token)
                .collect(Collectors.toSet());
        if (!inForce.containsAll(tokens)) {
            throw new CloudException(ErrorCode.STALE_ETAG, "a lock has ended in the meantime");
        }
    }

    private void requireTokens(Tx.Scope scope, Set<String> tokens, @Nullable Node folder) {
        Set<String> current = folder == null
                ? Set.of()
                : sync.points(scope, List.of(folder.id().value())).stream()
                        .map(point -> point.head().text())
                        .collect(Collectors.toSet());
        if (!current.containsAll(tokens)) {
            throw changed();
        }
    }

    private static CloudException changed() {
        return new CloudException(ErrorCode.STALE_ETAG, "what the If header speaks of was changed in the meantime");
    }
}
