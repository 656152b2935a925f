package io.oxicloud.files;

import io.oxicloud.base.Ids;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.Tx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.hibernate.StatelessSession;

/**
 * Writes the rows of a copied tree, and the dead properties of its nodes, while those of the source come in, and keeps no more of them than one page and the
 * folders on the way down. A folder is written when all that lies in it has come, since its row has their number.
 */
final class CopyWriter implements AutoCloseable {
    static final int PAGE = 500;

    private final StatelessSession rows;
    private final NodeEntity target;
    private final String name;
    private final Lineage source;
    private final Ids ids;
    private final Stamp stamp;
    private final History history = new History();
    private final Deque<NodeEntity> way = new ArrayDeque<>();
    private final DeadPropertyRows properties = new DeadPropertyRows();
    private final Deque<UUID> originals = new ArrayDeque<>();
    private final Map<UUID, UUID> copies = new HashMap<>();
    private final List<NodeEntity> nodes = new ArrayList<>(PAGE);
    private final List<RevisionEntity> revisions = new ArrayList<>(PAGE);
    private long folders;
    private long files;
    private long bytes;

    /**
     * @param target the folder of the copy, locked
     * @param name of the copy's top
     * @param source the top of what is copied
     */
    CopyWriter(Tx.Scope scope, NodeEntity target, String name, Lineage source, Ids ids, Stamp stamp) {
        rows = scope.stateless();
        this.target = target;
        this.name = name;
        this.source = source;
        this.ids = ids;
        this.stamp = stamp;
    }

    /** @param node its folder came before, and everything in that since */
    void add(SourceNode node) {
        int depth = node.lineage().ancestors().size() - source.ancestors().size();
        while (way.size() > depth) {
            write(way.pop());
        }
        NodeEntity folder = way.isEmpty() ? target : way.peek();
        String called = depth == 0 ? name : node.name();
        var lineage = folder.lineage.child(new NodeId(ids.next()));
        NodeEntity copy = NodeEntity.copy(node, lineage, called, stamp);
        revisions.add(history.next(folder, RevisionKind.CREATED, copy, stamp));
        way.push(copy);
        originals.push(node.lineage().self().value());
        if (copy.kind == NodeKind.FOLDER) {
            folders++;
        } else {
            files++;
            bytes += copy.size;
        }
    }

    boolean isEmpty() {
        return folders + files == 0;
    }

    /** @return the top of the copy */
    NodeEntity finish() {
        NodeEntity top = way.getLast();
        while (!way.isEmpty()) {
            write(way.pop());
        }
        store();
        return top;
    }

    long folders() {
        return folders;
    }

    long files() {
        return files;
    }

    /** Of all files together. */
    long bytes() {
        return bytes;
    }

    private void write(NodeEntity done) {
        nodes.add(done);
        copies.put(originals.pop(), done.id);
        if (nodes.size() == PAGE) {
            store();
        }
    }

    private void store() {
        rows.insertMultiple(nodes);
        rows.insertMultiple(revisions);
        properties.carry(rows, copies);
        nodes.clear();
        copies.clear();
        revisions.clear();
    }

    @Override
    public void close() {
        rows.close();
    }
}
