package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program of somebody else that is run to its end, with a home of its own.
 *
 * @param environment added to the one of this JVM
 */
record Program(Path command, Path home, Map<String, String> environment) {
    private static final long PATIENCE_MINUTES = 20;

    /** Whether names of files can have all characters, which takes a locale with UTF-8. */
    static boolean anyName() {
        return Charset.forName(System.getProperty("sun.jnu.encoding", "US-ASCII"))
                .equals(StandardCharsets.UTF_8);
    }

    /** What it prints, errors among it; its exit code must be 0. */
    String run(String input, List<String> arguments) throws IOException {
        Path in = Files.writeString(home.resolve("input"), input);
        Path out = home.resolve("output");
        var builder = new ProcessBuilder(command.toString())
                .redirectInput(in.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .directory(home.toFile());
        builder.command().addAll(arguments);
        builder.environment().putAll(environment);
        builder.environment().putAll(Map.of("HOME", home.toString(), "LC_ALL", "C.UTF-8"));
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES), () -> command + " does not end");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            process.destroyForcibly();
        }
        String said = new String(Files.readAllBytes(out), StandardCharsets.UTF_8);
        assertEquals(0, process.exitValue(), () -> arguments + "\n" + said);
        return said;
    }
}
