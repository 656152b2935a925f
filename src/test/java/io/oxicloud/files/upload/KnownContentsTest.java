package io.oxicloud.files.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Permission;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.account.NewUser;
import io.oxicloud.account.UserView;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.chunk.BlobsOutsideTransactions;
import io.oxicloud.db.Engine;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import io.oxicloud.files.Written;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class KnownContentsTest {
    private static final Hash NOWHERE = Hash.parse("77".repeat(32));

    private final TestFiles files;
    private final KnownContents known;
    private final Actor.User alice;
    private final Actor.User bob;
    private final NodeId home;
    private final DriveId team;
    private final Node shared;
    private final Hash hash;

    KnownContentsTest(Engine engine) {
        files = new TestFiles(engine);
        known = files.known;
        alice = files.user();
        bob = files.user();
        home = files.home(bob);
        team = files.drive(alice, "Team");
        shared = files.write(alice, new NodeId(team.value()), "shared", "the same bytes")
                .node();
        hash = Objects.requireNonNull(shared.content());
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void aFileIsMadeWithoutAByteAndHasAReferenceOfItsOwn() throws InterruptedException {
        files.blobs.calls();

        Written made = known.create(alice, files.home(alice), "copy", hash);

        assertEquals(new BlobsOutsideTransactions.Calls(0, 0, 0, 0), files.blobs.calls());
        assertTrue(made.created());
        assertNotEquals(shared.id(), made.node().id());
        files.tree.delete(alice, shared.id(), Precondition.NONE);
        files.trash.delete(alice, shared.id());
        files.sweep();
        assertEquals("the same bytes", files.read(alice, made.node()));
        assertTrue(files.fsck().isClean());
    }

    @Test
    void whoMayAddToADriveOrChangeItPossessesWhatLiesThere() {
        for (Role role : Role.values()) {
            Actor.User user = files.user();
            files.ground.give(Subject.of(user.id()), Resource.of(team), role, null);

            assertEquals(
                    role.allows(Permission.CREATE) ? Map.of(hash, 14L) : Map.of(),
                    known.sizes(user, List.of(hash, NOWHERE)),
                    role.name());
        }
    }

    @Test
    void aGroupsRoleCounts() {
        Actor.User user = files.user();
        files.ground.give(Subject.of(files.ground.group(user.id())), Resource.of(team), Role.EDITOR, null);

        assertEquals(Set.of(hash), known.sizes(user, List.of(hash)).keySet());
    }

    /** A role on a folder or a file lets one read it; it is not possessing it. */
    @Test
    void whatIsOnlySharedIsNotPossessed() {
        files.grant(bob, shared, Role.EDITOR);

        assertNotOwned(bob, hash);
    }

    /** Nobody can tell a content of others from one that is nowhere. */
    @Test
    void whatOthersHaveIsAsIfItWasNowhere() {
        assertNotOwned(bob, hash);
        assertNotOwned(bob, NOWHERE);
        assertEquals(
                refusal(() -> known.create(bob, home, "a", hash)).message(),
                refusal(() -> known.create(bob, home, "a", NOWHERE)).message());
        assertEquals(
                files.statements(() -> refusal(() -> known.create(bob, home, "a", hash))),
                files.statements(() -> refusal(() -> known.create(bob, home, "a", NOWHERE))));
    }

    @Test
    void whatLiesInTheTrashOrWasThereBeforeIsNotPossessed() {
        files.write(alice, new NodeId(team.value()), "shared", "other bytes");
        assertNotOwned(alice, hash);

        Node again = files.write(alice, new NodeId(team.value()), "again", "the same bytes")
                .node();
        assertEquals(Set.of(hash), known.sizes(alice, List.of(hash)).keySet());
        files.tree.delete(alice, again.id(), Precondition.NONE);
        assertNotOwned(alice, hash);
    }

    @Test
    void aNameThatIsTakenIsRefusedAndTheQuotaCounts() {
        known.create(alice, files.home(alice), "copy", hash);
        assertEquals(
                ErrorCode.NAME_TAKEN,
                refusal(() -> known.create(alice, files.home(alice), "copy", hash))
                        .code());

        Actor.User carl = new Actor.User(
                files.ground
                        .accounts()
                        .create(
                                new Actor.Job("test"),
                                new NewUser("carl", "carl@example.com", null, UserView.Role.USER, 20L, true, false))
                        .id(),
                false,
                false);
        files.ground.give(Subject.of(carl.id()), Resource.of(team), Role.CONTRIBUTOR, null);
        known.create(carl, files.home(carl), "one", hash);
        assertEquals(
                ErrorCode.OVER_QUOTA,
                refusal(() -> known.create(carl, files.home(carl), "two", hash)).code());
    }

    /** Ten slices for as many as may be asked, whoever has them. */
    @Test
    void aQuestionCostsAStatementForEachThousand() {
        List<Hash> many = IntStream.range(0, KnownContents.MAX_ASKED)
                .mapToObj(KnownContentsTest::digest)
                .toList();
        known.sizes(alice, List.of(hash));

        assertEquals(10, files.statements(() -> known.sizes(alice, many)));
        assertEquals(
                ErrorCode.INVALID_INPUT,
                refusal(() -> known.sizes(alice, Collections.nCopies(10_001, hash)))
                        .code());
    }

    private static Hash digest(int i) {
        byte[] bytes = new byte[Hash.LENGTH];
        ByteBuffer.wrap(bytes).putInt(i);
        return Hash.of(bytes);
    }

    private void assertNotOwned(Actor.User user, Hash content) {
        assertEquals(Map.of(), known.sizes(user, List.of(content)));
        for (CloudException refusal : List.of(
                refusal(() -> known.create(user, files.home(user), "a", content)),
                refusal(() -> known.open(user, content)))) {
            assertEquals(ErrorCode.NOT_FOUND, refusal.code());
            assertEquals(KnownContents.NOT_OWNED, refusal.reason());
        }
    }

    private static CloudException refusal(Executable question) {
        return assertThrows(CloudException.class, question);
    }
}
