package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link Tx.Scope#change} and {@link ValueList}: what requests use so that nothing is translated anew. */
@ParameterizedClass
@EnumSource(Engine.class)
class ScopeChangeTest {
    private static final Instant DUE = Instant.parse("2026-03-01T10:00:00.123456Z");

    private final Database database;
    private final List<UUID> ids =
            IntStream.range(0, 9).mapToObj(i -> UUID.randomUUID()).toList();

    ScopeChangeTest(Engine engine) {
        database = TestDatabase.open(TestDatabase.source(engine), Entities.CLASSES);
        database.requests().write("fill", scope -> {
            ids.forEach(id -> scope.session().persist(new WorkEntity(id, "kind", "payload", DUE)));
            return true;
        });
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aListHasAsManyParametersAsAPowerOfTwo() {
        for (int count = 0; count <= ids.size(); count++) {
            List<UUID> some = ids.subList(0, count);

            int changed = change("update work set attempts = 7 where id in ?", some);

            assertEquals(count, changed);
            assertEquals(count, found(some).size());
        }
        assertEquals("(:id0, :id1)", ValueList.of("id", List.of()).toString());
        assertEquals("(:id0, :id1)", ValueList.of("id", List.of(1)).toString());
        assertEquals(
                "(:id0, :id1, :id2, :id3)", ValueList.of("id", List.of(1, 2, 3)).toString());
    }

    @Test
    void valuesOfAllKindsArriveAsTheyAre() {
        UUID claim = UUID.randomUUID();
        Instant later = DUE.plusNanos(1_000);

        assertEquals(
                2,
                change(
                        "update work set due_at = ?, claim = ?, attempts = ?, last_error = ? where id in ?",
                        later,
                        claim,
                        3,
                        null,
                        ids.subList(0, 2)));

        WorkEntity row =
                database.requests().read("look", scope -> scope.session().find(WorkEntity.class, ids.get(1)));
        assertEquals(later, row.dueAt);
        assertEquals(claim, row.claim);
        assertEquals(3, row.attempts);
    }

    @Test
    void whatTheSessionHoldsIsWrittenFirst() {
        UUID id = UUID.randomUUID();

        int changed = database.requests().write("test", scope -> {
            scope.session().persist(new WorkEntity(id, "kind", "payload", DUE));
            return scope.change("update work set attempts = 1 where id = ?", id);
        });

        assertEquals(1, changed);
    }

    @Test
    void aChangeIsCountedLikeAnyStatement() {
        database.statements().reset();

        change("update work set attempts = 1 where id in ?", ids);

        assertEquals(1, database.statements().count());
    }

    @Test
    void aDuplicateIsNamedAndUndoesTheTransaction() {
        var failure = assertThrows(
                DuplicateException.class,
                () -> change(
                        "insert into work(id, kind, payload, state, due_at, attempts) values (?, 'k', 'p', 'WAITING', ?, 0)",
                        ids.get(0),
                        DUE));

        assertEquals("pk_work", failure.constraint());
    }

    private int change(String sql, @Nullable Object... values) {
        return database.requests().write("test", scope -> scope.change(sql, values));
    }

    private List<UUID> found(List<UUID> asked) {
        var list = ValueList.of("id", asked);
        return new ArrayList<>(database.requests()
                .read(
                        "test",
                        scope -> list.in(scope.session()
                                        .createSelectionQuery(
                                                "select w.id from WorkEntity w where w.id in " + list, UUID.class))
                                .getResultList()));
    }
}
