package io.oxicloud.files;

import io.oxicloud.access.Permission;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Precondition;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.db.Tx;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Programs that save by making a new file and moving it to the place of the document that they hold a lock on: Word moves the
 * document away first, others move the new file over it. To their user it is one document all the time, so it stays one: it
 * keeps its id and what hangs on that, grants, versions and marks, and takes the content of the new file as its newest version.
 * The new file takes the former content, in the place to which the document was moved, or else in the trash.
 *
 * <p>What is no more than alike is left alone. The mover shows the token of the lock that guards the place, and the new file is
 * one that he made in this folder within the hour and nobody else was given: who may see one of the two sees the former content
 * of the document already, or will see the new one anyway.
 */
final class SwapSave {
    private static final Duration FRESH = Duration.ofHours(1);

    private static final String MOVED_AWAY = """
            select r.nodeId from RevisionEntity r
            where r.id.folder = :folder and r.name = :name and r.kind = LEFT
            order by r.id.number desc""";

    private static final String MADE_HERE = """
            select count(*) from RevisionEntity r
            where r.nodeId = :node and r.id.folder = :folder and r.kind = CREATED and r.actor = :actor and r.at > :since""";

    private final ChunkLedger contents;
    private final Nodes nodes = new Nodes();
    private final LockRows locks = new LockRows();
    private final DeadPropertyRows properties = new DeadPropertyRows();
    private final Subtrees subtrees = new Subtrees();
    private final Trashing trashing = new Trashing();
    private final History history = new History();

    SwapSave(ChunkLedger contents) {
        this.contents = contents;
    }

    /**
     * A save that was recognised.
     *
     * @param document locked
     * @param properties of the document, with those of the new file put over them
     */
    record Save(NodeEntity document, PropertyPatch properties) {}

    /**
     * @param folder in which {@code comer} lies, and stays; both locked
     * @param near the locks that wait in the folder, for the name or others
     * @param occupant what has the name now; locked
     * @return null if it is no save
     */
    @Nullable
    Save recognise(
            Tx.Scope scope,
            Change change,
            Precondition asked,
            NodeEntity folder,
            String name,
            NodeEntity comer,
            List<FileLock> near,
            @Nullable NodeEntity occupant) {
        if (asked.lockTokens().isEmpty() || comer.kind != NodeKind.FILE) {
            return null;
        }
        NodeEntity document = occupant == null
                ? movedAway(scope, change, asked, folder, name, near)
                : held(scope, change, asked, occupant);
        if (document == null
                || document == comer
                || document.kind != NodeKind.FILE
                || !folder.id.equals(document.parentId)
                || document.trashedUnder != null
                || !change.rights().test(document.lineage, Permission.UPDATE)
                || !isFresh(scope, change, folder, comer)) {
            return null;
        }
        PropertyPatch together = together(scope, document, comer);
        return together == null ? null : new Save(document, together);
    }

    private @Nullable NodeEntity movedAway(
            Tx.Scope scope, Change change, Precondition asked, NodeEntity folder, String name, List<FileLock> near) {
        boolean waiting = near.stream()
                .anyMatch(lock -> name.equals(lock.waitsFor())
                        && lock.root().equals(folder.lineage)
                        && counts(lock, change, asked));
        UUID id = !waiting
                ? null
                : scope.session()
                        .createSelectionQuery(MOVED_AWAY, UUID.class)
                        .setParameter("folder", folder.id)
                        .setParameter("name", name)
                        .setMaxResults(1)
                        .getSingleResultOrNull();
        // locked there by now, it is a file of its own to somebody
        return id == null || !locks.on(scope, Set.of(id)).isEmpty()
                ? null
                : nodes.lock(scope, Set.of(id)).get(id);
    }

    private @Nullable NodeEntity held(Tx.Scope scope, Change change, Precondition asked, NodeEntity occupant) {
        List<FileLock> on = locks.on(scope, Set.of(occupant.id));
        return !on.isEmpty() && on.stream().allMatch(lock -> counts(lock, change, asked)) ? occupant : null;
    }

    private static boolean counts(FileLock lock, Change change, Precondition asked) {
        return lock.holder().equals(change.stamp().by()) && asked.lockTokens().contains(lock.token());
    }

    private boolean isFresh(Tx.Scope scope, Change change, NodeEntity folder, NodeEntity comer) {
        long made = scope.session()
                .createSelectionQuery(MADE_HERE, Long.class)
                .setParameter("node", comer.id)
                .setParameter("folder", folder.id)
                .setParameter("actor", change.stamp().by())
                .setParameter("since", change.stamp().at().minus(FRESH))
                .getSingleResult();
        return made > 0 && !subtrees.isShared(scope, comer.lineage);
    }

    /** Null if they are too many. */
    private @Nullable PropertyPatch together(Tx.Scope scope, NodeEntity document, NodeEntity comer) {
        var patch = new PropertyPatch(document.id, properties.on(scope, Set.of(document.id)));
        try {
            patch.apply(properties.on(scope, Set.of(comer.id)).stream()
                    .map(row -> PropertyChange.set(row.name(), row.markup))
                    .toList());
            return patch;
        } catch (CloudException e) {
            if (e.code() == ErrorCode.TOO_LARGE) {
                return null;
            }
            throw e;
        }
    }

    /**
     * To be called when everything was asked; the locks go on where they are, or by {@link LockRule#arrive}.
     *
     * @return whether the document was in its place already
     */
    boolean save(Tx.Scope scope, NodeEntity folder, String name, NodeEntity comer, Save save, Stamp stamp) {
        NodeEntity document = save.document;
        var held = new TreeMap<Hash, Long>();
        held.merge(Objects.requireNonNull(document.content), 1L, Long::sum);
        held.merge(Objects.requireNonNull(comer.content), 1L, Long::sum);
        contents.retain(scope, held);
        save.properties.store(scope);
        boolean inPlace = document.name.equals(name);
        String way = document.name;
        document.exchangeContent(comer);
        history.append(scope, folder, RevisionKind.LEFT, comer, stamp);
        if (!inPlace) {
            history.append(scope, folder, RevisionKind.LEFT, document, stamp);
            document.rename(name);
            history.append(scope, folder, RevisionKind.ARRIVED, document, stamp);
            scope.session().flush();
        }
        history.append(scope, folder, RevisionKind.WRITTEN, document, stamp);
        comer.rename(way);
        history.append(scope, folder, RevisionKind.WRITTEN, comer, stamp);
        if (inPlace) {
            trashing.put(scope, folder, comer, stamp);
        } else {
            history.append(scope, folder, RevisionKind.ARRIVED, comer, stamp);
            scope.session().flush();
        }
        return inPlace;
    }
}
