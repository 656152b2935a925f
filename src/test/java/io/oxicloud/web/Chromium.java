package io.oxicloud.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** A Chromium without a window, as a process of its own with a profile of its own. */
final class Chromium implements AutoCloseable {
    private final Process process;
    private final Path log;

    private Chromium(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** @param folder for its profile; must last longer than it */
    static Chromium open(Path command, Path folder, URI page) throws IOException {
        Path log = folder.resolve("chromium.log");
        // without its sandbox, which containers do not allow: it opens nothing but our own page
        var builder = new ProcessBuilder(
                        command.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--no-proxy-server",
                        "--user-data-dir=" + folder.resolve("profile"),
                        page.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("TMPDIR", folder.toString());
        return new Chromium(builder.start(), log);
    }

    /** What it said, once it has ended by itself. */
    CompletableFuture<String> end() {
        return process.onExit().thenApply(ended -> "the browser ended: " + output());
    }

    String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it and its helpers are gone, so that nothing writes to the profile any more. */
    @Override
    public void close() {
        var all = process.descendants().toList();
        process.destroyForcibly().onExit().join();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(helper -> helper.onExit().join());
    }
}
