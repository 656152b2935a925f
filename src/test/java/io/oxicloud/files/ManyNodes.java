package io.oxicloud.files;

import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.StatelessSession;

/** Puts empty folders into a folder, many at a time and without a history. */
public final class ManyNodes {
    private static final int AT_ONCE = 5_000;

    public static List<NodeId> in(TestFiles files, Actor.User owner, Node folder, int count) {
        var stamp = new Stamp(owner.id(), files.clock.instant());
        List<NodeId> made = new ArrayList<>();
        while (made.size() < count) {
            List<NodeEntity> some = new ArrayList<>();
            for (int i = made.size() + some.size(); i < count && some.size() < AT_ONCE; i++) {
                var id = new NodeId(files.ground.ids.next());
                some.add(NodeEntity.folder(folder.lineage().child(id), "folder " + i, stamp));
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

    private ManyNodes() {}
}
