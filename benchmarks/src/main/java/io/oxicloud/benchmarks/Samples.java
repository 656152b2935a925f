package io.oxicloud.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** What the flight recorder of the JVM sees of running Java code while something is done. */
final class Samples {
    private static final String SAMPLE = "jdk.ExecutionSample";
    private static final Duration PERIOD = Duration.ofMillis(2);

    private Samples() {}

    /**
     * Counts how often each part was at work.
     *
     * @param part names a part after its stack, innermost call first, each as {@code package.Class.method}; the thread's name
     *     comes last. Empty for what is not of interest.
     */
    static Map<String, Integer> of(Work work, Function<List<String>, String> part) throws Exception {
        Path file = Files.createTempFile("oxicloud-benchmark", ".jfr");
        try (var recording = new Recording()) {
            recording.enable(SAMPLE).withPeriod(PERIOD);
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
            return count(file, part);
        } finally {
            Files.delete(file);
        }
    }

    private static Map<String, Integer> count(Path file, Function<List<String>, String> part) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            RecordedThread thread =
                    event.getEventType().getName().equals(SAMPLE) ? event.getThread("sampledThread") : null;
            if (thread != null && event.getStackTrace() != null) {
                List<String> calls = new ArrayList<>();
                event.getStackTrace()
                        .getFrames()
                        .forEach(frame -> calls.add(frame.getMethod().getType().getName() + "."
                                + frame.getMethod().getName()));
                calls.add(String.valueOf(thread.getJavaName()));
                String name = part.apply(calls);
                if (!name.isEmpty()) {
                    counts.merge(name, 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    /** What is watched. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }
}
