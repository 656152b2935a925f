package io.oxicloud.files;

import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.StatelessSession;

/** Puts nodes into a folder, many at a time: without a history, and without references to the content of the files. */
public final class ManyNodes {
    private static final int AT_ONCE = 5_000;

    /** @param like a file to have the content of, or a folder */
    public static List<NodeId> in(TestFiles files, Actor.User owner, Node folder, Node like, int count) {
        var stamp = new Stamp(owner.id(), files.clock.instant());
        List<NodeId> made = new ArrayList<>();
        while (made.size() < count) {
            List<NodeEntity> some = new ArrayList<>();
            for (int i = made.size() + some.size(); i < count && some.size() < AT_ONCE; i++) {
                some.add(node(folder, like, new NodeId(files.ground.ids.next()), "member " + i, stamp));
            }
            files.database.requests().write("test.nodes", scope -> {
                try (StatelessSession rows = scope.stateless()) {
                    rows.insertMultiple(some);
                }
                return some.size();
            });
            some.forEach(node -> made.add(new NodeId(node.id)));
        }
        return made;
    }

    private static NodeEntity node(Node folder, Node like, NodeId id, String name, Stamp stamp) {
        var lineage = folder.lineage().child(id);
        if (like.folder()) {
            return NodeEntity.folder(lineage, name, stamp);
        }
        NodeEntity file = NodeEntity.file(lineage, name, stamp);
        file.content = like.content();
        file.size = like.size();
        file.mediaType = like.mediaType();
        return file;
    }

    private ManyNodes() {}
}
