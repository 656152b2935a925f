package io.oxicloud.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Page;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Database;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class AuditTest {
    private static final Instant NOON = Instant.parse("2026-05-04T12:00:00.123456789Z");

    private final Actor.User admin = new Actor.User(new UserId(UUID.randomUUID()), true, false);
    private final Actor.User alice = new Actor.User(new UserId(UUID.randomUUID()), false, false);
    private final Database database;
    private final Audit audit;

    AuditTest(Engine engine) {
        database = TestDatabase.open(engine, Entities.CLASSES);
        Clock clock = Clock.fixed(NOON, ZoneOffset.UTC);
        audit = new Audit(database.requests(), new Ids(clock, new SecureRandom()), clock);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aRowComesBackAsItWasWritten() {
        Map<String, String> details = Map.of("who", "a&b=c", "why", "two words\nünd more", "empty", "");

        audit.note(alice, "login.rejected", details);
        audit.note(new Actor.Job("trash.purge"), "trash.purged", Map.of());

        var rows = audit.query(admin, AuditQuery.latest(10)).items();
        var login = rows.stream()
                .filter(row -> row.event().equals("login.rejected"))
                .findFirst()
                .orElseThrow();
        assertEquals(2, rows.size());
        assertEquals(details, login.details());
        assertEquals(alice.id(), login.actor());
        assertNull(login.job());
        assertEquals(Instant.parse("2026-05-04T12:00:00.123456Z"), login.at());
    }

    @Test
    void whatWasRolledBackIsNotInTheBook() {
        assertThrows(
                IllegalArgumentException.class,
                () -> database.requests().write("test", scope -> {
                    audit.record(scope, alice, "grant.given", Map.of());
                    throw new IllegalArgumentException("planned");
                }));

        assertEquals(List.of(), audit.query(admin, AuditQuery.latest(10)).items());
    }

    @Test
    void pagesByOneStatementEachGiveEveryRowOnceEvenAtTheSameTime() {
        for (int i = 0; i < 25; i++) {
            audit.note(alice, "login.accepted", Map.of("n", String.valueOf(i)));
        }
        database.statements().reset();

        var seen = new ArrayList<UUID>();
        AuditQuery query = AuditQuery.latest(10);
        Page<AuditRow> page = audit.query(admin, query);
        seen.addAll(page.items().stream().map(AuditRow::id).toList());
        while (page.next() != null) {
            page = audit.query(admin, query.after(page.next()));
            seen.addAll(page.items().stream().map(AuditRow::id).toList());
        }

        assertEquals(25, seen.stream().distinct().count());
        assertEquals(25, seen.size());
        assertEquals(3, database.statements().count());
    }

    @Test
    void aQueryCanAskForAnActorAnAreaAndATime() {
        audit.note(alice, "login.accepted", Map.of());
        audit.note(admin, "login.accepted", Map.of());
        audit.note(alice, "grant.given", Map.of());

        assertEquals(2, count(new AuditQuery(alice.id(), "", null, null, null, 10)));
        assertEquals(1, count(new AuditQuery(alice.id(), "login.", null, null, null, 10)));
        assertEquals(2, count(new AuditQuery(null, "login.", null, null, null, 10)));
        assertEquals(0, count(new AuditQuery(null, "", NOON.plusSeconds(1), null, null, 10)));
        assertEquals(0, count(new AuditQuery(null, "", null, NOON.minusSeconds(1), null, 10)));
        assertEquals(3, count(new AuditQuery(null, "", NOON.minusSeconds(1), NOON.plusSeconds(1), null, 10)));
    }

    @Test
    void onlyAdministratorsReadAndOnlyWithACursorOfTheirs() {
        assertEquals(ErrorCode.FORBIDDEN, refused(alice, AuditQuery.latest(1)));
        assertEquals(ErrorCode.UNAUTHENTICATED, refused(Actor.Anonymous.ANONYMOUS, AuditQuery.latest(1)));
        for (String cursor :
                List.of("", "_", "x", "2026-05-04T12:00:00Z", "2026-05-04T12:00:00Z_x", "+_" + alice.id())) {
            assertEquals(
                    ErrorCode.INVALID_INPUT, refused(admin, AuditQuery.latest(1).after(cursor)), cursor);
        }
        assertThrows(CloudException.class, () -> AuditQuery.latest(0));
        assertThrows(CloudException.class, () -> AuditQuery.latest(1_001));
    }

    private int count(AuditQuery query) {
        return audit.query(admin, query).items().size();
    }

    private ErrorCode refused(Actor actor, AuditQuery query) {
        return assertThrows(CloudException.class, () -> audit.query(actor, query))
                .code();
    }
}
