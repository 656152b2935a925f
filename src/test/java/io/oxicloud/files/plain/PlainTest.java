package io.oxicloud.files.plain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import io.oxicloud.files.Declared;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainTest {
    private static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06Z");

    private final TestFiles files = new TestFiles(Engine.H2);
    private final Actor.User alice = files.user();
    private final DriveId drive = files.drive(alice, "Team");
    private final NodeId root = new NodeId(drive.value());

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        files.close();
    }

    private PlainReport export(TestFiles from) throws IOException {
        return new PlainExport(from.ground.tx, from.ledger, from.tree).run(folder);
    }

    private PlainReport take(TestFiles into) throws IOException {
        return new PlainImport(into.ground.tx, into.ledger, into.tree).run(folder);
    }

    private void write(NodeId in, String name, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        var intent = files.tree.prepareWrite(alice, in, name, Precondition.NONE).with(new Declared(null, LONG_AGO));
        files.tree.write(alice, intent, new ByteArrayInputStream(bytes), bytes.length);
    }

    private static Map<String, String> seen(TestFiles files, Actor who, NodeId in) {
        Map<String, String> seen = new TreeMap<>();
        for (Node node : files.tree.children(who, in, null, 1_000).items()) {
            if (node.folder()) {
                seen.put(node.name(), "");
                seen(files, who, node.id()).forEach((path, what) -> seen.put(node.name() + "/" + path, what));
            } else {
                seen.put(node.name(), files.read(who, node) + " " + node.modified());
            }
        }
        return seen;
    }

    @Test
    void whatGoesOutComesInElsewhereAsItWas() throws Exception {
        Node garden = files.tree.createFolder(alice, root, "garden");
        Node deep = files.tree.createFolder(alice, garden.id(), "deep");
        write(garden.id(), "roses ü.txt", "roses");
        write(deep.id(), "empty", "");
        write(root, "a:b*?.txt", "odd name");

        PlainReport first = export(files);
        PlainReport second = export(files);

        assertEquals(new PlainReport(3, 0, List.of()), first);
        assertEquals(new PlainReport(0, 3, List.of()), second);
        Path roses = folder.resolve("Team/garden/roses ü.txt");
        assertEquals("roses", Files.readString(roses));
        assertEquals(LONG_AGO, Files.getLastModifiedTime(roses).toInstant());
        try (var other = new TestFiles(Engine.H2)) {
            Actor.User bob = other.user();
            NodeId there = new NodeId(other.drive(bob, "Team").value());
            List<String> left = take(other).left();
            assertTrue(left.stream().allMatch(line -> line.contains("Personal")), left::toString);
            assertEquals(seen(files, alice, root), seen(other, bob, there));
            assertEquals(0, take(other).done());
            assertEquals(List.of(), other.fsck().findings());
        }
    }

    @Test
    void anExportThatStoppedGoesOnAndBringsWhatChanged() throws Exception {
        write(root, "a", "one");
        write(root, "b", "two");
        export(files);
        Files.delete(folder.resolve("Team/b"));
        Files.writeString(folder.resolve("Team/" + PlainExport.PART + "x"), "half");
        files.clock.advance(Duration.ofMinutes(1));
        files.write(alice, root, "a", "changed");
        Files.writeString(folder.resolve("Team/mine"), "mine");

        assertEquals(new PlainReport(2, 0, List.of()), export(files));

        assertEquals("changed", Files.readString(folder.resolve("Team/a")));
        assertEquals("two", Files.readString(folder.resolve("Team/b")));
        assertEquals("mine", Files.readString(folder.resolve("Team/mine")));
    }

    @Test
    void whatCannotBeTakenIsToldAndNothingIsLost() throws Exception {
        Path team = Files.createDirectories(folder.resolve("Team"));
        Files.createDirectories(folder.resolve("Nowhere"));
        Files.writeString(team.resolve("good"), "new");
        Files.writeString(team.resolve("back\\slash"), "refused");
        Files.writeString(team.resolve("u\u0308"), "one");
        Files.writeString(team.resolve("\u00fc"), "other");
        Files.createSymbolicLink(team.resolve("link"), Path.of("/etc/passwd"));
        Files.writeString(team.resolve(PlainExport.PART + "y"), "half");
        write(root, "good", "former");

        PlainReport report = take(files);

        assertEquals(2, report.done());
        assertEquals(4, report.left().size(), report.left()::toString);
        for (String name : List.of("Nowhere", "back\\slash", "link")) {
            assertEquals(
                    1,
                    report.left().stream()
                            .filter(line -> line.contains(name + ": "))
                            .count(),
                    name);
        }
        Node good = files.tree.resolve(alice, drive, List.of("good"));
        assertEquals("new", files.read(alice, good));
        assertEquals(2, files.versions.list(alice, good.id()).size());
        try (Stream<Path> all = Files.list(team)) {
            assertEquals(6, all.count());
        }
        assertFalse(seen(files, alice, root).containsKey("link"));
    }
}
