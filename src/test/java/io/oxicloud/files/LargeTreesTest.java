package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** What whole trees cost, in statements: 936 nodes, or 12,221 with {@code -Dfull=true}. */
class LargeTreesTest extends OnTeamDrive {
    private static final int FAN = Boolean.getBoolean("full") ? 10 : 5;
    private static final int LEVELS = 4;

    LargeTreesTest(Engine engine) {
        super(engine);
    }

    @Test
    void aTreeOfAnySizeIsCopiedAndRemovedByPagesAndElseChangedAtOnce(TestReporter report) {
        var other = new NodeId(files.drive(alice, "Other").value());
        NodeId source = files.forest(alice, root, "source", FAN, LEVELS).id();
        var to = new Destination(root, "copy", Destination.Taken.REFUSE);

        long copying = timed(report, "copy", () -> tree.copy(alice, source, to, true, Precondition.NONE));

        Node copy = tree.resolve(alice, drive, List.of("copy"));
        long moving = timed(report, "move", () -> tree.move(alice, source, copy.id(), "moved", Precondition.NONE));
        long crossing = timed(report, "cross", () -> tree.move(alice, copy.id(), other, "moved", Precondition.NONE));
        long deleting = timed(report, "delete", () -> tree.delete(alice, copy.id(), Precondition.NONE));
        long restoring = timed(report, "restore", () -> files.trash.restore(alice, copy.id()));
        tree.delete(alice, copy.id(), Precondition.NONE);
        long removing = timed(report, "remove", () -> removeAll(new DriveId(other.value())));

        long folders = (long) ((Math.pow(FAN, LEVELS) - 1) / (FAN - 1));
        long nodes = folders * (1 + FAN);
        assertTrue(copying <= 16 + 3 * (nodes / CopyWriter.PAGE + 1), "copy: " + copying);
        assertTrue(moving <= 12, "move: " + moving);
        assertTrue(crossing <= 22, "cross: " + crossing);
        assertTrue(deleting <= 10, "delete: " + deleting);
        assertTrue(restoring <= 12, "restore: " + restoring);
        assertTrue(removing <= 14 * (2 * nodes / Removal.BATCH + 2), "remove: " + removing);
        assertEquals(List.of(), TreeCheck.broken(files));
    }

    /** Whoever empties the trash waits for some batches only. */
    private void removeAll(DriveId of) {
        do {
            files.trash.empty(alice, of);
        } while (!Long.valueOf(0).equals(files.drives.used(alice).get(of)));
    }

    /** The time is for whoever reads the report. */
    private long timed(TestReporter report, String what, Runnable work) {
        long begin = System.nanoTime();
        long statements = files.statements(work);
        long millis = (System.nanoTime() - begin) / 1_000_000;
        report.publishEntry(what, statements + " statements, " + millis + " ms");
        return statements;
    }
}
