package io.oxicloud.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GroupId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tries door methods as every kind of actor with every role, and compares what happens with the rule: who may not read finds
 * nothing, who may read but not do it is forbidden, who may do it does it.
 *
 * <p>Use: one matrix for one {@link TestGround}; {@link #check} with a maker of fresh things (each attempt gets one of its own)
 * and the doors. A failure lists every square that is wrong.
 */
public final class PermissionMatrix {
    /** How somebody stands to the thing. */
    public enum Who {
        /** Made it, or had it made for him. */
        OWNER,
        /** Holds the role himself. */
        MEMBER,
        /** Holds the role through groups inside groups, as deep as they go. */
        NESTED_MEMBER,
        /** Held the role until a moment ago. */
        FORMER_MEMBER,
        /** Holds the role himself, and was invited from outside. */
        EXTERNAL_MEMBER,
        /** Holds nothing, and rules the system. */
        ADMIN,
        STRANGER,
        ANONYMOUS,
        JOB
    }

    /** What came of an attempt. */
    public enum Outcome {
        DONE,
        FORBIDDEN,
        /** Nothing is there, in the very words of what is really not there. */
        ABSENT,
        UNAUTHENTICATED
    }

    /** @param role null where the kind of actor says it all */
    public record Square(Who who, @Nullable Role role) {
        public Set<Permission> held() {
            return switch (who) {
                case OWNER, JOB -> EnumSet.allOf(Permission.class);
                case MEMBER, NESTED_MEMBER, EXTERNAL_MEMBER -> role == null ? Set.of() : role.permissions();
                case FORMER_MEMBER, ADMIN, STRANGER, ANONYMOUS -> Set.of();
            };
        }

        @Override
        public String toString() {
            return role == null ? who.name() : who + " as " + role;
        }
    }

    /**
     * What is tried on.
     *
     * @param owner who made it or had it made, and holds everything on it
     * @param on where roles are granted
     */
    public record Thing<T>(Actor owner, Resource on, T value) {}

    /** One door method, with arguments that succeed for whoever may call it. */
    public record Door<T>(String name, Function<Square, Outcome> rule, Attempt<T> attempt) {
        /** The common case: one permission on the thing decides. */
        public static <T> Door<T> needing(Permission permission, String name, Attempt<T> attempt) {
            return new Door<>(name, square -> rule(permission, square.held()), attempt);
        }

        private static Outcome rule(Permission permission, Set<Permission> held) {
            if (held.contains(permission)) {
                return Outcome.DONE;
            }
            return held.contains(Permission.READ) ? Outcome.FORBIDDEN : Outcome.ABSENT;
        }
    }

    /** Calls the door. */
    public interface Attempt<T> {
        void by(Actor actor, T thing) throws Exception;
    }

    private static final Duration MOMENT = Duration.ofSeconds(5);

    private final TestGround ground;
    private final Actor.User member;
    private final Actor.User nested;
    private final GroupId around;
    private final Actor.User external;
    private final Actor.User admin;
    private final Actor.User stranger;

    public PermissionMatrix(TestGround ground) {
        this.ground = ground;
        member = ground.user();
        nested = ground.user();
        around = ground.groupsAround(nested.id());
        external = ground.external();
        admin = ground.admin();
        stranger = ground.user();
    }

    public <T> void check(Supplier<Thing<T>> fresh, List<Door<T>> doors) {
        List<String> expected = new ArrayList<>();
        List<String> actual = new ArrayList<>();
        for (Door<T> door : doors) {
            for (Square square : squares()) {
                Thing<T> thing = fresh.get();
                Actor actor = enter(square, thing);
                expected.add(line(door, square, door.rule().apply(square)));
                actual.add(line(door, square, outcome(door, actor, thing.value())));
            }
        }
        var wrong = new ArrayList<>(actual);
        wrong.removeAll(expected);
        assertEquals(List.of(), wrong, "not as the rule has it");
        assertEquals(expected, actual);
    }

    private static List<Square> squares() {
        List<Square> squares = new ArrayList<>();
        for (Who who : Who.values()) {
            switch (who) {
                case MEMBER, NESTED_MEMBER, FORMER_MEMBER, EXTERNAL_MEMBER -> {
                    for (Role role : Role.values()) {
                        squares.add(new Square(who, role));
                    }
                }
                case OWNER, ADMIN, STRANGER, ANONYMOUS, JOB -> squares.add(new Square(who, null));
            }
        }
        return squares;
    }

    private Actor enter(Square square, Thing<?> thing) {
        Role role = square.role() == null ? Role.OWNER : square.role();
        return switch (square.who()) {
            case OWNER -> thing.owner();
            case MEMBER -> holding(member, Subject.of(member.id()), role, thing);
            case NESTED_MEMBER -> holding(nested, Subject.of(around), role, thing);
            case EXTERNAL_MEMBER -> holding(external, Subject.of(external.id()), role, thing);
            case FORMER_MEMBER -> {
                ground.give(
                        Subject.of(member.id()),
                        thing.on(),
                        role,
                        ground.clock.instant().plus(MOMENT));
                ground.access.rights(member);
                ground.clock.advance(MOMENT);
                yield member;
            }
            case ADMIN -> admin;
            case STRANGER -> stranger;
            case ANONYMOUS -> Actor.Anonymous.ANONYMOUS;
            case JOB -> new Actor.Job("test.job");
        };
    }

    private Actor holding(Actor actor, Subject subject, Role role, Thing<?> thing) {
        ground.give(subject, thing.on(), role, null);
        return actor;
    }

    private static <T> Outcome outcome(Door<T> door, Actor actor, T thing) {
        try {
            door.attempt().by(actor, thing);
            return Outcome.DONE;
        } catch (CloudException e) {
            if (e.code() == ErrorCode.FORBIDDEN) {
                return Outcome.FORBIDDEN;
            }
            if (e.code() == ErrorCode.UNAUTHENTICATED) {
                return Outcome.UNAUTHENTICATED;
            }
            if (e.code() == ErrorCode.NOT_FOUND
                    && e.message().equals(Access.absent().message())) {
                return Outcome.ABSENT;
            }
            throw e;
        } catch (Exception e) {
            throw new AssertionError(door.name() + " as " + actor, e);
        }
    }

    private static String line(Door<?> door, Square square, Outcome outcome) {
        return door.name() + ", " + square + ": " + outcome;
    }
}
