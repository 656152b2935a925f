package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Ids;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class LeasesTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final Database database;
    private final Leases leases;

    LeasesTest(Engine engine) {
        database = TestDatabase.open(engine, Entities.CLASSES);
        leases = new Leases(database.maintenance(), new Ids(Clock.systemUTC(), new SecureRandom()));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aLeaseHasOneHolderUntilItIsGivenBack() {
        Lease first = leases.tryAcquire("sweep", HOUR).orElseThrow();
        assertTrue(leases.tryAcquire("sweep", HOUR).isEmpty());
        assertTrue(leases.tryAcquire("other", HOUR).isPresent());

        first.close();

        assertTrue(leases.tryAcquire("sweep", HOUR).isPresent());
        assertFalse(first.renew(HOUR));
        first.close();
        assertTrue(leases.tryAcquire("sweep", HOUR).isEmpty(), "giving back twice takes nothing from the next holder");
    }

    @Test
    void aLeaseRunsOutByTheTimeOfTheDatabase() {
        Lease dead = leases.tryAcquire("sweep", HOUR).orElseThrow();
        assertEquals(HOUR, remaining());

        expireAll();

        Lease next = leases.tryAcquire("sweep", HOUR).orElseThrow();
        assertFalse(dead.renew(HOUR));
        assertTrue(next.renew(HOUR.multipliedBy(2)));
        assertEquals(HOUR.multipliedBy(2), remaining());
    }

    @Test
    void aLeaseThatRanOutUnnoticedIsStillTheHoldersIfNobodyTookIt() {
        Lease slow = leases.tryAcquire("sweep", HOUR).orElseThrow();
        expireAll();

        assertTrue(slow.renew(HOUR));

        assertTrue(leases.tryAcquire("sweep", HOUR).isEmpty());
    }

    @Test
    void ofManyWhoAskAtOnceOneGetsIt() throws Exception {
        int askers = 8;
        for (String name : new String[] {"fresh", "run out"}) {
            if (name.equals("run out")) {
                assertTrue(leases.tryAcquire(name, HOUR).isPresent());
                expireAll();
            }
            var meet = new CyclicBarrier(askers);
            var threads = Executors.newFixedThreadPool(askers);
            try {
                Callable<Optional<Lease>> ask = () -> {
                    meet.await();
                    return leases.tryAcquire(name, HOUR);
                };
                long winners = 0;
                for (var answer : threads.invokeAll(
                        Stream.generate(() -> ask).limit(askers).toList())) {
                    winners += answer.get().stream().count();
                }
                assertEquals(1, winners, name);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    /** In whole hours by the clock of the database. */
    private Duration remaining() {
        return database.requests().read("test", scope -> {
            Instant expires = scope.session()
                    .createSelectionQuery("select l.expiresAt from LeaseEntity l where l.name = 'sweep'", Instant.class)
                    .getSingleResult();
            long hours =
                    Math.round(Duration.between(scope.databaseTime(), expires).toSeconds() / 3600.0);
            return Duration.ofHours(hours);
        });
    }

    private void expireAll() {
        database.requests()
                .write(
                        "test",
                        scope -> scope.session()
                                .createMutationQuery("update LeaseEntity l set l.expiresAt = :past")
                                .setParameter("past", scope.databaseTime())
                                .executeUpdate());
    }
}
