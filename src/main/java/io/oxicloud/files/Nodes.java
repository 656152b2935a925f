package io.oxicloud.files;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;

/** Queries over the tree. What lies in the trash is not found. */
final class Nodes {
    /** What a {@link Node} is made of, in its order. */
    static final String COLUMNS =
            "n.lineage, n.name, n.content, n.size, n.mediaType, n.changes + n.below, n.createdAt, n.modifiedAt, n.createdBy, n.modifiedBy";

    private static final String SELECT = "select " + COLUMNS + " from NodeEntity n where ";

    private static final int FETCHED = 500;

    /**
     * Folders that one statement goes down. H2 evaluates the subquery of an index condition twice, and so doubles its work
     * with each level of nesting as soon as others change the table meanwhile; 40 levels in one statement never ended.
     */
    static final int LEVELS = 6;

    Optional<Node> find(Tx.Scope scope, NodeId id) {
        return scope.session()
                .createSelectionQuery(SELECT + "n.id = :id and n.trashedUnder is null", Node.class)
                .setParameter("id", id.value())
                .uniqueResultOptional();
    }

    List<Node> all(Tx.Scope scope, Collection<UUID> ids) {
        var wanted = ValueList.of("id", ids);
        return wanted.in(scope.session()
                        .createSelectionQuery(SELECT + "n.id in " + wanted + " and n.trashedUnder is null", Node.class))
                .getResultList();
    }

    /** Which of these are there, not in the trash: one statement, so ask for 1,000 at most. */
    Set<UUID> living(Tx.Scope scope, Collection<UUID> ids) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        var wanted = ValueList.of("id", ids);
        return Set.copyOf(wanted.in(scope.session()
                        .createSelectionQuery(
                                "select n.id from NodeEntity n where n.id in " + wanted + " and n.trashedUnder is null",
                                UUID.class))
                .getResultList());
    }

    /** Where a node hangs, also one in the trash. */
    Optional<Lineage> lineage(Tx.Scope scope, NodeId id) {
        return scope.session()
                .createSelectionQuery("select n.lineage from NodeEntity n where n.id = :id", Lineage.class)
                .setParameter("id", id.value())
                .uniqueResultOptional();
    }

    Optional<Node> child(Tx.Scope scope, NodeId folder, String name) {
        return scope.session()
                .createSelectionQuery(SELECT + "n.parentId = :folder and n.liveName = :name", Node.class)
                .setParameter("folder", folder.value())
                .setParameter("name", name)
                .uniqueResultOptional();
    }

    /** One statement for each {@link #LEVELS} of the path. */
    Optional<Node> resolve(Tx.Scope scope, DriveId drive, List<String> path) {
        if (path.isEmpty()) {
            return find(scope, new NodeId(drive.value()));
        }
        Optional<UUID> folder = Optional.of(drive.value());
        int at = 0;
        for (; folder.isPresent() && path.size() - at > LEVELS; at += LEVELS) {
            folder = below(scope, "n.id", UUID.class, folder.get(), path.subList(at, at + LEVELS));
        }
        return folder.isPresent()
                ? below(scope, COLUMNS, Node.class, folder.get(), path.subList(at, path.size()))
                : Optional.empty();
    }

    /** Each folder on the way is a subquery that the unique constraint answers. */
    private static <T> Optional<T> below(
            Tx.Scope scope, String columns, Class<T> type, UUID folder, List<String> path) {
        String parent = ":folder";
        int last = path.size() - 1;
        for (int i = 0; i < last; i++) {
            parent =
                    "(select f%1$d.id from NodeEntity f%1$d where f%1$d.parentId = %2$s and f%1$d.liveName = :name%1$d)"
                            .formatted(i, parent);
        }
        SelectionQuery<T> query = scope.session()
                .createSelectionQuery(
                        "select " + columns + " from NodeEntity n where n.parentId = " + parent
                                + " and n.liveName = :name" + last,
                        type)
                .setParameter("folder", folder);
        for (int i = 0; i <= last; i++) {
            query.setParameter("name" + i, path.get(i));
        }
        return query.uniqueResultOptional();
    }

    /** A page of what lies in a folder, in the order of its listing. */
    List<ListedNode> page(Tx.Scope scope, NodeId folder, @Nullable Place after, int limit) {
        return ListedNodes.page(scope, folder.value(), after, limit);
    }

    /** What can be seen below a node, folders before what lies in them; from behind {@code after}, which is the top at first. */
    List<Node> below(Tx.Scope scope, Lineage top, Lineage after, int limit) {
        return scope.session()
                .createSelectionQuery(
                        SELECT
                                + "n.lineage > :after and n.lineage < :end and n.trashedUnder is null order by n.lineage",
                        Node.class)
                .setParameter("after", after)
                .setParameter("end", PackedLineage.endOfSubtree(top))
                .setMaxResults(limit)
                .getResultList();
    }

    /** Under what those of these nodes lie that are in the trash. */
    Set<UUID> trashedUnder(Tx.Scope scope, Collection<UUID> ids) {
        return Set.copyOf(scope.session()
                .createSelectionQuery(
                        "select distinct n.trashedUnder from NodeEntity n where n.id in :ids and n.trashedUnder is not null",
                        UUID.class)
                .setParameterList("ids", ids)
                .getResultList());
    }

    /** Locks these rows until the end of the transaction, in one order for all; rows in the trash as well. */
    Map<UUID, NodeEntity> lock(Tx.Scope scope, Collection<UUID> ids) {
        Map<UUID, NodeEntity> locked = new HashMap<>();
        var wanted = ValueList.of("id", ids);
        wanted.in(scope.session()
                        .createSelectionQuery(
                                "from NodeEntity n where n.id in " + wanted + " order by n.id", NodeEntity.class)
                        .setLockMode(LockModeType.PESSIMISTIC_WRITE))
                .getResultList()
                .forEach(node -> locked.put(node.id, node));
        return locked;
    }

    /** To be called with the folder's row locked, so that what is not found cannot come. */
    @Nullable
    NodeEntity lockChild(Tx.Scope scope, NodeEntity folder, String name) {
        return scope.session()
                .createSelectionQuery(
                        "from NodeEntity n where n.parentId = :folder and n.liveName = :name", NodeEntity.class)
                .setParameter("folder", folder.id)
                .setParameter("name", name)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getSingleResultOrNull();
    }

    /**
     * What can be seen of a subtree, as of one moment: folders before what lies in them. Rows come as they are read.
     *
     * @param whole false for the top alone
     */
    Stream<SourceNode> seen(Tx.Scope scope, Lineage top, boolean whole) {
        String range = whole ? "n.lineage >= :begin and n.lineage < :end" : "n.lineage = :begin";
        SelectionQuery<SourceNode> query = scope.session()
                .createSelectionQuery(
                        "select n.lineage, n.kind, n.name, n.content, n.size, n.mediaType, n.modifiedAt, n.modifiedBy"
                                + " from NodeEntity n where " + range
                                + " and n.trashedUnder is null order by n.lineage",
                        SourceNode.class)
                .setParameter("begin", top)
                .setFetchSize(FETCHED);
        if (whole) {
            query.setParameter("end", PackedLineage.endOfSubtree(top));
        }
        return query.getResultStream();
    }
}
