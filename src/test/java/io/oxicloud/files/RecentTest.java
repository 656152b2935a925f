package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecentTest extends OnTeamDrive {
    private final Recent recent;

    RecentTest(Engine engine) {
        super(engine);
        recent = files.recent;
    }

    @Test
    void whatWasOpenedLastComesFirst() {
        NodeId a = tree.createFolder(alice, root, "a").id();
        NodeId b = tree.createFolder(alice, root, "b").id();
        recent.opened(alice, a);
        files.clock.advance(Duration.ofSeconds(1));
        recent.opened(alice, b);
        assertEquals(List.of("b", "a"), names(alice));

        files.clock.advance(Recent.APART);
        recent.opened(alice, a);

        assertEquals(List.of("a", "b"), names(alice));
    }

    @Test
    void openingAgainWithinAMinuteCountsAsOnce() {
        Node file = files.write(alice, root, "file", "x").node();
        Instant first = files.clock.instant();
        recent.opened(alice, file.id());
        files.clock.advance(Recent.APART.minusSeconds(1));
        recent.opened(alice, file.id());
        assertEquals(first, list(alice).get(0).at());

        files.clock.advance(Duration.ofSeconds(1));
        recent.opened(alice, file.id());

        assertEquals(first.plus(Recent.APART), list(alice).get(0).at());
        assertEquals(2, files.statements(() -> recent.opened(alice, file.id())));
    }

    @Test
    void theNewestFiftyAreKept() {
        for (int i = 0; i < Recent.KEPT + 3; i++) {
            recent.opened(alice, tree.createFolder(alice, root, "f" + i).id());
            files.clock.advance(Duration.ofSeconds(1));
        }

        List<String> names = names(alice);
        assertEquals(Recent.KEPT, names.size());
        assertEquals("f52", names.get(0));
        assertEquals("f3", names.get(Recent.KEPT - 1));
    }

    @Test
    void eachHasAListOfHisOwnWithWhatHeMaySee() {
        Actor.User bob = files.user();
        Node file = files.write(alice, root, "file", "x").node();
        files.grant(bob, file, Role.VIEWER);
        Node gone = files.write(alice, root, "gone", "x").node();
        recent.opened(alice, file.id());
        recent.opened(alice, gone.id());
        recent.opened(bob, file.id());
        tree.delete(alice, gone.id(), Precondition.NONE);

        assertEquals(List.of("file"), names(alice));
        assertTrue(recent.remove(alice, file.id()));
        assertFalse(recent.remove(alice, file.id()));
        assertEquals(List.of(), names(alice));
        assertEquals(List.of("file"), names(bob));
        assertEquals(1, recent.clear(bob));
        assertEquals(List.of(), names(bob));
    }

    private List<String> names(Actor actor) {
        return list(actor).stream().map(marked -> marked.node().name()).toList();
    }

    private List<MarkedNode> list(Actor actor) {
        return recent.list(actor, new MarkQuery(MarkOrder.MARKED, false, Set.of(), null, 100))
                .items();
    }
}
