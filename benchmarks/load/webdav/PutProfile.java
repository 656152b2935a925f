import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Samples what a JVM does while it is sent PUTs, with the JDK's flight recorder, and prints what each part takes of one. */
final class PutProfile {
    private static final String SETTINGS = """
            <?xml version="1.0" encoding="UTF-8"?>
            <configuration version="2.0">
              <event name="jdk.ExecutionSample"><setting name="enabled">true</setting><setting name="period">10 ms</setting></event>
              <event name="jdk.NativeMethodSample"><setting name="enabled">true</setting><setting name="period">10 ms</setting></event>
            </configuration>
            """;

    /** The first that fits a frame of the stack, from its innermost one on or further out, decides. */
    private static final Map<String, Pattern> PARTS = new LinkedHashMap<>();

    static {
        part("BLAKE3 of the whole", "io\\.oxicloud\\.chunk\\.Settling\\.digest|io\\.oxicloud\\.chunk\\.Digests");
        part("BLAKE3 of the chunks", "io\\.oxicloud\\.chunk\\.cut\\.(Blake3|Bytes).*");
        part("cuts, CRC-32", "io\\.oxicloud\\.chunk\\.cut\\..*|java\\.util\\.zip\\.CRC32.*");
        part("files: write, force, rename", "io\\.oxicloud\\.blob\\..*");
        part("database: commits", "org\\.h2\\.mvstore\\.MVStore\\.(store|commit|tryCommit).*");
        part("database: all else of H2", "org\\.h2\\..*");
        part("database: Hibernate and the pool", "org\\.hibernate\\..*|com\\.zaxxer\\..*");
        part("HTTP: reading the body", "io\\.oxicloud\\.dav\\.BodyStream\\..*");
        part("WebDAV and files, in our code", "io\\.oxicloud\\.dav\\.PutMethod\\.answer");
        part("HTTP: all else", "org\\.apache\\..*");
    }

    interface Work {
        void run() throws IOException;
    }

    private static void part(String name, String frames) {
        PARTS.put(name, Pattern.compile(frames));
    }

    /** @param milliseconds that a request takes */
    static void print(int pid, double milliseconds, Work work) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("put-profile");
        Path settings = Files.writeString(folder.resolve("put.jfc"), SETTINGS);
        Path recorded = folder.resolve("put.jfr");
        try {
            jcmd(pid, "JFR.start", "name=put", "settings=" + settings, "filename=" + recorded);
            work.run();
            jcmd(pid, "JFR.stop", "name=put");
            table(samples(recorded), milliseconds);
        } finally {
            Files.deleteIfExists(recorded);
            Files.deleteIfExists(settings);
            Files.delete(folder);
        }
    }

    private static void jcmd(int pid, String command, String... options) throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var call = new java.util.ArrayList<>(List.of(jcmd, Integer.toString(pid), command));
        call.addAll(List.of(options));
        Process process = new ProcessBuilder(call).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException(said);
        }
    }

    private static Map<String, Integer> samples(Path recorded) throws IOException {
        Map<String, Integer> samples = new LinkedHashMap<>();
        PARTS.keySet().forEach(name -> samples.put(name, 0));
        try (var file = new RecordingFile(recorded)) {
            while (file.hasMoreEvents()) {
                String part = part(file.readEvent());
                if (part != null) {
                    samples.merge(part, 1, Integer::sum);
                }
            }
        }
        return samples;
    }

    /** Null for what waits, and for threads that answer no request. */
    private static String part(RecordedEvent event) {
        if (!event.hasField("sampledThread")
                || event.getStackTrace() == null
                || event.getThread("sampledThread") == null
                || !String.valueOf(event.getThread("sampledThread").getJavaName()).startsWith("http-")) {
            return null;
        }
        List<String> frames = event.getStackTrace().getFrames().stream()
                .map(frame -> frame.getMethod().getType().getName() + "." + frame.getMethod().getName())
                .toList();
        boolean idle = event.getEventType().getName().equals("jdk.NativeMethodSample")
                && frames.get(0).matches("sun\\.nio\\.ch\\.(EPoll|SocketDispatcher|Net).*|.*\\.force0");
        if (idle) {
            return null;
        }
        return PARTS.entrySet().stream()
                .filter(part -> frames.stream().anyMatch(frame -> part.getValue().matcher(frame).matches()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    private static void table(Map<String, Integer> samples, double milliseconds) {
        double all = samples.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println("\n## One PUT of 1 MiB\n");
        System.out.printf(
                "Of %.1f ms without compilers, by %.0f samples of the threads that answer. System calls of sockets and waiting for the disk are not in it.%n%n",
                milliseconds, all);
        System.out.println("| part | of the samples | ms |");
        System.out.println("|---|---:|---:|");
        samples.forEach((name, count) -> System.out.printf(
                "| %s | %.0f %% | %.1f |%n", name, 100 * count / all, milliseconds * count / all));
    }

    private PutProfile() {}
}
