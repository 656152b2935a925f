package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link Tx.Scope#rows}: rows that requests read without Hibernate between them and the driver. */
@ParameterizedClass
@EnumSource(Engine.class)
class ScopeRowsTest {
    private static final Instant DUE = Instant.parse("2026-03-01T10:00:00.123456Z");
    private static final Instant OLD = Instant.parse("1883-11-18T23:59:59.999999Z");

    private final Database database;
    private final List<UUID> ids =
            IntStream.range(0, 3).mapToObj(i -> new UUID(i, i)).toList();

    ScopeRowsTest(Engine engine) {
        database = TestDatabase.open(TestDatabase.source(engine), Entities.CLASSES);
        database.requests().write("fill", scope -> {
            ids.forEach(id -> scope.session().persist(new WorkEntity(id, "kind " + id, "payload", DUE)));
            return true;
        });
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void valuesOfAllKindsArriveAsTheyAre() {
        database.requests()
                .write("test", scope -> scope.change("update work set due_at = ? where id = ?", OLD, ids.get(1)));

        List<List<?>> rows = rows(
                row -> List.of(row.text(1), row.time(2), row.number(3)),
                "select w.kind, w.due_at, w.attempts + 5 from work w where w.id in ? order by w.id",
                ids.subList(0, 2));

        assertEquals(List.of(List.of("kind " + ids.get(0), DUE, 5L), List.of("kind " + ids.get(1), OLD, 5L)), rows);
    }

    @Test
    void bytesAndIdsArriveAsTheyAre() {
        byte[] bytes = {0, 1, -1, 127, -128};

        List<String> rows = rows(
                row -> row.idOrNull(1) + " " + HexFormat.of().formatHex(row.bytes(2)),
                "select w.id, cast(? as bytea) from work w where w.id = ?",
                bytes,
                ids.get(2));

        assertEquals(List.of(ids.get(2) + " 0001ff7f80"), rows);
    }

    @Test
    void whatIsNotThereIsNull() {
        rows(
                row -> {
                    assertNull(row.idOrNull(1));
                    assertNull(row.textOrNull(2));
                    assertNull(row.bytesOrNull(3));
                    assertThrows(NullPointerException.class, () -> row.text(2));
                    assertThrows(NullPointerException.class, () -> row.bytes(3));
                    return true;
                },
                "select w.claim, w.last_error, cast(null as bytea) from work w where w.id = ?",
                ids.get(0));
    }

    @Test
    void theyAreCountedLikeAnyStatement() {
        database.statements().reset();

        rows(row -> row.text(1), "select w.kind from work w where w.id in ?", ids);

        assertEquals(1, database.statements().count());
    }

    @Test
    void whatTheSessionHoldsIsWrittenFirst() {
        UUID id = UUID.randomUUID();

        List<String> kinds = database.requests().write("test", scope -> {
            scope.session().persist(new WorkEntity(id, "new", "payload", DUE));
            return scope.rows(row -> row.text(1), "select w.kind from work w where w.id = ?", id);
        });

        assertEquals(List.of("new"), kinds);
    }

    @Test
    void aReaderThatFailsLeavesTheTransactionsOfOthersAlone() {
        var failure = assertThrows(
                CloudException.class,
                () -> rows(
                        row -> {
                            throw new CloudException(ErrorCode.CORRUPT_CONTENT, "a row that nobody wrote");
                        },
                        "select w.id from work w where w.id = ?",
                        ids.get(0)));

        assertEquals(ErrorCode.CORRUPT_CONTENT, failure.code());
        List<String> kinds = rows(row -> row.text(1), "select w.kind from work w where w.id in ?", ids);
        assertEquals(ids.size(), kinds.size());
    }

    private <T> List<T> rows(RowReader<T> reader, String sql, @Nullable Object... values) {
        return database.requests().read("test", scope -> scope.rows(reader, sql, values));
    }
}
