package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that keep a copy of a folder, while many change it under a few names. */
class ConcurrentSyncTest extends OnTeamDrive {
    private static final int WRITERS = 64;
    private static final int EACH = Boolean.getBoolean("full") ? 40 : 5;
    private static final int NAMES = 24;
    private static final long SEED = 20260715;

    /** What may be said to somebody whose node another one took away, or who came too late. */
    private static final Set<ErrorCode> POLITE = EnumSet.of(
            ErrorCode.NOT_FOUND, ErrorCode.NAME_TAKEN, ErrorCode.INVALID_INPUT, ErrorCode.BUSY, ErrorCode.CONFLICT);

    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    private final Queue<NodeId> known = new ConcurrentLinkedQueue<>();
    private final Node folder;
    private final Node other;

    ConcurrentSyncTest(Engine engine) {
        super(engine);
        folder = tree.createFolder(alice, root, "folder");
        other = tree.createFolder(alice, root, "other");
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    /** Also of those who begin while it goes on, and whatever the size of their pages. */
    @Test
    void everyClientEndsWithWhatReallyLiesInTheFolder() throws Exception {
        List<Future<Void>> running = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            running.add(threads.submit(writer(new Random(SEED + writer))));
        }
        var random = new Random(SEED);
        List<SyncedFolder> clients = new ArrayList<>();
        while (!running.stream().allMatch(Future::isDone)) {
            if (clients.size() < 10) {
                clients.add(new SyncedFolder(files.sync, alice, folder.id()));
            }
            for (SyncedFolder client : clients) {
                if (random.nextBoolean()) {
                    client.sync(1 + random.nextInt(10));
                }
            }
        }
        for (Future<Void> writer : running) {
            writer.get();
        }

        Map<String, String> listing = SyncedFolder.listing(tree, alice, folder.id());
        for (SyncedFolder client : clients) {
            assertEquals(listing, client.sync(1 + random.nextInt(10)).members(), "seed " + SEED);
        }
        assertEquals(List.of(), TreeCheck.broken(files));
    }

    private Callable<Void> writer(Random random) {
        return () -> {
            for (int i = 0; i < EACH; i++) {
                try {
                    change(random);
                } catch (CloudException e) {
                    assertTrue(POLITE.contains(e.code()), e::toString);
                }
            }
            return null;
        };
    }

    private void change(Random random) {
        String name = "name " + random.nextInt(NAMES);
        NodeId one = known.poll();
        int what = random.nextInt(8);
        if (one == null || what < 3) {
            known.add(files.write(alice, folder.id(), name, "text " + random.nextInt(5))
                    .node()
                    .id());
        } else {
            try {
                change(one, what, name);
            } finally {
                known.add(one);
            }
        }
    }

    private void change(NodeId one, int what, String name) {
        switch (what) {
            case 3 -> tree.rename(alice, one, name, Precondition.NONE);
            case 4 -> tree.move(alice, one, other.id(), name, Precondition.NONE);
            case 5 -> replace(one, name);
            case 6 -> {
                tree.delete(alice, one, Precondition.NONE);
                files.trash.restore(alice, one);
            }
            default -> tree.delete(alice, one, Precondition.NONE);
        }
    }

    private void replace(NodeId one, String name) {
        var to = new Destination(folder.id(), name, Destination.Taken.REPLACE);
        tree.move(alice, one, to, Precondition.NONE);
    }
}
