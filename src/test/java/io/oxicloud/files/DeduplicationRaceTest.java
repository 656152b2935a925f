package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Precondition;
import io.oxicloud.chunk.ChunkSweeper;
import io.oxicloud.chunk.Grace;
import io.oxicloud.db.Engine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** T-07. */
class DeduplicationRaceTest extends OnTeamDrive {
    private static final String SAME = "the same bytes in every file";
    private static final int FILES = 100;

    DeduplicationRaceTest(Engine engine) {
        super(engine);
    }

    @Test
    void whatIsRemovedForGoodWhileItComesAgainIsWholeEverywhere() throws Exception {
        // what is unused goes at once, but not what an upload holds
        var grace = new Grace(Duration.ofMinutes(10), Duration.ZERO);
        var sweeper = new ChunkSweeper(files.database.maintenance(), files.blobs, grace);
        ExecutorService writer = Executors.newSingleThreadExecutor();
        try {
            Future<?> writing = writer.submit(() -> {
                for (int i = 0; i < FILES; i++) {
                    files.write(alice, root, "y" + i, SAME);
                }
            });
            do {
                Node removed = files.write(alice, root, "x", SAME).node();
                tree.delete(alice, removed.id(), Precondition.NONE);
                files.trash.delete(alice, removed.id());
                sweeper.run();
            } while (!writing.isDone());
            writing.get();
        } finally {
            writer.shutdown();
        }

        assertWhole();
        files.sweep();
        assertWhole();
        assertTrue(files.fsck().isClean());
        tree.children(alice, root, null, FILES).items().forEach(y -> tree.delete(alice, y.id(), Precondition.NONE));
        files.trash.empty(alice, drive);
        files.sweep();
        assertEquals(0, files.memory.names().size());
    }

    private void assertWhole() {
        List<Node> all = tree.children(alice, root, null, 1_000).items();
        assertEquals(FILES, all.size());
        all.forEach(y -> assertEquals(SAME, files.read(alice, y)));
    }
}
