package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Ids;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class ChangeLogTest {
    private final Clock clock = Clock.systemUTC();
    private final UUID collection = UUID.randomUUID();
    private final Database database;
    private final ChangeLog log;

    ChangeLogTest(Engine engine) {
        database = TestDatabase.open(engine, Entities.CLASSES);
        log = new ChangeLog(new Ids(clock, new SecureRandom()), clock);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aClientGetsWhatIsNewEachMemberOnceWithItsLastChange() {
        append("a", ChangeKind.CREATED);
        ChangeToken seen = append("b", ChangeKind.CREATED);
        append("a", ChangeKind.UPDATED);
        append("c", ChangeKind.CREATED);
        ChangeToken last = append("a", ChangeKind.DELETED);

        ChangePage page = since(seen, 10);

        assertEquals(
                List.of(new Change(4, "c", ChangeKind.CREATED), new Change(5, "a", ChangeKind.DELETED)),
                page.changes());
        assertEquals(last, page.next());
        assertEquals(last, head());
        assertEquals(new ChangePage(List.of(), last, false), since(last, 10));
    }

    @Test
    void pagesGoOnWhereTheLastOneEnded() {
        for (int i = 0; i < 25; i++) {
            append("member" + i, ChangeKind.CREATED);
        }

        var numbers = new ArrayList<Long>();
        ChangePage page = since(ChangeToken.START, 10);
        numbers.addAll(page.changes().stream().map(Change::number).toList());
        while (page.more()) {
            page = since(ChangeToken.parse(page.next().toString()), 10);
            numbers.addAll(page.changes().stream().map(Change::number).toList());
        }

        assertEquals(LongStream.rangeClosed(1, 25).boxed().toList(), numbers);
    }

    @Test
    void collectionsDoNotMixAndOneWithoutChangesIsEmpty() {
        append("a", ChangeKind.CREATED);
        UUID other = UUID.randomUUID();

        ChangePage page = database.requests().read("since", scope -> log.since(scope, other, ChangeToken.START, 10));

        assertEquals(new ChangePage(List.of(), ChangeToken.START, false), page);
    }

    @Test
    void aChangeThatWasRolledBackLeavesNoHole() {
        append("a", ChangeKind.CREATED);
        assertThrows(
                IllegalArgumentException.class,
                () -> database.requests().write("test", scope -> {
                    log.append(scope, collection, "b", ChangeKind.CREATED);
                    throw new IllegalArgumentException("planned");
                }));

        assertEquals(2, append("c", ChangeKind.CREATED).number());
    }

    @Test
    void aTokenOfAHistoryThatABackupReplacedExpires() {
        ChangeToken kept = append("a", ChangeKind.CREATED);
        ChangeToken lost = append("b", ChangeKind.CREATED);
        ChangeToken lostToo = append("c", ChangeKind.CREATED);
        restoreBackupOf(kept);

        ChangeToken again = append("d", ChangeKind.CREATED);

        assertEquals(lost.number(), again.number());
        assertEquals(
                List.of("d"),
                since(kept, 10).changes().stream().map(Change::member).toList());
        assertExpired(lost);
        assertExpired(lostToo);
        append("e", ChangeKind.CREATED);
        append("f", ChangeKind.CREATED);
        assertExpired(lost);
        assertExpired(lostToo);
    }

    @Test
    void whatWasPrunedExpiresButTheNewestTokenNeverDoes() {
        ChangeToken old = append("a", ChangeKind.CREATED);
        ChangeToken last = append("b", ChangeKind.CREATED);

        new ChangeLogPruner(database.maintenance(), log, Clock.offset(clock, Duration.ofDays(184))).run();

        assertExpired(old);
        assertExpired(ChangeToken.START);
        assertEquals(new ChangePage(List.of(), last, false), since(last, 10));
        append("c", ChangeKind.CREATED);
        assertEquals(
                List.of(new Change(3, "c", ChangeKind.CREATED)), since(last, 10).changes());
    }

    @Test
    void aForgottenCollectionKnowsNoToken() {
        ChangeToken token = append("a", ChangeKind.CREATED);

        database.requests().write("forget", scope -> {
            log.forget(scope, collection);
            return 1;
        });

        assertExpired(token);
        assertEquals(ChangeToken.START, head());
    }

    @Test
    void whatIsNoTokenIsToldLikeOneThatExpired() {
        for (String text :
                List.of("", "1", "-", "1-", "x-1", "1-1-1", "-1-1", "1-00000000000000000", "9".repeat(30) + "-1")) {
            var refused = assertThrows(CloudException.class, () -> ChangeToken.parse(text), text);
            assertEquals(ErrorCode.SYNC_TOKEN_EXPIRED, refused.code());
        }
        var token = new ChangeToken(7, -1);
        assertEquals(token, ChangeToken.parse(token.toString()));
    }

    /** The reader asks all the time, and must meet the numbers 1, 2, 3, … though 64 transactions run side by side. */
    @Test
    void aReaderBesideSixtyFourWritersMissesNothing() throws Exception {
        int writers = 64;
        int each = 5;
        long all = (long) writers * each;
        var threads = Executors.newFixedThreadPool(writers);
        var numbers = new ArrayList<Long>();
        try {
            var results = new ArrayList<Future<?>>();
            for (int writer = 0; writer < writers; writer++) {
                String name = "writer" + writer;
                results.add(threads.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        append(name + "-" + i, ChangeKind.CREATED);
                    }
                }));
            }
            ChangeToken seen = ChangeToken.START;
            while (numbers.size() < all) {
                boolean written = results.stream().allMatch(Future::isDone);
                ChangePage page = since(seen, 50);
                page.changes().forEach(change -> numbers.add(change.number()));
                seen = page.next();
                if (written && page.changes().isEmpty()) {
                    break;
                }
            }
            for (Future<?> result : results) {
                result.get();
            }
        } finally {
            threads.shutdownNow();
        }

        assertEquals(LongStream.rangeClosed(1, all).boxed().toList(), numbers);
    }

    private ChangeToken append(String member, ChangeKind kind) {
        return database.requests().write("append", scope -> log.append(scope, collection, member, kind));
    }

    private ChangePage since(ChangeToken token, int limit) {
        return database.maintenance().read("since", scope -> log.since(scope, collection, token, limit));
    }

    private ChangeToken head() {
        return database.requests().read("head", scope -> log.head(scope, collection));
    }

    private void assertExpired(ChangeToken token) {
        var refused = assertThrows(CloudException.class, () -> since(token, 10));
        assertEquals(ErrorCode.SYNC_TOKEN_EXPIRED, refused.code());
    }

    private void restoreBackupOf(ChangeToken token) {
        database.requests().write("restore", scope -> {
            scope.session()
                    .createMutationQuery("delete from ChangeEntryEntity e where e.id.number > :number")
                    .setParameter("number", token.number())
                    .executeUpdate();
            return scope.session()
                    .createMutationQuery(
                            "update ChangeCounterEntity c set c.lastNumber = :number, c.lastStamp = :stamp")
                    .setParameter("number", token.number())
                    .setParameter("stamp", token.stamp())
                    .executeUpdate();
        });
    }
}
