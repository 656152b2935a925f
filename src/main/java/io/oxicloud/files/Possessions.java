package io.oxicloud.files;

import io.oxicloud.access.Holding;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Rights;
import io.oxicloud.access.Role;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hibernate.query.SelectionQuery;

/**
 * Which contents somebody possesses, so that a digest is enough to make files of them: those of the files, former versions and the
 * trash left out, in all drives on which he, or a group of his, is owner, editor or contributor. Whoever possesses a content does
 * so for its chunks. What others have is to him as if it was nowhere. Joins the caller's transaction and only reads; thread-safe.
 */
public final class Possessions {
    private static final Set<Role> POSSESSING = EnumSet.of(Role.CONTRIBUTOR, Role.EDITOR, Role.OWNER);

    /** Drives in one statement. */
    private static final int DRIVES = 64;

    /** Those of the contents that are possessed, with their sizes in bytes. */
    public Map<Hash, Long> contents(Tx.Scope scope, Rights rights, Collection<Hash> asked) {
        Map<Hash, Long> possessed = new HashMap<>();
        for (List<DriveId> drives : drives(rights)) {
            for (List<Hash> some : Slices.of(List.copyOf(asked), ValueList.MOST)) {
                var wanted = ValueList.of("content", some);
                var query = scope.session()
                        .createSelectionQuery(
                                "select n.content, max(n.size) from NodeEntity n where n.content in " + wanted + " and "
                                        + lying(drives) + " group by n.content",
                                Sized.class);
                lying(wanted.in(query), drives)
                        .getResultList()
                        .forEach(found -> possessed.put(found.content, found.size));
            }
        }
        return possessed;
    }

    /** Those of the chunks that are part of a content that is possessed. */
    public Set<Hash> chunks(Tx.Scope scope, Rights rights, Collection<Hash> asked) {
        Set<Hash> possessed = new HashSet<>();
        for (List<DriveId> drives : drives(rights)) {
            for (List<Hash> some : Slices.of(List.copyOf(asked), ValueList.MOST)) {
                var wanted = ValueList.of("digest", some);
                var query = scope.session()
                        .createSelectionQuery(
                                "select distinct h.digest from ChunkHolderEntity h join NodeEntity n"
                                        + " on n.content = h.content where h.digest in " + wanted + " and "
                                        + lying(drives),
                                Hash.class);
                possessed.addAll(lying(wanted.in(query), drives).getResultList());
            }
        }
        return possessed;
    }

    /** A file with this content, if it is possessed. */
    public Optional<Node> file(Tx.Scope scope, Rights rights, Hash content) {
        for (List<DriveId> drives : drives(rights)) {
            var query = scope.session()
                    .createSelectionQuery(
                            "from NodeEntity n where n.content = :content and " + lying(drives), NodeEntity.class)
                    .setParameter("content", content)
                    .setMaxResults(1);
            Optional<NodeEntity> found =
                    lying(query, drives).getResultList().stream().findFirst();
            if (found.isPresent()) {
                return found.map(NodeEntity::node);
            }
        }
        return Optional.empty();
    }

    private static List<List<DriveId>> drives(Rights rights) {
        List<DriveId> drives = rights.holdings(Resource.Kind.DRIVE).stream()
                .filter(holding -> POSSESSING.contains(holding.role()))
                .map(Holding::resource)
                .map(drive -> new DriveId(drive.id()))
                .distinct()
                .toList();
        return Slices.of(drives, DRIVES);
    }

    /** The condition that a file lies in one of the drives; of few texts, as {@link ValueList}. */
    private static String lying(List<DriveId> drives) {
        return IntStream.range(0, padded(drives))
                .mapToObj(i -> "(n.lineage >= :begin" + i + " and n.lineage < :end" + i + ")")
                .collect(Collectors.joining(" or ", "n.trashedUnder is null and (", ")"));
    }

    private static <R> SelectionQuery<R> lying(SelectionQuery<R> query, List<DriveId> drives) {
        for (int i = 0; i < padded(drives); i++) {
            Lineage root = Lineage.ofRoot(drives.get(Math.min(i, drives.size() - 1)));
            query.setParameter("begin" + i, root).setParameter("end" + i, PackedLineage.endOfSubtree(root));
        }
        return query;
    }

    private static int padded(List<DriveId> drives) {
        return drives.size() == 1 ? 1 : Integer.highestOneBit(2 * drives.size() - 1);
    }

    private record Sized(Hash content, long size) {}
}
