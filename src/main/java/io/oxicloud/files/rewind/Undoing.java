package io.oxicloud.files.rewind;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Tx;
import io.oxicloud.files.FileVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One rewind on its way: each node by the doors that everybody uses, in transactions of their own, so that rights, locks, quota and
 * history are theirs. First what has to be seen comes back to its place, folders before what lies in them; then what was not there
 * goes, when nothing lies in it any more that was; then contents. What cannot be done stays and is told. For one thread.
 */
final class Undoing {
    private static final Logger log = LoggerFactory.getLogger(Undoing.class);

    private static final int TOLD = 100;
    private static final int ASIDE = 8;
    /** Characters; a name has more bytes than these can have. */
    private static final int MOST_OF_NAME = 60;

    private final Actor actor;
    private final Instant at;
    private final Map<UUID, Difference> differences;
    private final Rewind.Doors doors;
    private final Tx tx;
    private final int most;
    private final RewindRows rows = new RewindRows();
    private final Set<UUID> begun = new HashSet<>();
    /** Brought back for the sake of what lay in it. */
    private final Set<UUID> again = new HashSet<>();

    private final Set<UUID> failed = new HashSet<>();
    private final List<RewindOutcome.Left> left = new ArrayList<>();
    private final Map<RewindStep, Integer> done = new EnumMap<>(RewindStep.class);
    private int steps;

    /** @param most steps of this call */
    Undoing(Tx tx, Rewind.Doors doors, Actor actor, Instant at, Map<UUID, Difference> differences, int most) {
        this.tx = tx;
        this.doors = doors;
        this.actor = actor;
        this.at = at;
        this.differences = differences;
        this.most = most;
    }

    RewindOutcome run() {
        differences.values().stream().filter(Difference::places).forEach(this::place);
        differences.values().stream()
                .filter(Difference::discards)
                .sorted(Comparator.comparing(
                        one -> one.now().lineage().ancestors().size()))
                .forEach(one -> attempt(one, () -> discard(one)));
        again.forEach(this::hideAgain);
        differences.values().stream()
                .filter(one -> one.steps().contains(RewindStep.CONTENT) && !failed.contains(one.id()))
                .forEach(one -> attempt(one, () -> content(one)));
        return new RewindOutcome(done, left, failed.size(), steps < most);
    }

    private void attempt(Difference one, Runnable work) {
        if (steps >= most) {
            return;
        }
        try {
            work.run();
        } catch (CloudException e) {
            if (e.code().kind() == ErrorCode.Kind.FAULT || e.code() == ErrorCode.BUSY) {
                throw e;
            }
            fail(one, e.message());
        }
    }

    private void fail(Difference one, String why) {
        if (failed.add(one.id()) && left.size() < TOLD) {
            left.add(new RewindOutcome.Left(new NodeId(one.id()), one.now().name(), why));
        }
    }

    private void did(RewindStep step) {
        done.merge(step, 1, Integer::sum);
        steps++;
    }

    private Now now(UUID node) {
        return tx.read("rewind.now", scope -> rows.now(scope, node))
                .orElseThrow(() -> new CloudException(ErrorCode.NOT_FOUND, "it was deleted for good"));
    }

    private void place(Difference one) {
        if (!begun.add(one.id())) {
            return;
        }
        Past.Place to = Objects.requireNonNull(one.to());
        placeFirst(to.folder());
        tx.read("rewind.now", scope -> rows.now(scope, to.folder()))
                .map(Now::trashedUnder)
                .ifPresent(this::placeFirst);
        attempt(one, () -> {
            Now node = now(one.id());
            if (node.trashedUnder() != null) {
                bringBack(node.trashedUnder());
                if (!node.trashedUnder().equals(node.id())) {
                    Difference top = differences.get(node.trashedUnder());
                    if (top == null || !top.places()) {
                        again.add(node.trashedUnder());
                    }
                }
                did(RewindStep.UNDELETE);
                node = now(one.id());
            }
            if (!node.liesIn(to.folder(), to.name())) {
                clearing(
                        to.folder(),
                        to.name(),
                        () -> doors.tree()
                                .move(
                                        actor,
                                        new NodeId(one.id()),
                                        new NodeId(to.folder()),
                                        to.name(),
                                        Precondition.NONE));
                did(RewindStep.PLACE);
            }
        });
    }

    private void placeFirst(UUID folder) {
        Difference above = differences.get(folder);
        if (above != null && above.places()) {
            place(above);
        }
    }

    private void hideAgain(UUID node) {
        try {
            if (now(node).trashedUnder() == null) {
                doors.tree().delete(actor, new NodeId(node), Precondition.NONE);
            }
        } catch (CloudException e) {
            log.info("rewind.left-visible node={} why={}", node, e.toString());
        }
    }

    /** Under another name, if its own is taken by now. */
    private void bringBack(UUID top) {
        NodeId id = new NodeId(top);
        try {
            doors.trash().restore(actor, id);
        } catch (CloudException e) {
            if (e.code() != ErrorCode.NAME_TAKEN) {
                throw e;
            }
            doors.trash().restore(actor, id, aside(now(top).name(), top));
        }
    }

    private static String aside(String name, UUID id) {
        String mark = id.toString().substring(id.toString().length() - ASIDE);
        String head = name.length() > MOST_OF_NAME ? name.substring(0, MOST_OF_NAME) : name;
        return head + " (" + mark + ")";
    }

    /** What has the name and is to go elsewhere makes room; what is to stay does not. */
    private void clearing(UUID folder, String name, Runnable work) {
        try {
            work.run();
        } catch (CloudException e) {
            if (e.code() != ErrorCode.NAME_TAKEN || !makeRoom(folder, name)) {
                throw e;
            }
            work.run();
        }
    }

    private boolean makeRoom(UUID folder, String name) {
        List<Now> there = tx.read("rewind.called", scope -> rows.called(scope, folder, name));
        Difference other = there.isEmpty() ? null : differences.get(there.get(0).id());
        if (other == null) {
            return false;
        }
        NodeId id = new NodeId(other.id());
        if (other.discards() && other.now().content() != null) {
            doors.tree().delete(actor, id, Precondition.NONE);
            did(RewindStep.DISCARD);
        } else if (other.discards() || other.steps().contains(RewindStep.PLACE)) {
            doors.tree().rename(actor, id, aside(name, other.id()), Precondition.NONE);
        } else {
            return false;
        }
        return true;
    }

    private void discard(Difference one) {
        if (now(one.id()).trashedUnder() != null) {
            return;
        }
        boolean needed = failed.stream()
                .map(differences::get)
                .filter(other -> other != null && !other.discards())
                .anyMatch(other -> now(other.id()).lineage().isWithin(one.id()));
        if (needed) {
            throw new CloudException(ErrorCode.CONFLICT, "something lies in it that could not be put back");
        }
        doors.tree().delete(actor, new NodeId(one.id()), Precondition.NONE);
        did(RewindStep.DISCARD);
    }

    private void content(Difference one) {
        if (now(one.id()).trashedUnder() != null) {
            return; // it went with the folder that it lies in, and was hidden then as well
        }
        NodeId file = new NodeId(one.id());
        FileVersion former = doors.versions().list(actor, file).stream()
                .filter(version -> !version.at().isAfter(at))
                .findFirst()
                .orElseThrow(() -> new CloudException(ErrorCode.NOT_FOUND, "the content of that time was not kept"));
        doors.versions().restore(actor, file, former.id(), Precondition.NONE);
        did(RewindStep.CONTENT);
    }
}
