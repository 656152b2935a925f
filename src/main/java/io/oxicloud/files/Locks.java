package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.base.UserId;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.ContentLease;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import jakarta.persistence.OptimisticLockException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Door to the write locks on files and folders (RFC 4918 sections 6 and 7), one table for all surfaces and all nodes; they
 * outlive a restart. What they forbid, {@link FileTree} and {@link DeadProperties} refuse. Thread-safe.
 *
 * <p>Refusals are those of {@link FileTree}. A lock ends by its time, when it is given back, when its node is moved, renamed
 * or deleted, and with its holder's account; only if its holder moves a locked file away it waits a minute for what he puts into
 * its place.
 */
public final class Locks {
    /** Locks on one node. */
    static final int MAX_ON_NODE = 64;

    private static final int MAX_IDS = 2_000;

    private final Tx tx;
    private final Guard guard;
    private final FileWrites writes;
    private final ChunkStore contents;
    private final Access access;
    private final Ids ids;
    private final Clock clock;
    private final Nodes nodes = new Nodes();
    private final LockRows rows = new LockRows();
    private final Surroundings surroundings = new Surroundings();

    public Locks(Tx tx, Access access, DriveLedger drives, FileTree.Store store, Ids ids, Clock clock) {
        this.tx = tx;
        this.contents = store.contents();
        this.guard = new Guard(tx, drives);
        this.writes = new FileWrites(guard, access, drives, store.references(), store.limits(), ids, clock);
        this.access = access;
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * Locks a file or folder; takes UPDATE on it. A file that is not there yet: {@link #takeNew}.
     *
     * @throws CloudException LOCKED, naming the node, if another lock there, on a folder above or, for a deep one, inside,
     *     cannot be beside it, whoever holds it; STALE_ETAG by the precondition; UNAUTHENTICATED for who is no user
     */
    public FileLock take(Actor actor, NodeId node, LockRequest request, Precondition precondition) {
        Change change = Change.by(actor, access, clock);
        return guard.write("files.lock", scope -> {
            Node seen = nodes.find(scope, node).orElseThrow(Access::absent);
            guard.allow(scope, change, seen.lineage(), Permission.UPDATE);
            NodeEntity locked = lockWay(scope, seen, precondition);
            surroundings.require(scope, change, precondition, locked.lineage, null);
            Conditions.require(precondition, locked.node());
            if (request.deep()) {
                rows.lockFoldersIn(scope, locked.lineage);
            }
            return take(scope, actor.user().id(), locked.lineage, request);
        });
    }

    /**
     * Makes an empty file and locks it, both or neither (RFC 4918 section 7.3); takes CREATE on the folder.
     *
     * @throws CloudException as {@link FileTree#prepareWrite} and {@link #take}; STALE_ETAG if somebody else was faster
     */
    public LockedFile takeNew(Actor actor, NodeId parent, String name, LockRequest request, Precondition precondition) {
        WriteIntent intent = writes.prepare(actor, parent, name, precondition.absent(), 0);
        Change change = Change.by(actor, access, clock);
        UserId holder = actor.user().id();
        try (ContentLease empty = contents.ingest(InputStream.nullInputStream())) {
            return guard.write("files.lockNew", scope -> {
                lockWay(scope, nodes.find(scope, parent).orElseThrow(Access::absent), precondition);
                Node file = writes.commit(scope, change, intent, empty).node();
                scope.session().flush();
                // a lock of his own that waited for this name: he wants a new one
                rows.drop(scope, own(rows.on(scope, List.of(file.id().value())), holder));
                return new LockedFile(file, take(scope, holder, file.lineage(), request));
            });
        } catch (IOException e) {
            throw new UncheckedIOException("reading nothing failed", e);
        }
    }

    private static List<UUID> own(List<FileLock> locks, UserId holder) {
        return locks.stream()
                .filter(lock -> lock.holder().equals(holder))
                .map(FileLock::id)
                .toList();
    }

    /** To be called with the rows locked that {@link LockRule} speaks of. */
    private FileLock take(Tx.Scope scope, UserId holder, Lineage node, LockRequest request) {
        List<FileLock> near = near(scope, node, request.deep());
        near.stream()
                .filter(lock -> exclude(lock.kind(), request.kind()))
                .findFirst()
                .ifPresent(lock -> {
                    throw LockRule.locked(lock);
                });
        if (near.stream().filter(lock -> lock.root().self().equals(node.self())).count() >= MAX_ON_NODE) {
            throw new CloudException(ErrorCode.RATE_LIMITED, "there are too many locks on this already");
        }
        Duration lasting = LockRequest.lasting(request.timeout());
        var lock = new LockEntity(ids.next(), node, holder, request, end(scope, lasting));
        rows.insert(scope, lock);
        return new FileLock(lock.id, node, holder, request.kind(), request.deep(), request.owner(), lasting, null);
    }

    /** The locks that cover the node and, for a deep lock, those inside. */
    private List<FileLock> near(Tx.Scope scope, Lineage node, boolean deep) {
        List<UUID> way = LockRows.way(node);
        return (deep ? rows.onAndInside(scope, way, node) : rows.on(scope, way))
                .stream()
                        .filter(lock -> lock.covers(node)
                                || (lock.waitsFor() == null
                                        && lock.root().isWithin(node.self().value())))
                        .toList();
    }

    private static boolean exclude(LockKind one, LockKind other) {
        return one == LockKind.EXCLUSIVE || other == LockKind.EXCLUSIVE;
    }

    /**
     * Gives a lock new time from now on; takes UPDATE on the node, as taking it does.
     *
     * @param node the one it was taken on, or one that it covers
     * @param tokens one of these must be the actor's own
     * @param timeout as in {@link LockRequest}
     * @throws CloudException STALE_ETAG if none of the tokens is of a lock of the actor's that is in force here
     */
    public FileLock refresh(Actor actor, NodeId node, Set<String> tokens, @Nullable Duration timeout) {
        Change change = Change.by(actor, access, clock);
        return guard.write("files.refreshLock", scope -> {
            // with the folders above, as whoever takes a lock in the place of this one has it
            Node seen = lockWay(scope, nodes.find(scope, node).orElseThrow(Access::absent), Precondition.NONE)
                    .node();
            guard.allow(scope, change, seen.lineage(), Permission.UPDATE);
            FileLock lock = covering(scope, seen.lineage()).stream()
                    .filter(each -> tokens.contains(each.token())
                            && each.holder().equals(change.stamp().by()))
                    .findFirst()
                    .orElseThrow(Locks::ended);
            // a lock that could not be beside this one: this one ended while its holder waited for his turn, to whom it
            // is as
            // early as when he began
            if (near(scope, lock.root(), lock.deep()).stream()
                    .anyMatch(other -> !other.id().equals(lock.id()) && exclude(other.kind(), lock.kind()))) {
                throw ended();
            }
            Duration lasting = LockRequest.lasting(timeout);
            if (!rows.prolong(scope, lock.id(), end(scope, lasting))) {
                throw ended();
            }
            return new FileLock(
                    lock.id(), lock.root(), lock.holder(), lock.kind(), lock.deep(), lock.owner(), lasting, null);
        });
    }

    private static Instant end(Tx.Scope scope, Duration lasting) {
        return scope.databaseTime().plus(lasting).truncatedTo(ChronoUnit.MICROS);
    }

    private static CloudException ended() {
        return new CloudException(ErrorCode.STALE_ETAG, "no such lock of yours is in force here");
    }

    /**
     * Gives a lock back. Its holder may, as long as he may read the node, and who has MANAGE on it.
     *
     * @param node the one it was taken on, or one that it covers
     * @throws CloudException CONFLICT if no lock in force here has this token; FORBIDDEN for others (RFC 4918 section
     *     9.11.1)
     */
    public void release(Actor actor, NodeId node, String token) {
        Rights rights = access.rights(actor);
        tx.retryingWrite("files.unlock", scope -> {
            Node seen = locked(scope, node);
            rights.require(seen.lineage(), Permission.READ);
            FileLock lock = covering(scope, seen.lineage()).stream()
                    .filter(each -> each.token().equals(token))
                    .findFirst()
                    .orElseThrow(() -> new CloudException(ErrorCode.CONFLICT, "no such lock is in force here"));
            if (!(actor instanceof Actor.User user && user.id().equals(lock.holder()))) {
                rights.require(lock.root(), Permission.MANAGE);
            }
            rows.drop(scope, List.of(lock.id()));
            return lock;
        });
    }

    /**
     * The locks that cover each of these nodes, those on folders above included; nodes without any are left out. One
     * statement for a page of a folder.
     *
     * @param asked from {@link FileTree}, for this actor; READ is asked again
     */
    public Map<NodeId, List<FileLock>> on(Actor actor, List<Node> asked) {
        Rights rights = access.rights(actor);
        asked.forEach(node -> rights.require(node.lineage(), Permission.READ));
        Set<UUID> way = new LinkedHashSet<>();
        asked.forEach(node -> way.addAll(LockRows.way(node.lineage())));
        List<FileLock> found = tx.read(
                "files.locks",
                scope -> Slices.of(way, MAX_IDS).stream()
                        .flatMap(slice -> rows.on(scope, slice).stream())
                        .toList());
        Map<NodeId, List<FileLock>> byRoot =
                found.stream().collect(Collectors.groupingBy(lock -> lock.root().self()));
        Map<NodeId, List<FileLock>> covering = new HashMap<>();
        for (Node node : asked) {
            List<FileLock> locks = node.lineage().path().stream()
                    .flatMap(step -> byRoot.getOrDefault(step, List.of()).stream())
                    .filter(lock -> lock.covers(node.lineage()))
                    .toList();
            if (!locks.isEmpty()) {
                covering.put(node.id(), locks);
            }
        }
        return covering;
    }

    /**
     * The locks that wait for what takes this name, because their file was moved away.
     *
     * @param folder from {@link FileTree}, for this actor; READ is asked again
     */
    public List<FileLock> waitingFor(Actor actor, Node folder, String name) {
        access.require(actor, folder.lineage(), Permission.READ);
        return tx
                .read(
                        "files.waitingLocks",
                        scope -> rows.on(scope, List.of(folder.id().value())))
                .stream()
                .filter(lock -> name.equals(lock.waitsFor()))
                .toList();
    }

    private List<FileLock> covering(Tx.Scope scope, Lineage node) {
        return rows.on(scope, LockRows.way(node)).stream()
                .filter(lock -> lock.covers(node))
                .toList();
    }

    /** As it stands now that nobody can move it away. */
    private Node locked(Tx.Scope scope, NodeId node) {
        return Guard.visible(nodes.lock(scope, List.of(node.value())).get(node.value()))
                .node();
    }

    /** The node, locked together with the folders above it. If it hung elsewhere meanwhile, the transaction begins anew. */
    private NodeEntity lockWay(Tx.Scope scope, Node seen, Precondition asked) {
        Collection<UUID> rows = surroundings.with(asked, LockRows.way(seen.lineage()));
        NodeEntity node = Guard.visible(nodes.lock(scope, rows).get(seen.id().value()));
        if (!node.lineage.equals(seen.lineage())) {
            throw new OptimisticLockException("moved meanwhile: " + seen.id());
        }
        return node;
    }
}
