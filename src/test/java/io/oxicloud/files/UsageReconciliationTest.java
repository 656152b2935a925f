package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.cache.Herd;
import io.oxicloud.db.Engine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UsageReconciliationTest extends OnTeamDrive {
    private final UsageReconciliation task =
            new UsageReconciliation(files.database.maintenance(), files.ledger, Duration.ofMinutes(10));
    private final NodeId home = files.home(alice);

    UsageReconciliationTest(Engine engine) {
        super(engine);
    }

    @Test
    void whatIsRightCostsOneStatementForAPageAndOneForEachDriveAndChangesNothing() throws Exception {
        Node folder = tree.createFolder(alice, root, "folder");
        files.write(alice, folder.id(), "a", "12345");
        Node gone = files.write(alice, root, "b", "123").node();
        tree.delete(alice, gone.id(), Precondition.NONE);
        files.write(alice, home, "c", "1");
        files.database.statements().reset();

        task.run();

        assertEquals(1 + 2, files.database.statements().count());
        assertEquals(8, used(root), "the trash is held as well");
        assertEquals(1, used(home));
    }

    @Test
    void whatIsWrongIsCorrectedInBothDirections() throws Exception {
        files.write(alice, root, "a", "12345");
        files.write(alice, home, "b", "123");
        files.ground.write(scope -> files.ledger.charge(scope, drive, 100));
        files.ground.write(scope -> files.ledger.charge(scope, new DriveId(home.value()), -2));

        task.run();

        assertEquals(5, used(root));
        assertEquals(3, used(home));
    }

    @Test
    void itMayRunWhileFilesAreWritten() throws Exception {
        var number = new AtomicInteger();

        Herd.of(6, () -> {
            int mine = number.getAndIncrement();
            for (int i = 0; i < 10; i++) {
                if (mine == 0) {
                    task.run();
                } else {
                    files.write(alice, root, "file " + mine + " " + i, "12345");
                }
            }
            return mine;
        });

        assertEquals(250, used(root));
    }

    private long used(NodeId root) {
        return files.drives.used(alice).getOrDefault(new DriveId(root.value()), -1L);
    }
}
