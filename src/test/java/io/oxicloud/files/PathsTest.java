package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.db.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PathsTest extends OnTeamDrive {
    PathsTest(Engine engine) {
        super(engine);
    }

    @Test
    void aPathLeadsFromTheDriveToTheNode() {
        Node folder = tree.createFolder(alice, root, "B\u00fccher");
        Node inner = tree.createFolder(alice, folder.id(), "a b");
        Node file = files.write(alice, inner.id(), "\ud83d\ude00.txt", "x").node();
        Node top = tree.get(alice, root);

        assertEquals(
                Map.of(
                        top.id(), "Team",
                        folder.id(), "Team/B\u00fccher",
                        file.id(), "Team/B\u00fccher/a b/\ud83d\ude00.txt"),
                tree.paths(alice, List.of(top, folder, file)));
    }

    @Test
    void whatIsAboveAGrantIsNotNamed() {
        Actor.User bob = files.user();
        Node secret = tree.createFolder(alice, root, "secret");
        Node given = tree.createFolder(alice, secret.id(), "given");
        Node file = files.write(alice, given.id(), "a", "x").node();
        files.grant(bob, given, Role.VIEWER);

        assertEquals(Map.of(given.id(), "given", file.id(), "given/a"), tree.paths(bob, List.of(given, file)));
        assertThrows(CloudException.class, () -> tree.paths(bob, List.of(secret)));
    }

    @Test
    void thePathsOfAPageCostOneStatement() {
        Node folder = tree.createFolder(alice, root, "folder");
        for (int i = 0; i < 20; i++) {
            tree.createFolder(alice, folder.id(), "f" + i);
        }
        List<Node> page = tree.children(alice, folder.id(), null, 100).items();
        List<String> found = new ArrayList<>();

        long statements =
                files.statements(() -> found.addAll(tree.paths(alice, page).values()));

        assertEquals(1, statements);
        assertEquals(20, found.size());
    }
}
