package io.oxicloud;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Suites that need more than a JDK. With {@code -Dtools=required} a missing tool fails them; otherwise they are left out and
 * named when all tests have run.
 */
public final class Tools implements TestExecutionListener {
    private static final Set<String> MISSING = new ConcurrentSkipListSet<>();

    /**
     * Whether the suite can run.
     *
     * @param suite how the summary names it, with what it lacks
     * @throws IllegalStateException if it cannot, and tools are required
     */
    public static boolean allow(String suite, boolean present) {
        if (!present && "required".equals(System.getProperty("tools"))) {
            throw new IllegalStateException("tools are required and one is missing: " + suite);
        }
        if (!present) {
            MISSING.add(suite);
        }
        return present;
    }

    /** The first of these commands that is on the path. */
    public static Optional<Path> find(String... commands) {
        String[] folders = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1);
        return Arrays.stream(commands)
                .flatMap(command -> Arrays.stream(folders).map(folder -> Path.of(folder, command)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        MISSING.forEach(suite -> System.out.println("NOT RUN: " + suite));
    }
}
