package io.oxicloud.files;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Tx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The one rule on locks (RFC 4918 section 7): what is locked changes only for a holder who submits his token.
 *
 * <p>A lock guards the content and the properties of its node, the list of what lies in it, and, if it is deep, the same of
 * all that lies below. Where several shared locks guard a thing, the token of one is enough.
 *
 * <p>Time passes for a transaction as of its beginning. One that had to wait may find a lock of its own that has ended
 * meanwhile beside the exclusive one that somebody else took then: the token of an exclusive lock is always asked for.
 *
 * <p>Exact only under the row locks of the change: whoever takes a lock locks the node's row and those of the folders above
 * it and, for a deep one, of all folders below, and every change locks the row of the folder it happens in. Costs one
 * statement, and one more if locks go.
 */
final class LockRule {
    private final LockRows rows = new LockRows();

    /**
     * The node's content or properties change, or something comes to lie in it.
     *
     * @return all locks on the node and on the way to it
     * @throws CloudException LOCKED, naming the node that the lock was taken on
     */
    List<FileLock> require(Tx.Scope scope, Change change, Precondition submitted, Lineage node) {
        List<FileLock> found = rows.on(scope, LockRows.way(node));
        requireEach(found, List.of(node), change, submitted);
        return found;
    }

    /**
     * The node leaves its folder with all that lies in it, and no lock goes with it (RFC 4918 sections 6.1 and 7.6): those
     * on it and inside it end here. Only those on a file itself can stay where it was: see {@link #arrive}.
     *
     * @param target the folder it moves to; null if it stays in its own or goes into the trash
     * @param keptName of a file whose own locks wait for what takes its name; null if none do
     * @return the locks that wait in the folder or in the target, for these names or others
     * @throws CloudException as {@link #require}
     */
    List<FileLock> leave(
            Tx.Scope scope,
            Change change,
            Precondition submitted,
            Lineage node,
            @Nullable Lineage target,
            @Nullable String keptName) {
        Set<UUID> around = new HashSet<>(LockRows.way(node));
        List<Lineage> touched = new ArrayList<>(List.of(node, parent(node)));
        if (target != null) {
            around.addAll(LockRows.way(target));
            touched.add(target);
        }
        List<FileLock> found = rows.onAndInside(scope, around, node);
        List<FileLock> leaving = found.stream()
                .filter(lock -> lock.root().isWithin(node.self().value()))
                .toList();
        leaving.stream()
                .filter(lock -> lock.waitsFor() == null && !counts(lock, change, submitted))
                .map(FileLock::root)
                .forEach(touched::add);
        requireEach(found, touched, change, submitted);
        List<FileLock> waiting = new ArrayList<>(
                found.stream().filter(lock -> lock.waitsFor() != null).toList());
        if (keptName != null) {
            List<FileLock> kept = leaving.stream()
                    .filter(lock -> lock.holder().equals(change.stamp().by()))
                    .toList();
            leaving = leaving.stream().filter(lock -> !kept.contains(lock)).toList();
            waiting.addAll(keep(scope, kept, parent(node), keptName));
        }
        if (!leaving.isEmpty()) {
            rows.drop(scope, leaving.stream().map(FileLock::id).toList());
        }
        return waiting;
    }

    private List<FileLock> keep(Tx.Scope scope, List<FileLock> locks, Lineage folder, String name) {
        if (!locks.isEmpty()) {
            rows.keepWaiting(scope, locks.stream().map(FileLock::id).toList(), folder, name);
        }
        return locks.stream()
                .map(lock -> new FileLock(
                        lock.id(),
                        folder,
                        lock.holder(),
                        lock.kind(),
                        lock.deep(),
                        lock.owner(),
                        lock.remaining(),
                        name))
                .toList();
    }

    /**
     * Something came into a folder: the locks that wait for its name there go on, on it. Word and others save by moving the
     * locked file away and the new version to its place; to their user it is one locked file all the time.
     *
     * @param near from {@link #require} or {@link #leave}
     * @param node in its place, and stored
     * @throws CloudException LOCKED if somebody else waits
     */
    void arrive(Tx.Scope scope, Change change, List<FileLock> near, String name, Lineage node) {
        Lineage folder = parent(node);
        List<FileLock> waiting = near.stream()
                .filter(lock -> name.equals(lock.waitsFor()) && lock.root().equals(folder))
                .toList();
        for (FileLock lock : waiting) {
            if (!lock.holder().equals(change.stamp().by())) {
                throw locked(lock);
            }
        }
        if (!waiting.isEmpty()) {
            scope.session().flush();
            rows.goOn(scope, waiting.stream().map(FileLock::id).toList(), node);
        }
    }

    private static void requireEach(
            List<FileLock> found, List<Lineage> touched, Change change, Precondition submitted) {
        for (Lineage node : touched) {
            List<FileLock> guarding =
                    found.stream().filter(lock -> lock.covers(node)).toList();
            if (!guarding.isEmpty() && guarding.stream().noneMatch(lock -> counts(lock, change, submitted))) {
                throw locked(guarding.get(0));
            }
            guarding.stream()
                    .filter(lock -> lock.kind() == LockKind.EXCLUSIVE && !counts(lock, change, submitted))
                    .findFirst()
                    .ifPresent(lock -> {
                        throw locked(lock);
                    });
        }
    }

    private static boolean counts(FileLock lock, Change change, Precondition submitted) {
        return lock.holder().equals(change.stamp().by())
                && submitted.lockTokens().contains(lock.token());
    }

    static CloudException locked(FileLock by) {
        NodeId root = by.root().self();
        return new CloudException(ErrorCode.LOCKED, "locked by a lock on " + root).withNode(root);
    }

    private static Lineage parent(Lineage node) {
        List<NodeId> above = node.ancestors();
        int last = above.size() - 1;
        return new Lineage(node.drive(), above.subList(0, last), above.get(last));
    }
}
