package io.oxicloud.account;

import static io.oxicloud.account.TestAccounts.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.GroupId;
import io.oxicloud.base.UserId;
import io.oxicloud.cache.Herd;
import io.oxicloud.db.Engine;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class DirectoryTest {
    private final TestAccounts system;
    private final Directory directory;
    private final UserView anna;

    DirectoryTest(Engine engine) {
        system = new TestAccounts(engine);
        directory = system.doors.directory();
        anna = system.user("anna");
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void thirtyTwoColdCallersCostOneStatement() throws Exception {
        system.database.statements().reset();

        List<Object> outcomes = Herd.of(32, () -> directory.flags(anna.id()));

        assertEquals(Collections.nCopies(32, new UserFlags(false, true, false)), outcomes);
        assertEquals(1, system.database.statements().count());
        directory.flags(anna.id());
        assertEquals(1, system.database.statements().count());
    }

    @Test
    void aFailingLoadIsEverybodysErrorAndTheNextCallAsksAgain() throws Exception {
        sql("alter table cloud_user rename to hidden_user");

        List<Object> outcomes = Herd.of(32, () -> directory.flags(anna.id()));

        outcomes.forEach(outcome -> assertInstanceOf(RuntimeException.class, outcome));
        sql("alter table hidden_user rename to cloud_user");
        assertEquals(new UserFlags(false, true, false), directory.flags(anna.id()));
    }

    @Test
    void whoeverChangesFlagsNeverSeesTheOldOnesAgain() throws Exception {
        var running = new AtomicBoolean(true);
        ExecutorService readers = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < 2; i++) {
                readers.execute(() -> {
                    while (running.get()) {
                        directory.flags(anna.id());
                    }
                });
            }
            for (int i = 0; i < 30; i++) {
                boolean active = i % 2 == 1;
                system.accounts().setActive(job(), anna.id(), active);
                assertEquals(active, directory.flags(anna.id()).active(), "change " + i);
            }
        } finally {
            running.set(false);
            readers.shutdownNow();
        }
    }

    @Test
    void whatIsRememberedIsReadAgainAfterThirtySeconds() {
        directory.flags(anna.id());
        sql("update cloud_user set active = false");
        system.clock.advance(Duration.ofSeconds(29));
        assertTrue(directory.flags(anna.id()).active());

        system.clock.advance(Duration.ofSeconds(1));

        assertEquals(false, directory.flags(anna.id()).active());
    }

    @Test
    void whoIsNotThereIsNotActive() {
        assertEquals(new UserFlags(false, false, false), directory.flags(new UserId(UUID.randomUUID())));
        system.accounts().delete(job(), anna.id());
        assertEquals(new UserFlags(false, false, false), directory.flags(anna.id()));
    }

    @Test
    void subjectsAreTheUserItsGroupsAndAllInternalUsers() throws Exception {
        Groups groups = system.doors.groups(List.of());
        UserView guest = system.external("guest");
        GroupId team = groups.create(job(), "team", null).id();
        GroupId firm = groups.create(job(), "firm", null).id();
        groups.addGroup(job(), firm, team);
        groups.addUser(job(), team, anna.id());
        system.database.statements().reset();

        List<Object> outcomes = Herd.of(32, () -> directory.subjectsOf(anna.id()));

        var expected = Set.of(anna.id().value(), team.value(), firm.value(), Groups.INTERNAL.value());
        assertEquals(Collections.nCopies(32, expected), outcomes);
        assertEquals(4, system.database.statements().count(), "direct groups, two levels, internal or not");
        assertEquals(Set.of(guest.id().value()), directory.subjectsOf(guest.id()));
    }

    @Test
    void joinedQuestionsSeeTheRunningTransaction() {
        UserView ben = system.admin("ben");
        system.database.requests().write("test", scope -> {
            scope.session().find(UserEntity.class, ben.id().value()).role = UserView.Role.USER;
            scope.session().flush();
            assertEquals(Optional.of(new UserFlags(false, true, false)), directory.flags(scope, ben.id()));
            assertEquals(Optional.empty(), directory.flags(scope, new UserId(UUID.randomUUID())));
            assertTrue(directory.exists(scope, Groups.INTERNAL));
            assertEquals(false, directory.exists(scope, new GroupId(UUID.randomUUID())));
            assertEquals(Set.of(ben.id().value(), Groups.INTERNAL.value()), directory.subjectsOf(scope, ben.id()));
            return ben;
        });
    }

    private void sql(String statement) {
        system.database
                .requests()
                .write(
                        "test",
                        scope -> scope.session()
                                .createNativeMutationQuery(statement)
                                .executeUpdate());
    }
}
