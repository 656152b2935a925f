package io.oxicloud.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.Ids;
import io.oxicloud.base.UserId;
import io.oxicloud.db.ClusterEvents;
import io.oxicloud.db.Database;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import io.oxicloud.db.Tx;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class GrantsTest {
    private static final Instant NOW = Instant.parse("2026-07-20T10:00:00Z");
    private static final Actor BY = new Actor.User(new UserId(new UUID(0, 9)), false, false);

    private final Database database;
    private final ClusterEvents events;
    private final Grants grants;
    private final Tx tx;
    private final Subject alice = Subject.of(new UserId(UUID.randomUUID()));
    private final Resource folder = new Resource(Resource.Kind.FOLDER, UUID.randomUUID());

    GrantsTest(Engine engine) {
        database = TestDatabase.open(engine, Entities.CLASSES, io.oxicloud.db.Entities.CLASSES);
        events = new ClusterEvents(database, UUID.randomUUID());
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        grants = new Grants(events, new Ids(clock, new SecureRandom()), clock);
        tx = database.requests();
    }

    @AfterEach
    void close() {
        events.close();
        database.close();
    }

    @Test
    void whatIsGivenIsFoundAgain() {
        Grant given = give(alice, folder, Role.EDITOR, NOW.plusSeconds(60));

        assertEquals(List.of(given), tx.read("test", scope -> grants.of(scope, folder)));
        assertEquals(BY.user().id(), given.grantedBy());
        assertEquals(NOW.plusSeconds(60), given.expiresAt());
    }

    @Test
    void givingAgainKeepsTheGrantAndTakesTheNewRoleAndEnd() {
        Grant first = give(alice, folder, Role.VIEWER, NOW.plusSeconds(60));

        Grant second = give(alice, folder, Role.OWNER, null);

        assertEquals(first.id(), second.id());
        assertEquals(Role.OWNER, second.role());
        assertEquals(null, second.expiresAt());
        assertEquals(List.of(second), tx.read("test", scope -> grants.of(scope, folder)));
    }

    @Test
    void aChangeInTheSameTransactionIsSeen() {
        give(alice, folder, Role.VIEWER, null);

        Role seen = tx.write("test", scope -> {
            grants.of(scope, folder);
            grants.give(scope, BY, alice, folder, Role.EDITOR, null);
            return grants.find(scope, alice, folder).orElseThrow().role();
        });

        assertEquals(Role.EDITOR, seen);
    }

    @Test
    void aGrantThatHasEndedAlreadyIsRefused() {
        CloudException refused = assertThrows(CloudException.class, () -> give(alice, folder, Role.VIEWER, NOW));

        assertEquals(ErrorCode.INVALID_INPUT, refused.code());
    }

    @Test
    void revokingTellsWhetherThereWasOne() {
        give(alice, folder, Role.VIEWER, null);

        boolean first = tx.write("test", scope -> grants.revoke(scope, alice, folder));
        boolean second = tx.write("test", scope -> grants.revoke(scope, alice, folder));

        assertTrue(first);
        assertFalse(second);
    }

    @Test
    void aUserAndAGroupOfOneIdAreTwoSubjects() {
        var group = Subject.of(new GroupId(alice.id()));
        give(alice, folder, Role.VIEWER, null);
        give(group, folder, Role.EDITOR, null);

        tx.write("test", scope -> grants.revoke(scope, alice, folder));

        assertEquals(
                List.of(group),
                tx.read("test", scope -> grants.of(scope, folder)).stream()
                        .map(Grant::subject)
                        .toList());
    }

    @Test
    void aResourceTakesItsGrantsAlongAndASubjectItsOwn() {
        var bob = Subject.of(new UserId(UUID.randomUUID()));
        var other = new Resource(Resource.Kind.FILE, UUID.randomUUID());
        var kept = new Resource(Resource.Kind.FILE, UUID.randomUUID());
        give(alice, folder, Role.VIEWER, null);
        give(bob, folder, Role.VIEWER, null);
        give(alice, other, Role.VIEWER, null);
        give(bob, kept, Role.VIEWER, null);

        write(scope -> grants.dropAll(scope, folder));
        write(scope -> grants.dropAllOf(scope, alice));

        assertEquals(List.of(), tx.read("test", scope -> grants.of(scope, folder)));
        assertEquals(List.of(), tx.read("test", scope -> grants.of(scope, other)));
        assertEquals(1, tx.read("test", scope -> grants.of(scope, kept)).size());
    }

    @Test
    void moreResourcesThanFitIntoOneStatementAreDropped() {
        give(alice, folder, Role.VIEWER, null);
        List<UUID> many = new ArrayList<>();
        for (int i = 0; i < 2_500; i++) {
            many.add(UUID.randomUUID());
        }
        many.add(folder.id());

        write(scope -> grants.dropAll(scope, many));

        assertEquals(List.of(), tx.read("test", scope -> grants.of(scope, folder)));
    }

    @Test
    void manyGiversOfOneGrantMakeOneGrant() throws Exception {
        ExecutorService givers = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Grant>> calls = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                Role role = i % 2 == 0 ? Role.VIEWER : Role.EDITOR;
                calls.add(() -> give(alice, folder, role, null));
            }
            var ids = new HashSet<>();
            for (Future<Grant> given : givers.invokeAll(calls)) {
                ids.add(given.get().id());
            }

            assertEquals(1, ids.size());
            assertEquals(1, tx.read("test", scope -> grants.of(scope, folder)).size());
        } finally {
            givers.shutdownNow();
        }
    }

    private Grant give(Subject subject, Resource resource, Role role, @Nullable Instant end) {
        return tx.write("test", scope -> grants.give(scope, BY, subject, resource, role, end));
    }

    private void write(Consumer<Tx.Scope> work) {
        tx.<@Nullable Void>write("test", scope -> {
            work.accept(scope);
            return null;
        });
    }
}
