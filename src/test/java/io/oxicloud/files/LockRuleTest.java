package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.Seeds;
import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random locks and changes in a small tree, against a rule that is written down without any thought of a database. */
class LockRuleTest extends OnTeamDrive {
    private static final int RUNS = Boolean.getBoolean("full") ? 200 : 25;
    private static final int STEPS = 25;

    private final List<Actor.User> people;

    LockRuleTest(Engine engine) {
        super(engine);
        Actor.User bob = files.user();
        files.grant(bob, tree.get(alice, root), Role.OWNER);
        people = List.of(alice, bob);
    }

    @Test
    void everyChangeIsRefusedOrDoneAsTheNaiveRuleHasIt() {
        Seeds.all().limit(RUNS).forEach(seed -> {
            var world = new World(new Random(seed));
            for (int step = 0; step < STEPS; step++) {
                world.step("seed " + seed + ", step " + step);
            }
        });
    }

    /** A thing in the tree, as a child would draw it. */
    private static final class Thing {
        final NodeId id;
        final boolean folder;

        @Nullable
        Thing parent;

        Thing(NodeId id, boolean folder, @Nullable Thing parent) {
            this.id = id;
            this.folder = folder;
            this.parent = parent;
        }

        boolean isIn(Thing other) {
            for (Thing at = this; at != null; at = at.parent) {
                if (at == other) {
                    return true;
                }
            }
            return false;
        }
    }

    private record Held(Thing on, Actor.User by, LockKind kind, boolean deep, String token) {
        boolean guards(Thing thing) {
            return on == thing || (deep && thing.isIn(on));
        }
    }

    private final class World {
        private final Random random;
        private final List<Thing> things = new ArrayList<>();
        private final List<Held> held = new ArrayList<>();
        private int names;

        World(Random random) {
            this.random = random;
            Thing top = new Thing(
                    tree.createFolder(alice, root, "top " + random.nextLong()).id(), true, null);
            things.add(top);
            for (int i = 0; i < 7; i++) {
                Thing parent = any(true);
                NodeId id = i % 2 == 0
                        ? tree.createFolder(alice, parent.id, name()).id()
                        : files.write(alice, parent.id, name(), "x").node().id();
                things.add(new Thing(id, i % 2 == 0, parent));
            }
        }

        void step(String where) {
            Actor.User who = people.get(random.nextInt(2));
            Set<String> tokens = held.stream()
                    .filter(lock -> random.nextInt(3) > 0)
                    .map(Held::token)
                    .collect(Collectors.toSet());
            var submitted = new Precondition(false, false, null, Set.of(), tokens);
            switch (random.nextInt(6)) {
                case 0, 1 -> take(where, who);
                case 2 -> release(who);
                case 3 -> write(where, who, tokens);
                case 4 -> create(where, who, submitted);
                default -> move(where, who, submitted);
            }
        }

        private void take(String where, Actor.User who) {
            Thing thing = any(false);
            LockKind kind = random.nextInt(3) == 0 ? LockKind.EXCLUSIVE : LockKind.SHARED;
            boolean deep = random.nextBoolean();
            boolean free = held.stream()
                    .filter(lock -> lock.guards(thing) || (deep && lock.on.isIn(thing)))
                    .allMatch(lock -> lock.kind == LockKind.SHARED && kind == LockKind.SHARED);
            var request = new LockRequest(kind, deep, "", null);
            FileLock[] taken = new FileLock[1];

            boolean done = tried(() -> taken[0] = files.locks.take(who, thing.id, request, Precondition.NONE));

            assertEquals(free, done, where + ": take");
            if (done) {
                held.add(new Held(thing, who, kind, deep, taken[0].token()));
            }
        }

        private void release(Actor.User who) {
            if (!held.isEmpty()) {
                Held lock = held.remove(random.nextInt(held.size()));
                files.locks.release(who, lock.on.id, lock.token);
            }
        }

        private void write(String where, Actor.User who, Set<String> tokens) {
            Thing file = any(false);
            if (file.folder || file.parent == null) {
                return;
            }
            var submitted = new Precondition(false, false, null, Set.of(), tokens);
            String name = tree.get(who, file.id).name();
            NodeId parent = file.parent.id;
            assertEquals(
                    allowed(file, who, tokens),
                    tried(() -> tree.prepareWrite(who, parent, name, submitted)),
                    where + ": write");
        }

        private void create(String where, Actor.User who, Precondition submitted) {
            Thing parent = any(true);
            boolean free = allowed(parent, who, submitted.lockTokens());

            boolean done = tried(() -> tree.createFolder(who, parent.id, name(), submitted));

            assertEquals(free, done, where + ": create");
        }

        private void move(String where, Actor.User who, Precondition submitted) {
            Thing thing = any(false);
            Thing target = any(true);
            Thing from = thing.parent;
            if (from == null || target.isIn(thing)) {
                return;
            }
            Set<String> tokens = submitted.lockTokens();
            boolean free = allowed(from, who, tokens)
                    && allowed(target, who, tokens)
                    && things.stream().filter(each -> each.isIn(thing)).allMatch(each -> allowed(each, who, tokens));

            boolean done = tried(() -> tree.move(who, thing.id, target.id, name(), submitted));

            assertEquals(free, done, where + ": move");
            if (done) {
                held.removeIf(lock -> lock.on.isIn(thing));
                thing.parent = target;
            }
        }

        private boolean allowed(Thing thing, Actor.User who, Set<String> tokens) {
            List<Held> guards = held.stream().filter(lock -> lock.guards(thing)).toList();
            return guards.isEmpty()
                    || guards.stream().anyMatch(lock -> lock.by.equals(who) && tokens.contains(lock.token));
        }

        private Thing any(boolean folder) {
            List<Thing> choice =
                    things.stream().filter(thing -> !folder || thing.folder).toList();
            return choice.get(random.nextInt(choice.size()));
        }

        private String name() {
            return "n" + names++;
        }
    }

    private static boolean tried(Runnable change) {
        try {
            change.run();
            return true;
        } catch (CloudException e) {
            assertEquals(ErrorCode.LOCKED, e.code(), e.message());
            return false;
        }
    }
}
