package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.TestGround;
import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.cache.Herd;
import io.oxicloud.db.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class VersionThinningTest extends OnTeamDrive {
    private final VersionThinning task = new VersionThinning(
            files.database.maintenance(), files.ledger, files.references, VersionSettings.DEFAULTS, files.clock);

    VersionThinningTest(Engine engine) {
        super(engine);
    }

    @Test
    void formerContentsAreThinnedOutAndTheirBytesGo() throws Exception {
        for (int day = 0; day < 40; day++) {
            for (int time = 0; time < 2; time++) {
                files.write(alice, root, "report", "day " + day + " time " + time);
                files.clock.advance(Duration.ofHours(1));
            }
            files.clock.advance(Duration.ofHours(22));
        }
        assertEquals(80, contents().size());

        task.run();

        // the last of some 30 days, of the weeks before, and all of the last day
        List<String> kept = contents();
        assertTrue(kept.size() >= 30 && kept.size() <= 36, kept::toString);
        assertTrue(kept.contains("day 39 time 1"));
        assertTrue(kept.contains("day 38 time 1"));
        assertTrue(!kept.contains("day 20 time 0"));
        files.sweep();
        assertEquals(kept.size(), files.memory.names().size());
        assertSound();
        assertEquals("day 39 time 1", files.read(alice, tree.resolve(alice, drive, List.of("report"))));

        files.clock.advance(Duration.ofDays(400));
        task.run();
        assertTrue(contents().size() <= 8, () -> contents().toString());
        assertSound();
    }

    @Test
    void aRunThatFindsNothingNewChangesNothing() throws Exception {
        for (int i = 0; i < 5; i++) {
            files.write(alice, root, "a", "text " + i);
        }
        files.clock.advance(Duration.ofDays(2));
        task.run();
        assertEquals(1, contents().size());
        files.database.statements().reset();

        task.run();

        // two windows, a page of drives, and each drive's room and use
        assertEquals(2 + 1, files.database.statements().count() - 2L * drives());
    }

    @Test
    void clientsThatKeepACopyOfTheFolderMissNothing() throws Exception {
        var client = new SyncedFolder(files.sync, alice, root).sync();
        for (int i = 0; i < 5; i++) {
            files.write(alice, root, "a", "text " + i);
            files.clock.advance(Duration.ofSeconds(1));
        }
        tree.delete(alice, files.write(alice, root, "b", "text").node().id(), Precondition.NONE);
        files.clock.advance(Duration.ofDays(2));

        task.run();

        client.sync();
        assertEquals(SyncedFolder.listing(tree, alice, root), client.members());
        new HistoryPruning(files.database.maintenance(), files.clock, Duration.ofDays(1), Duration.ofHours(1)).run();
        files.write(alice, root, "a", "more");
        files.clock.advance(Duration.ofDays(2));
        task.run();
        assertSound();
    }

    @Test
    void whatLiesInTheTrashKeepsItsVersions() throws Exception {
        for (int i = 0; i < 3; i++) {
            files.write(alice, root, "a", "text " + i);
        }
        tree.delete(alice, tree.resolve(alice, drive, List.of("a")).id(), Precondition.NONE);
        files.clock.advance(Duration.ofDays(2));

        task.run();

        assertEquals(3, contents().size());
        assertSound();
    }

    @Test
    void aMovedFileIsThinnedOutOverAllItsFolders() throws Exception {
        NodeId from = tree.createFolder(alice, root, "from").id();
        NodeId to = tree.createFolder(alice, root, "to").id();
        for (int i = 0; i < 3; i++) {
            files.write(alice, from, "a", "there " + i);
        }
        Node file = tree.resolve(alice, drive, List.of("from", "a"));
        tree.move(alice, file.id(), to, "a", Precondition.NONE);
        for (int i = 0; i < 3; i++) {
            files.write(alice, to, "a", "here " + i);
        }
        tree.delete(alice, from, Precondition.NONE);
        files.clock.advance(Duration.ofDays(2));

        task.run();

        assertEquals(List.of("here 2"), contents());
        assertSound();
    }

    @Test
    void formerContentsTakeNoMoreThanTheirShareOfTheDrive() throws Exception {
        files.drives.setQuota(TestGround.ADMIN, drive, 1_000L);
        for (int i = 0; i < 20; i++) {
            files.write(alice, root, "a", "%02d".formatted(i) + "x".repeat(98));
            files.clock.advance(Duration.ofSeconds(1));
        }
        files.write(alice, root, "b", "y".repeat(100));

        task.run();

        List<String> kept =
                contents().stream().map(text -> text.substring(0, 2)).toList();
        assertEquals(
                List.of("14", "15", "16", "17", "18", "19", "yy"),
                kept.stream().sorted().toList());
        assertSound();
    }

    /** Deleting is no way around the share, and what is deleted for good meanwhile is counted once. */
    @Test
    void whatLiesInTheTrashCountsForTheShare() throws Exception {
        files.drives.setQuota(TestGround.ADMIN, drive, 1_000L);
        for (int i = 0; i < 20; i++) {
            files.write(alice, root, "a", "%02d".formatted(i) + "x".repeat(98));
            files.clock.advance(Duration.ofSeconds(1));
        }
        tree.delete(alice, tree.resolve(alice, drive, List.of("a")).id(), Precondition.NONE);

        task.run();

        assertEquals(6, contents().size());
        assertSound();
    }

    @Test
    void aFrozenDriveKeepsEverything() throws Exception {
        for (int i = 0; i < 3; i++) {
            files.write(alice, root, "a", "text " + i);
        }
        files.clock.advance(Duration.ofDays(2));
        files.freeze(drive);

        task.run();

        assertEquals(3, contents().size());
    }

    @Test
    void itMayRunWhileFilesAreWrittenDeletedAndPurged() throws Exception {
        var trash = new Trash(
                files.database.maintenance(),
                files.access,
                files.grants,
                files.ledger,
                files.references,
                files.clock,
                Duration.ZERO);
        var eager = new VersionThinning(
                files.database.maintenance(),
                files.ledger,
                files.references,
                new VersionSettings(new VersionRule(Duration.ZERO, Duration.ZERO), 0),
                files.clock);
        var number = new AtomicInteger();

        Herd.of(4, () -> {
            int mine = number.getAndIncrement();
            for (int i = 0; i < 25; i++) {
                if (mine == 0) {
                    eager.run();
                } else if (mine == 1) {
                    trash.expire();
                } else {
                    Node file = files.write(alice, root, "file " + (i % 3) + mine, "text " + i % 4)
                            .node();
                    if (i % 5 == 4) {
                        tree.delete(alice, file.id(), Precondition.NONE);
                    }
                }
                files.clock.advance(Duration.ofMinutes(1));
            }
            return mine;
        });

        assertSound();
    }

    private void assertSound() throws InterruptedException {
        assertEquals(List.of(), TreeCheck.broken(files));
        assertEquals(List.of(), files.fsck().findings());
    }

    private int drives() {
        return files.database
                .requests()
                .read("test", scope -> files.ledger.page(scope, null, 100))
                .size();
    }

    /** What all files of the drive have and had. */
    private List<String> contents() {
        Map<String, byte[]> texts = files.database
                .requests()
                .read(
                        "test",
                        scope -> scope
                                .session()
                                .createSelectionQuery(
                                        "from RevisionEntity r where r.content is not null order by r.at, r.id.number",
                                        RevisionEntity.class)
                                .getResultList()
                                .stream()
                                .collect(Collectors.toMap(
                                        row -> row.id.folder() + " " + row.id.number(),
                                        row -> row.content == null ? new byte[0] : row.content.bytes(),
                                        (a, b) -> a,
                                        LinkedHashMap::new)));
        return texts.values().stream().map(hash -> text(Hash.of(hash))).toList();
    }

    private String text(Hash content) {
        try (var in = files.contents.open(content).stream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
