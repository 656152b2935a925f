package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A process of ours with its output in a file. It and what it started end with {@link #close}. */
final class Child implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 180;
    private static final long PAUSE_MILLIS = 50;

    private final Process process;
    private final Path output;

    private Child(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** @param environment added to the one of this JVM, which has no OXICLOUD_ variables for it */
    static Child start(Path output, List<String> command, Map<String, String> environment) {
        var builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("OXICLOUD_"));
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true);
        builder.redirectOutput(output.toFile());
        try {
            return new Child(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What it has printed so far. */
    String output() {
        try {
            return new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the condition, for as long as the process lives. */
    void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end || !process.isAlive()) {
                fail(what + ": not within " + PATIENCE_SECONDS + " s, alive: " + process.isAlive() + "\n" + output());
            }
            pause();
        }
    }

    /** Waits for it to end by itself and gives its exit code. */
    int exitCode() {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                fail("still running\n" + output());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** It has ended with 1 and one sentence that holds the part, and has shown no stack trace. */
    void assertRefused(String part) {
        assertEquals(1, exitCode(), output());
        String last = output().strip().replaceFirst("(?s).*\n", "");
        assertTrue(last.startsWith("OxiCloud cannot start: ") && last.contains(part), output());
        assertFalse(output().contains("\tat "), output());
    }

    /** SIGTERM to it, or to what a start script has started, and waits. */
    int stop() {
        List<ProcessHandle> started;
        try (Stream<ProcessHandle> descendants = process.descendants()) {
            started = descendants.toList();
        }
        if (started.isEmpty()) {
            process.destroy();
        } else {
            started.forEach(ProcessHandle::destroy);
        }
        return exitCode();
    }

    /** SIGKILL, and waits. */
    void kill() {
        process.destroyForcibly();
        exitCode();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            stop();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
