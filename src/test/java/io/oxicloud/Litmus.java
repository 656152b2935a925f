package io.oxicloud;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The test suite for WebDAV servers that everybody knows ({@code apt-get install litmus}). */
public final class Litmus {
    private static final List<String> SUITES = List.of("basic", "copymove", "props", "locks", "http");
    private static final Pattern SUMMARY =
            Pattern.compile("<- summary for `(\\w+)': of (\\d+) tests run: (\\d+) passed");
    private static final Pattern COMPLAINT = Pattern.compile(".*(FAIL|WARNING|SKIPPED).*");

    private static final Optional<Path> COMMAND = Tools.find("litmus");

    /** Whether it is here. */
    public static boolean isPresent() {
        return Tools.allow("litmus, the WebDAV test suite (apt-get install litmus)", COMMAND.isPresent());
    }

    /**
     * Runs all suites; each test must pass, without a warning.
     *
     * @param webdav with its slash at the end
     * @param folder for the log that is looked at if something fails
     */
    public static void mustPass(URI webdav, String user, String password, Path folder) throws IOException {
        Path output = folder.resolve("litmus.txt");
        Process litmus = new ProcessBuilder(COMMAND.orElseThrow().toString(), "-k", webdav.toString(), user, password)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertTrue(litmus.waitFor(10, TimeUnit.MINUTES), "litmus does not end");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            litmus.destroyForcibly();
        }
        String said = Files.readString(output, StandardCharsets.ISO_8859_1);
        assertEquals(List.of(), complaints(said).toList(), () -> said);
        assertEquals(SUITES, passed(said).toList(), () -> said);
    }

    private static Stream<String> complaints(String said) {
        return said.lines().filter(line -> COMPLAINT.matcher(line).matches());
    }

    private static Stream<String> passed(String said) {
        return SUMMARY.matcher(said)
                .results()
                .filter(suite -> suite.group(2).equals(suite.group(3)))
                .map((MatchResult suite) -> suite.group(1));
    }

    private Litmus() {}
}
