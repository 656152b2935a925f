package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.Test;

/** What syncing a large folder costs, in statements: 10,000 members, or 100,000 with {@code -Dfull=true}. */
class LargeFolderSyncTest extends OnTeamDrive {
    private static final int MEMBERS = Boolean.getBoolean("full") ? 100_000 : 10_000;
    private static final int CHANGES = 500;
    private static final int AT_ONCE = 5_000;
    private static final int PAGE = 1_000;

    LargeFolderSyncTest(Engine engine) {
        super(engine);
    }

    @Test
    void aPageCostsAtMostThreeStatementsHoweverManyMembersThereAre() {
        List<UUID> made = new ArrayList<>();
        while (made.size() < MEMBERS) {
            files.database.requests().write("test.make", scope -> {
                NodeEntity folder = Guard.visible(
                        new Nodes().lock(scope, List.of(root.value())).get(root.value()));
                try (StatelessSession rows = scope.stateless()) {
                    made.addAll(make(folder, rows, made.size()));
                }
                return made.size();
            });
        }
        var copy = new SyncedFolder(files.sync, alice, root);
        long listing = files.statements(copy::sync);
        assertTrue(listing <= 3L * MEMBERS / PAGE, "listing: " + listing);
        assertEquals(MEMBERS, copy.members().size());
        for (int i = 0; i < CHANGES / 2; i++) {
            int one = i * (MEMBERS / CHANGES);
            tree.rename(alice, new NodeId(made.get(one)), "renamed " + i, Precondition.NONE);
        }

        long changing = files.statements(() -> copy.sync(100));

        assertTrue(changing <= 3L * CHANGES / 100, "changes: " + changing);
        assertEquals(CHANGES, copy.reported().size());
        assertEquals(listing(), copy.members());
        String quiet = copy.token();
        long nothing = files.statements(() -> files.sync.changes(alice, root, quiet, PAGE));
        assertEquals(1, nothing);
    }

    private List<UUID> make(NodeEntity folder, StatelessSession rows, int from) {
        var history = new History();
        var stamp = new Stamp(alice.id(), files.clock.instant());
        List<NodeEntity> nodes = new ArrayList<>();
        List<RevisionEntity> revisions = new ArrayList<>();
        for (int i = from; i < from + AT_ONCE; i++) {
            var lineage = folder.lineage.child(new NodeId(files.ground.ids.next()));
            NodeEntity node = NodeEntity.folder(lineage, "member " + i, stamp);
            nodes.add(node);
            revisions.add(history.next(folder, RevisionKind.CREATED, node, stamp));
        }
        rows.insertMultiple(nodes);
        rows.insertMultiple(revisions);
        return nodes.stream().map(node -> node.id).toList();
    }

    private Map<String, String> listing() {
        return SyncedFolder.listing(tree, alice, root);
    }
}
