package io.oxicloud.files;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.hibernate.Session;

/** What is true of all rows whenever no transaction runs; what is not, by name. */
final class TreeCheck {
    private final Session session;
    private final List<String> broken = new ArrayList<>();
    private final Map<UUID, NodeEntity> nodes = new HashMap<>();
    private final Map<UUID, TrashEntity> trash = new HashMap<>();

    private TreeCheck(Tx.Scope scope) {
        session = scope.session();
        all(NodeEntity.class).forEach(node -> nodes.put(node.id, node));
        all(TrashEntity.class).forEach(entry -> trash.put(entry.nodeId, entry));
    }

    static List<String> broken(TestFiles files) {
        return files.database.requests().read("test.check", scope -> {
            var check = new TreeCheck(scope);
            check.nodes.values().forEach(check::checkPlace);
            check.trash.values().forEach(check::checkEntry);
            check.checkUse();
            check.checkNumbers();
            check.checkReferences();
            return check.broken;
        });
    }

    private void checkPlace(NodeEntity node) {
        NodeEntity parent = nodes.get(node.parentId);
        if (parent == null) {
            say(node.parentId == null, "folder is gone: " + node.name);
            say(node.lineage.ancestors().isEmpty(), "lineage of a root: " + node.name);
        } else {
            say(parent.lineage.child(new NodeId(node.id)).equals(node.lineage), "lineage: " + node.name);
            say(parent.trashedUnder == null || node.trashedUnder != null, "in sight below the trash: " + node.name);
        }
        if (node.trashedUnder != null) {
            say(node.lineage.isWithin(node.trashedUnder), "hidden by something elsewhere: " + node.name);
            say(trash.containsKey(node.trashedUnder), "hidden by what is not in the trash: " + node.name);
        }
    }

    private void checkEntry(TrashEntity entry) {
        NodeEntity node = nodes.get(entry.nodeId);
        say(node != null && node.inTrash(), "an entry for what is not in the trash: " + entry.nodeId);
        say(node == null || node.lineage.drive().equals(entry.drive()), "an entry of another drive: " + entry.nodeId);
    }

    private void checkUse() {
        Map<DriveId, Long> used = new HashMap<>();
        nodes.values().forEach(node -> used.merge(node.lineage.drive(), node.size, Long::sum));
        for (Object[] row : session.createSelectionQuery("select d.id, d.usedBytes from DriveEntity d", Object[].class)
                .getResultList()) {
            Object lies = used.getOrDefault(new DriveId((UUID) row[0]), 0L);
            say(lies.equals(row[1]), "drive " + row[0] + " holds " + lies + ", not " + row[1]);
        }
    }

    /** From the first that was not pruned on, without gaps. */
    private void checkNumbers() {
        Map<UUID, Long> counts = new HashMap<>();
        Map<UUID, Long> last = new HashMap<>();
        for (RevisionEntity row : all(RevisionEntity.class)) {
            NodeEntity folder = nodes.get(row.id.folder());
            boolean pruned = folder != null && row.id.number() <= folder.prunedTo;
            counts.merge(row.id.folder(), pruned ? 0L : 1L, Long::sum);
            last.merge(row.id.folder(), row.id.number(), Math::max);
        }
        for (NodeEntity node : nodes.values()) {
            long changes = node.prunedTo + counts.getOrDefault(node.id, 0L);
            say(changes == node.changes, node.name + " counts " + node.changes + " changes and has " + changes);
            say(changes == last.getOrDefault(node.id, 0L), "numbers of " + node.name);
        }
    }

    private void checkReferences() {
        Map<Hash, Long> held = new HashMap<>();
        Map<UUID, List<Hash>> ever = new HashMap<>();
        for (RevisionEntity row : all(RevisionEntity.class)) {
            Hash content = row.content;
            if (content != null) {
                held.merge(content, 1L, Long::sum);
                ever.computeIfAbsent(row.nodeId, id -> new ArrayList<>()).add(content);
                say(nodes.containsKey(row.nodeId), "a content of what is gone: " + row.name);
            }
        }
        for (NodeEntity node : nodes.values()) {
            say(
                    node.content == null
                            || ever.getOrDefault(node.id, List.of()).contains(node.content),
                    "no reference for the content of " + node.name);
        }
        for (Object[] row : session.createSelectionQuery(
                        "select m.digest, m.refs from ManifestEntity m", Object[].class)
                .getResultList()) {
            long references = held.getOrDefault((Hash) row[0], 0L);
            say(row[1].equals(references), "content " + row[0] + " has " + row[1] + " references, not " + references);
        }
    }

    private <T> List<T> all(Class<T> entity) {
        return session.createSelectionQuery("from " + entity.getSimpleName(), entity)
                .getResultList();
    }

    private void say(boolean whole, String otherwise) {
        if (!whole) {
            broken.add(otherwise);
        }
    }
}
