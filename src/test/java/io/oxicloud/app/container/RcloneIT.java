package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oxicloud.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * rclone before the product, as the manual sets it up. To {@code owncloud} it sends the times of files along and asks for
 * checksums, which it gets none of; to {@code other} it does neither.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RcloneIT {
    private static final boolean FULL = Boolean.getBoolean("full");
    private static final int FILES = FULL ? 2_000 : 150;
    private static final long LARGEST = 100 << 20;
    private static final long SEED = 20260306;
    private static final Optional<Path> COMMAND = Tools.find("rclone");

    private Path folder;
    private Program rclone;
    private Running running;

    @BeforeAll
    void start(@TempDir Path own) throws IOException {
        folder = own;
        assumeTrue(Tools.allow("rclone (apt-get install rclone)", COMMAND.isPresent())
                && Tools.allow("rclone with all names (LC_ALL=C.UTF-8)", Program.anyName()));
        running = Standalone.in(folder).start();
        CloudClient client = running.client();
        client.setUp("");
        Credentials credentials = Credentials.of(client.appPassword(client.signIn()));
        rclone = new Program(
                COMMAND.orElseThrow(),
                Files.createDirectories(folder.resolve("home")),
                // names on Linux may hold backslashes and control characters, names here may not
                Map.of("RCLONE_WEBDAV_ENCODING", "Slash,BackSlash,Ctl,Del", "RCLONE_RETRIES", "1"));
        for (String vendor : List.of("owncloud", "other")) {
            run(
                    "config",
                    "create",
                    vendor,
                    "webdav",
                    "url=" + running.base().resolve("webdav/"),
                    "vendor=" + vendor,
                    "user=" + credentials.user(),
                    "pass=" + credentials.password(),
                    "--obscure");
        }
    }

    @AfterAll
    void stop() {
        if (running != null) {
            running.close();
        }
    }

    // row 4 of what WebDAV clients are tried with
    @ParameterizedTest
    @CsvSource({"owncloud, true", "other, false"})
    void aTreeGoesUpAndComesBack(String vendor, boolean times) throws IOException {
        Path up = folder.resolve("up-" + vendor);
        Path down = folder.resolve("down-" + vendor);
        OddTree.make(up, SEED, FULL || times ? FILES : 0, times ? LARGEST : 1 << 20);
        String there = vendor + ":tree " + vendor;

        run("copy", up.toString(), there, "--create-empty-src-dirs");

        String checked = run("check", "--download", up.toString(), there);
        assertTrue(checked.contains(" 0 differences found"), checked);
        run("copy", there, down.toString(), "--create-empty-src-dirs");
        assertEquals(OddTree.listed(up, times), OddTree.listed(down, times));
        assertEquals(List.of(), copied(run("copy", up.toString(), there, "-v")), "all of it is there already");
        assertEquals(files(up), json("size", there).get("count").asLong());
    }

    @ParameterizedTest
    @CsvSource({"owncloud, true", "other, false"})
    void whatChangesFollows(String vendor, boolean times) throws IOException {
        Path here = folder.resolve("here-" + vendor);
        String there = vendor + ":changing " + vendor;
        for (String name : List.of("one", "two", "d/three", "d/e/four", "d/e/f\u00FCnf #5", "gone/six")) {
            Files.createDirectories(here.resolve(name).getParent());
            Files.writeString(here.resolve(name), name);
        }
        run("sync", here.toString(), there);

        Files.writeString(here.resolve("one"), "another one");
        Files.delete(here.resolve("two"));
        Files.move(here.resolve("d/e"), here.resolve("d/moved"));
        Files.move(here.resolve("gone/six"), here.resolve("six"));
        Files.delete(here.resolve("gone"));
        run("sync", here.toString(), there, "--create-empty-src-dirs");

        assertEquals(OddTree.listed(here, times), fetched(there, "synced " + vendor, times));
        String moved = vendor + ":moved " + vendor;
        run("move", there + "/d", moved + "/to", "--delete-empty-src-dirs");
        run("moveto", there + "/six", moved + "/s e v e n");
        run("copyto", moved + "/s e v e n", moved + "/acht");
        assertEquals(Map.of("one", 11L), sizes(there));
        assertEquals(
                Map.of(
                        "to",
                        -1L,
                        "to/three",
                        7L,
                        "to/moved",
                        -1L,
                        "to/moved/four",
                        8L,
                        "to/moved/f\u00FCnf #5",
                        12L,
                        "s e v e n",
                        8L,
                        "acht",
                        8L),
                sizes(moved));
        assertEquals("d/e/f\u00FCnf #5", run("cat", moved + "/to/moved/f\u00FCnf #5"));
        assertEquals(5, json("size", moved).get("count").asLong());
        run("purge", moved);
        assertFalse(run("lsf", vendor + ":").contains("moved " + vendor));
    }

    @ParameterizedTest
    @CsvSource({"owncloud", "other"})
    void streamsAndQuotaAreServed(String vendor) throws IOException {
        long before = json("about", vendor + ":").get("used").asLong();

        rclone.run("of unknown length", List.of("rcat", vendor + ":streamed " + vendor));

        JsonNode about = json("about", vendor + ":");
        assertEquals("of unknown length", run("cat", vendor + ":streamed " + vendor));
        assertEquals(before + 17, about.get("used").asLong());
        assertEquals(
                about.get("total").asLong(),
                about.get("used").asLong() + about.get("free").asLong());
    }

    private Map<String, String> fetched(String there, String name, boolean times) throws IOException {
        Path to = folder.resolve(name);
        run("copy", there, to.toString(), "--create-empty-src-dirs");
        return OddTree.listed(to, times);
    }

    /** Folders have -1. */
    private Map<String, Long> sizes(String there) throws IOException {
        Map<String, Long> sizes = new TreeMap<>();
        json("lsjson", "-R", there)
                .forEach(each ->
                        sizes.put(each.get("Path").asText(), each.get("Size").asLong()));
        return sizes;
    }

    private static long files(Path folder) throws IOException {
        return OddTree.listed(folder, false).values().stream()
                .filter(told -> !told.equals("folder"))
                .count();
    }

    private static List<String> copied(String log) {
        return log.lines().filter(line -> line.contains(": Copied (")).toList();
    }

    private JsonNode json(String command, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of(arguments));
        if (!command.equals("lsjson")) {
            all.add("--json");
        }
        return new ObjectMapper().readTree(rclone.run("", all));
    }

    private String run(String... arguments) throws IOException {
        return rclone.run("", List.of(arguments));
    }
}
