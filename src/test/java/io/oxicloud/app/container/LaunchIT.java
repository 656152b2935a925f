package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line of {@code java -jar}: what it answers and how it ends. */
class LaunchIT {
    private static final int TERMINATED = 128 + 15;

    @TempDir
    Path folder;

    @Test
    void helpAndVersionAnswerAndLeaveNothingBehind() {
        try (Child help = standalone().launch("--help");
                Child version = standalone().launch("--version")) {
            assertEquals(0, help.exitCode());
            assertEquals(0, version.exitCode());
            assertTrue(help.output().contains("--context PATH"), help.output());
            assertTrue(version.output().startsWith("OxiCloud 0."), version.output());
        }
        assertFalse(Files.exists(standalone().data()));
    }

    @Test
    void anUnknownOptionIsNamedAndEndsWith2() {
        try (Child child = standalone().launch("--bogus")) {
            assertEquals(2, child.exitCode());
            assertEquals("unknown option --bogus; try --help", child.output().strip());
        }
    }

    @Test
    void itServesBelowAContextPathAndStopsCleanlyOnSigterm() {
        try (Running running = standalone().start("--context", "/some/cloud")) {
            assertTrue(
                    running.base().getPath().equals("/some/cloud/"),
                    running.base().toString());
            assertEquals(200, running.client().get("health").statusCode());

            int code = running.server().stop();

            assertEquals(TERMINATED, code);
            assertTrue(
                    running.server().output().contains("stop.done"),
                    running.server().output());
            assertFalse(
                    running.server().output().contains("Exception"),
                    running.server().output());
            assertFalse(
                    running.server().output().contains("WARN"), running.server().output());
        }
    }

    @Test
    void aPortThatIsTakenIsOneSentence() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Child child = standalone().launch("--port", Integer.toString(taken.getLocalPort()))) {
            child.assertRefused("port " + taken.getLocalPort() + " on 127.0.0.1 cannot be listened on");
        }
    }

    @Test
    void aMistypedHostIsOneSentenceAndListensNowhere() {
        for (String host : new String[] {"no.such.host.invalid", "999.1.1.1"}) {
            try (Child child = standalone().launch("--host", host)) {
                child.assertRefused("there is no address " + host + " to listen on");
            }
            assertFalse(Files.exists(standalone().data()));
        }
    }

    @Test
    void theSettingsFileSaysWhereToListen() throws IOException {
        Files.createDirectories(standalone().data());
        Files.writeString(
                standalone().data().resolve("oxicloud.properties"), "oxicloud.server.host = no.such.host.invalid\n");

        try (Child child = standalone().launch()) {
            child.assertRefused("there is no address no.such.host.invalid to listen on");
        }
    }

    @Test
    void aDataDirectoryThatIsAFileIsOneSentence() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");

        try (Child child = standalone().launch("--data", file.toString())) {
            child.assertRefused("the data directory " + file + " cannot be written");
        }
    }

    @Test
    void aDataDirectoryInUseIsOneSentence() {
        try (Running running = standalone().start();
                Child second = standalone().launch()) {
            second.assertRefused("is in use by another running OxiCloud");
            assertEquals(200, running.client().get("ready").statusCode());
        }
    }

    @Test
    void aCheckIsRefusedWhileTheServerRunsAndCleanWhenItHasStopped() {
        try (Running running = standalone().start();
                Child check = standalone().launch("fsck")) {
            assertEquals(2, check.exitCode());
            assertTrue(check.output().contains("is in use by another running OxiCloud"), check.output());
            running.server().stop();
        }
        try (Child check = standalone().launch("fsck", "--deep")) {
            assertEquals(0, check.exitCode(), check.output());
            assertTrue(check.output().contains("clean: 0 contents, 0 chunks, 0 blobs"), check.output());
        }
    }

    @Test
    void aCheckMakesNoDataDirectory() {
        try (Child check = standalone().launch("fsck")) {
            assertEquals(2, check.exitCode());
            assertTrue(check.output().contains("there is no data directory"), check.output());
        }
        assertFalse(Files.exists(standalone().data()));
    }

    @Test
    void aCheckLeavesNothingWhereNothingEverRan() throws IOException {
        try (Child check = standalone().launch("fsck", "--data", folder.toString())) {
            assertEquals(2, check.exitCode());
            assertTrue(check.output().contains("no OxiCloud has run with the data directory"), check.output());
        }
        assertFalse(Files.exists(folder.resolve("run")));
    }

    @Test
    void afterARestoreNoFolderHasTheTagItHad() {
        String authorization;
        String before;
        try (Running running = standalone().start()) {
            running.client().setUp("");
            authorization = running.client().appPassword(running.client().signIn());
            before = tag(running.client(), authorization);
            running.server().stop();
        }
        try (Child restored = standalone().launch("restored")) {
            assertEquals(0, restored.exitCode(), restored.output());
            assertTrue(restored.output().contains("1 folders have new tags and tokens"), restored.output());
        }
        try (Running running = standalone().start()) {
            assertNotEquals(before, tag(running.client(), authorization));
        }
    }

    @Test
    void allFilesGoOutAndComeInAgain() throws IOException {
        Path out = folder.resolve("out");
        byte[] content = "kept".getBytes(StandardCharsets.UTF_8);
        String authorization;
        try (Running running = standalone().start()) {
            running.client().setUp("");
            authorization = running.client().appPassword(running.client().signIn());
            running.client().put(authorization, "webdav/kept.txt", content);
            running.server().stop();
        }
        try (Child export = standalone().launch("export", out.toString())) {
            assertEquals(0, export.exitCode(), export.output());
        }
        try (Running running = standalone().start()) {
            assertEquals(
                    204,
                    running.client()
                            .ask("DELETE", authorization, "webdav/kept.txt")
                            .statusCode());
            running.server().stop();
        }
        try (Child taken = standalone().launch("import", out.toString())) {
            assertEquals(0, taken.exitCode(), taken.output());
        }
        try (Running running = standalone().start()) {
            assertArrayEquals(content, running.client().fetch(authorization, "webdav/kept.txt"));
        }
    }

    /** Of the first drive's root. */
    private static String tag(CloudClient client, String authorization) {
        var answer = client.ask("PROPFIND", authorization, "webdav/", "Depth", "0");
        assertEquals(207, answer.statusCode());
        String body = new String(answer.body(), StandardCharsets.UTF_8);
        return body.replaceFirst("(?s).*?getetag>([^<]+)<.*", "$1");
    }

    private Standalone standalone() {
        return Standalone.in(folder);
    }
}
