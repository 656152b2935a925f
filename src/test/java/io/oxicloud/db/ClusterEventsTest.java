package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.cache.InvalidationBus;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterEventsTest {
    private final DatabaseSource source = TestDatabase.source(Engine.POSTGRESQL);
    private final Database here = TestDatabase.open(source, Entities.CLASSES);
    private final Database there = TestDatabase.open(source, Entities.CLASSES);
    private final ClusterEvents writer = new ClusterEvents(here, UUID.randomUUID());
    private final ClusterEvents reader = new ClusterEvents(there, UUID.randomUUID());
    private final Heard local = new Heard();
    private final Heard remote = new Heard();

    ClusterEventsTest() {
        writer.subscribe("flags", local);
        reader.subscribe("flags", remote);
        writer.poll();
        reader.poll();
        local.events.clear();
        remote.events.clear();
    }

    @AfterEach
    void close() {
        writer.close();
        reader.close();
        here.close();
        there.close();
    }

    @Test
    void aChangeIsHeardAtOnceHereAndWithTheNextPollThere() {
        publish("alice");

        assertEquals(List.of("alice"), local.events);
        assertEquals(List.of(), remote.events);
        writer.poll();
        reader.poll();
        reader.poll();
        assertEquals(List.of("alice"), local.events, "the own row is not news");
        assertEquals(List.of("alice"), remote.events);
    }

    @Test
    void aChangeThatWasRolledBackIsHeardNowhere() {
        try {
            here.requests().write("test", scope -> {
                writer.publish(scope, "flags", "alice");
                throw new IllegalArgumentException("planned");
            });
        } catch (IllegalArgumentException e) {
            assertEquals("planned", e.getMessage());
        }

        reader.poll();
        assertEquals(List.of(), local.events);
        assertEquals(List.of(), remote.events);
    }

    @Test
    void aRowCommittedLateUnderALowerNumberIsHeard() throws Exception {
        var written = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var slow = new Thread(() -> here.requests().write("slow", scope -> {
            insertEvent(scope, "late");
            written.countDown();
            await(goOn);
            return 1;
        }));
        slow.start();
        await(written);
        publish("early");
        reader.poll();
        assertEquals(List.of("early"), remote.events);

        goOn.countDown();
        slow.join();
        reader.poll();

        assertEquals(List.of("early", "late"), remote.events);
    }

    @Test
    void manyKeysOfOneTopicCostOneStatementAndClearTheTopic() {
        here.statements().reset();

        here.requests().write("test", scope -> {
            for (int i = 0; i < 1_000; i++) {
                writer.publish(scope, "flags", "user" + i);
            }
            return 1;
        });

        assertEquals(1, here.statements().count());
        reader.poll();
        assertEquals(List.of("*"), local.events);
        assertEquals(List.of("*"), remote.events);
    }

    @Test
    void aNodeThatWasCutOffClearsEverythingOnceItIsBack() throws Exception {
        try (var cable = new CutCable((DatabaseSource.Url) source);
                var database = TestDatabase.open(cable.source(), Entities.CLASSES);
                var lonely = new ClusterEvents(database, UUID.randomUUID())) {
            var heard = new Heard();
            lonely.subscribe("flags", heard);
            lonely.poll();
            publish("before");
            lonely.poll();
            assertEquals(List.of("*", "before"), heard.events);

            cable.cut();
            lonely.pollOrForget();
            publish("meanwhile");
            cable.mend();
            for (int attempt = 0; attempt < 20 && heard.events.size() < 4; attempt++) {
                lonely.pollOrForget();
            }

            assertEquals("*", heard.events.get(heard.events.size() - 1));
        }
    }

    @Test
    void aNodeClearsEverythingWhenTooManyNumbersAreMissing() {
        here.requests()
                .write(
                        "jump",
                        scope -> scope.session()
                                .createNativeMutationQuery(
                                        "insert into cluster_event (id, node, topic, item, created_at)"
                                                + " values (1000000, :node, 'flags', 'far', current_timestamp)")
                                .setParameter("node", UUID.randomUUID())
                                .executeUpdate());

        reader.poll();

        assertEquals(List.of("far", "*"), remote.events);
    }

    @Test
    void aTransactionUnderWayWhenANodeStartsIsHeard() throws Exception {
        var written = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var slow = new Thread(() -> here.requests().write("slow", scope -> {
            insertEvent(scope, "late");
            written.countDown();
            await(goOn);
            return 1;
        }));
        slow.start();
        await(written);
        publish("early");
        try (var fresh = new ClusterEvents(there, UUID.randomUUID())) {
            var heard = new Heard();
            fresh.subscribe("flags", heard);
            fresh.poll();
            heard.events.clear();

            goOn.countDown();
            slow.join();
            fresh.poll();

            assertEquals(List.of("late"), heard.events);
        }
    }

    @Test
    void theStartedPollerHearsWithoutBeingAsked() throws Exception {
        var heard = new CountDownLatch(1);
        reader.subscribe("flags", new InvalidationBus.Listener() {
            @Override
            public void invalidate(String key) {
                heard.countDown();
            }

            @Override
            public void clear() {}
        });
        reader.start();

        publish("alice");

        assertTrue(heard.await(60, TimeUnit.SECONDS));
    }

    private void publish(String key) {
        here.requests().write("test", scope -> {
            writer.publish(scope, "flags", key);
            return 1;
        });
    }

    private static void insertEvent(Tx.Scope scope, String key) {
        var pending = new PendingEvents(UUID.randomUUID());
        pending.add("flags", key);
        pending.write(scope);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(60, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Heard implements InvalidationBus.Listener {
        final List<String> events = new ArrayList<>();

        @Override
        public void invalidate(String key) {
            events.add(key);
        }

        @Override
        public void clear() {
            events.add("*");
        }
    }
}
