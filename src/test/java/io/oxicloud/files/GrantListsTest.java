package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grant;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GrantId;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GrantListsTest extends OnTeamDrive {
    private final GrantLists lists = files.grantLists;
    private final Actor.User bob = files.user();
    private int names;

    GrantListsTest(Engine engine) {
        super(engine);
    }

    @Test
    void whatWasGivenToAUserAndHisGroupsComesInTheNewestFirst() {
        Subject group = Subject.of(files.ground.group(bob.id()));
        Grant first = give(Subject.of(bob.id()), null);
        Grant second = give(group, null);
        files.clock.advance(Duration.ofSeconds(1));
        Grant member = files.ground.give(Subject.of(bob.id()), Resource.of(drive), Role.VIEWER, null);
        files.clock.advance(Duration.ofSeconds(1));
        Node file = files.write(alice, root, "file", "x").node();
        Grant third = files.nodeGrants.give(
                alice, Resource.of(file.lineage(), false), Subject.of(bob.id()), Role.EDITOR, null);

        assertEquals(List.of(third, member, second, first), lists.incoming(bob));
        assertEquals(List.of(third, second, first), lists.outgoing(alice));
        assertEquals(List.of(), lists.outgoing(bob));
    }

    @Test
    void neitherTheOwnDriveNorWhatOneGaveOneselfIsListed() {
        give(Subject.of(alice.id()), null);

        assertEquals(List.of(), lists.incoming(bob));
        assertEquals(List.of(), lists.outgoing(alice));
        assertEquals(
                List.of(Resource.of(drive)),
                lists.incoming(alice).stream().map(Grant::resource).toList());
    }

    @Test
    void whatHasEndedOrLiesInTheTrashIsLeftOut() {
        give(Subject.of(bob.id()), files.clock.instant().plusSeconds(60));
        Grant trashed = give(Subject.of(bob.id()), null);
        Grant kept = give(Subject.of(bob.id()), null);
        assertEquals(3, lists.incoming(bob).size());
        assertEquals(3, lists.outgoing(alice).size());

        files.clock.advance(Duration.ofSeconds(60));
        tree.delete(alice, new NodeId(trashed.resource().id()), Precondition.NONE);

        assertEquals(List.of(kept), lists.incoming(bob));
        assertEquals(List.of(kept), lists.outgoing(alice));
    }

    @Test
    void aListCostsTwoStatementsHoweverManyGrants() {
        for (int i = 0; i < 15; i++) {
            give(Subject.of(bob.id()), null);
        }
        lists.incoming(bob);
        assertEquals(
                2, files.statements(() -> assertEquals(15, lists.incoming(bob).size())));

        for (int i = 0; i < 60; i++) {
            give(Subject.of(bob.id()), null);
        }

        assertEquals(
                2, files.statements(() -> assertEquals(75, lists.incoming(bob).size())));
        assertEquals(
                2, files.statements(() -> assertEquals(75, lists.outgoing(alice).size())));
    }

    @Test
    void oneGrantIsShownToItsGiverAndToReadersAndToNobodyElse() {
        Actor.User stranger = files.user();
        Grant given = give(Subject.of(bob.id()), null);

        assertEquals(given, lists.get(alice, given.id()));
        assertEquals(given, lists.get(bob, given.id()));
        CloudException hidden = assertThrows(CloudException.class, () -> lists.get(stranger, given.id()));
        CloudException absent =
                assertThrows(CloudException.class, () -> lists.get(stranger, new GrantId(UUID.randomUUID())));
        assertEquals(Access.absent().message(), hidden.message());
        assertEquals(hidden.message(), absent.message());
        assertEquals(ErrorCode.NOT_FOUND, hidden.code());
        assertEquals(ErrorCode.NOT_FOUND, absent.code());
    }

    /** A role on a new folder, from Alice. */
    private Grant give(Subject to, @Nullable Instant end) {
        Node folder = tree.createFolder(alice, root, "folder-" + names++);
        files.clock.advance(Duration.ofMillis(1));
        return files.nodeGrants.give(alice, Resource.of(folder.lineage(), true), to, Role.VIEWER, end);
    }
}
