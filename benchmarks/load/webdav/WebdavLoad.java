import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Asks the same of several WebDAV servers, in turns, and prints how much processor time each of them took for it. A server is
 * given as {@code name,port,path,password,process group}; its time is that of all processes of the group.
 *
 * <p>First a gate: all give the same answers. Exit status 1 if not, 3 if a bar is missed.
 */
final class WebdavLoad {
    /** A server compiles what it runs often; that is not to be measured. Rounds of the same for that, at least. */
    private static final int LEAST_WARMING = 4;

    /** Above this part of its time that a server's compilers take in a round, it is not warm. */
    private static final double STILL_COMPILING = 0.03;

    /** For one kind of request and one server. */
    private static final long LONGEST_WARMING_SECONDS = 40;

    private static final long LONGEST_IDLE_NANOS = 10_000_000_000L;

    private static final int ROUNDS = 5;
    private static final int LISTED = 1_000;

    /** So many requests fewer, for a first look. */
    private static final int LESS = Integer.getInteger("less", 1);

    private static long next = 1_000_000;

    private static final byte[] SMALL = bytes(1, 1 << 10);
    private static final byte[] LARGE = bytes(2, 6 << 20);

    private static final byte[] PROPERTIES =
            """
            <?xml version="1.0" encoding="utf-8"?>
            <D:propfind xmlns:D="DAV:"><D:prop><D:resourcetype/><D:getcontentlength/><D:getlastmodified/><D:getetag/></D:prop>\
            </D:propfind>"""
                    .getBytes(StandardCharsets.UTF_8);

    private record Answer(int status, byte[] body) {}

    /** What is measured. {@code requests} of it in a round. */
    private record Scenario(String name, int requests, Ask ask) {
        Scenario {
            requests = Math.max(1, requests / LESS);
        }
    }

    private interface Ask {
        /** @param number never the same again for this server */
        void once(Server server, long number) throws IOException;
    }

    /** One server, and one connection that is kept. */
    private static final class Server {
        final String name;
        final int port;
        final String path;
        final String authorization;
        final int group;
        private Socket socket;
        private InputStream in;
        private long used;
        private final Map<Path, Long> spent = new HashMap<>();
        private final Set<Path> compilers = new HashSet<>();

        Server(String argument) {
            String[] parts = argument.split(",");
            name = parts[0];
            port = Integer.parseInt(parts[1]);
            path = parts[2];
            String pair = "admin:" + parts[3];
            authorization = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
            group = Integer.parseInt(parts[4]);
        }

        Answer send(String method, String name, byte[] body, String headers) throws IOException {
            if (socket != null && System.nanoTime() - used > LONGEST_IDLE_NANOS) {
                socket.close(); // before the server does
                socket = null;
            }
            used = System.nanoTime();
            if (socket == null) {
                socket = new Socket(InetAddress.getLoopbackAddress(), port);
                socket.setTcpNoDelay(true);
                in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            }
            String head = method + ' ' + path + name + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: "
                    + authorization + "\r\n" + headers
                    + (body == null ? "" : "Content-Length: " + body.length + "\r\n") + "\r\n";
            OutputStream out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            if (body != null) {
                out.write(body);
            }
            return answer(method);
        }

        private Answer answer(String method) throws IOException {
            int status = Integer.parseInt(line().split(" ")[1]);
            long length = 0;
            boolean chunked = false;
            boolean close = false;
            for (String header = line(); !header.isEmpty(); header = line()) {
                String lower = header.toLowerCase(Locale.ROOT);
                if (lower.startsWith("content-length:")) {
                    length = Long.parseLong(lower.substring(15).strip());
                }
                chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
                close |= lower.startsWith("connection:") && lower.contains("close");
            }
            var body = new ByteArrayOutputStream((int) length);
            if (chunked) {
                for (int size = chunk(); size > 0; size = chunk()) {
                    body.write(in.readNBytes(size));
                    line();
                }
                line();
            } else if (status != 204 && status != 304) {
                body.write(in.readNBytes((int) length));
            }
            if (close) {
                socket.close();
                socket = null;
            }
            return new Answer(status, body.toByteArray());
        }

        private int chunk() throws IOException {
            return Integer.parseInt(line().split(";")[0].strip(), 16);
        }

        private String line() throws IOException {
            var line = new StringBuilder();
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) {
                    throw new IOException(name + " closed the connection");
                }
                if (c != '\r') {
                    line.append((char) c);
                }
            }
            return line.toString();
        }

        /** Processor time of all threads of the group so far, in seconds; with that of those that have ended since they were seen. */
        double seconds() throws IOException {
            look();
            return spent.values().stream().mapToLong(Long::longValue).sum() / 1e9;
        }

        /** The part of it that the compilers of a JVM took. */
        double compiling() throws IOException {
            look();
            return compilers.stream().mapToLong(spent::get).sum() / 1e9;
        }

        private void look() throws IOException {
            for (Path process : numbered(Path.of("/proc"))) {
                String[] stat = stat(process);
                if (stat.length > 2 && Integer.parseInt(stat[2]) == group) {
                    for (Path thread : numbered(process.resolve("task"))) {
                        look(thread);
                    }
                }
            }
        }

        /** Nanoseconds, where the ticks of {@code stat} are ten milliseconds. */
        private void look(Path thread) {
            try {
                String nanos = Files.readString(thread.resolve("schedstat")).split(" ")[0];
                if (Files.readString(thread.resolve("comm")).contains("CompilerThre")) {
                    compilers.add(thread);
                }
                spent.put(thread, Long.parseLong(nanos));
            } catch (IOException e) {
                // it has ended
            }
        }

        private static List<Path> numbered(Path folder) throws IOException {
            if (!Files.exists(folder)) {
                return List.of();
            }
            try (Stream<Path> entries = Files.list(folder)) {
                return entries.filter(entry -> entry.getFileName().toString().matches("\\d+")).toList();
            }
        }

        /** What follows the name of the program, which may hold blanks. */
        private static String[] stat(Path process) {
            try {
                String line = Files.readString(process.resolve("stat"));
                return line.substring(line.lastIndexOf(')') + 2).split(" ");
            } catch (IOException e) {
                return new String[0];
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        List<Server> servers = Arrays.stream(arguments).map(Server::new).toList();
        for (Server server : servers) {
            fill(server);
        }
        gate(servers);
        List<Scenario> scenarios = List.of(
                new Scenario("PROPFIND depth 1 of 1,000", 200, (server, number) -> list(server)),
                new Scenario("GET 6 MiB", 200, (server, number) -> expect(200, get(server, "large.bin"))),
                new Scenario("GET 1 KiB", 12_000, (server, number) -> expect(200, get(server, "small.bin"))),
                new Scenario("PUT 1 MiB", 100, (server, number) -> put(server, "put/" + number, bytes(number, 1 << 20))));
        List<Scenario> warming = new ArrayList<>(scenarios);
        warming.add(new Scenario("PUT 1 KiB", 400, (server, number) -> put(server, "put/" + number, bytes(number, 1 << 10))));
        warm(servers, warming);
        report(servers, scenarios, measure(servers, scenarios));
    }

    /**
     * Each server by itself, one kind of request after the other, until its compilers have little left to do: a server runs for
     * weeks, and these are to be compared as they are then. Then all of it together, for what was compiled for one kind alone.
     */
    private static void warm(List<Server> servers, List<Scenario> scenarios) throws IOException {
        for (Server server : servers) {
            for (Scenario scenario : scenarios) {
                warm(server, scenario);
            }
            for (Scenario scenario : scenarios) {
                ask(server, scenario);
            }
        }
    }

    private static void warm(Server server, Scenario scenario) throws IOException {
        long end = System.nanoTime() + LONGEST_WARMING_SECONDS * 1_000_000_000 / LESS;
        for (int round = 1; ; round++) {
            double spent = server.seconds();
            double compiling = server.compiling();
            ask(server, scenario);
            boolean warm = server.compiling() - compiling <= STILL_COMPILING * (server.seconds() - spent);
            if (round >= LEAST_WARMING && warm || System.nanoTime() > end) {
                return;
            }
        }
    }

    private static void ask(Server server, Scenario scenario) throws IOException {
        for (int i = 0; i < scenario.requests(); i++) {
            scenario.ask().once(server, next++);
        }
    }

    private static void fill(Server server) throws IOException {
        expect(201, server.send("MKCOL", "list/", null, "Content-Length: 0\r\n"));
        expect(201, server.send("MKCOL", "put/", null, "Content-Length: 0\r\n"));
        put(server, "small.bin", SMALL);
        put(server, "large.bin", LARGE);
        for (int i = 0; i < LISTED; i++) {
            put(server, "list/file-%04d.txt".formatted(i), bytes(i, i));
        }
    }

    /** What is asked for below is answered alike by all. */
    private static void gate(List<Server> servers) throws IOException {
        List<Map<String, String>> lists = new ArrayList<>();
        for (Server server : servers) {
            same(server, SMALL, get(server, "small.bin").body());
            same(server, LARGE, get(server, "large.bin").body());
            byte[] put = bytes(-1, 1 << 20);
            put(server, "put/gate", put);
            same(server, put, get(server, "put/gate").body());
            lists.add(sizes(server, list(server)));
        }
        for (int i = 0; i < servers.size(); i++) {
            if (lists.get(i).size() != LISTED || !lists.get(i).equals(lists.get(0))) {
                failed(servers.get(i).name + " lists something else: " + lists.get(i).size());
            }
        }
    }

    private static void same(Server server, byte[] expected, byte[] got) {
        if (!Arrays.equals(expected, got)) {
            failed(server.name + " gives other bytes back");
        }
    }

    private static void failed(String why) {
        System.out.println("Gate: FAILED. " + why);
        System.exit(1);
    }

    /** Size by name of each file in a listing. */
    private static Map<String, String> sizes(Server server, Answer listing) {
        Map<String, String> sizes = new TreeMap<>();
        String body = new String(listing.body(), StandardCharsets.UTF_8);
        Matcher file = Pattern.compile("<[^>]*href[^>]*>[^<]*/(file-[^<]*)<.*?getcontentlength[^>]*>(\\d+)<", Pattern.DOTALL)
                .matcher(body);
        while (file.find()) {
            sizes.put(file.group(1), file.group(2));
        }
        for (String property : List.of("getetag", "getlastmodified", "resourcetype")) {
            if (Pattern.compile("<[^/>]*" + property).matcher(body).results().count() < LISTED) {
                failed(server.name + " leaves out " + property);
            }
        }
        return sizes;
    }

    private static Answer list(Server server) throws IOException {
        return expect(
                207, server.send("PROPFIND", "list/", PROPERTIES, "Depth: 1\r\nContent-Type: application/xml\r\n"));
    }

    private static Answer get(Server server, String name) throws IOException {
        return expect(200, server.send("GET", name, null, ""));
    }

    private static void put(Server server, String name, byte[] content) throws IOException {
        expect(201, server.send("PUT", name, content, ""));
    }

    private static Answer expect(int status, Answer answer) {
        if (answer.status() != status) {
            throw new IllegalStateException("expected " + status + ", came " + answer.status() + ": "
                    + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return answer;
    }

    /** What one server took for one request in a round, in milliseconds, and the part of it that is compiling. */
    private record Figure(double spent, double compiling) {}

    private static Map<String, List<Figure>> measure(List<Server> servers, List<Scenario> scenarios) throws IOException {
        Map<String, List<Figure>> figures = new TreeMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (Scenario scenario : scenarios) {
                for (Server server : servers) {
                    double compiling = server.compiling();
                    double before = server.seconds();
                    ask(server, scenario);
                    double spent = server.seconds() - before;
                    double compiled = Math.max(0, server.compiling() - compiling);
                    figures.computeIfAbsent(scenario.name() + server.name, key -> new ArrayList<>())
                            .add(new Figure(
                                    1_000 * spent / scenario.requests(), 1_000 * compiled / scenario.requests()));
                }
            }
        }
        return figures;
    }

    private static List<Double> spent(List<Figure> figures) {
        return figures.stream().map(Figure::spent).sorted().toList();
    }

    private static void report(
            List<Server> servers, List<Scenario> scenarios, Map<String, List<Figure>> figures) {
        System.out.println("Gate: passed. All give the same bytes, names and sizes.\n");
        System.out.println("Milliseconds of processor time for a request: the median of " + ROUNDS
                + " rounds, and the least and the most, after each server was warm. *Compiling*: what the compilers of our JVM"
                + " still took of it, in the median.\n");
        System.out.println("| request | in a round | " + String.join(" | ", servers.stream().map(s -> s.name).toList())
                + " | compiling |");
        System.out.println("|---|---:|" + "---:|".repeat(servers.size() + 1));
        for (Scenario scenario : scenarios) {
            var line = new StringBuilder("| " + scenario.name() + " | " + scenario.requests() + " |");
            for (Server server : servers) {
                List<Double> rounds = spent(figures.get(scenario.name() + server.name));
                line.append(" %.3f (%.3f–%.3f) |".formatted(median(rounds), rounds.get(0), rounds.get(ROUNDS - 1)));
            }
            double compiling = median(figures.get(scenario.name() + servers.get(0).name).stream()
                    .map(Figure::compiling)
                    .toList());
            System.out.println(line.append(" %.3f |".formatted(compiling)));
        }
        System.out.println();
        Function<Scenario, double[]> medians = scenario -> servers.stream()
                .mapToDouble(server -> median(spent(figures.get(scenario.name() + server.name))))
                .toArray();
        boolean met = true;
        for (Scenario scenario : scenarios) {
            double[] m = medians.apply(scenario);
            double ofTomcat = m[0] / m[1];
            double ofApache = m[0] / m[2];
            boolean holds = switch (scenario.name().substring(0, 7)) {
                case "PROPFIN" -> ofTomcat <= 0.7 && ofApache <= 0.35;
                case "GET 1 K" -> ofTomcat <= 3;
                default -> m[0] <= 1.25 * Math.min(m[1], m[2]);
            };
            met &= holds;
            System.out.printf(
                    "* %s: %.2f of Tomcat's, %.2f of mod_dav's: %s%n",
                    scenario.name(), ofTomcat, ofApache, holds ? "met" : "MISSED");
        }
        System.out.println("\nVerdict: **" + (met ? "MET" : "MISSED")
                + "**. Bars: PROPFIND at most 0.7 of Tomcat's and 0.35 of mod_dav's; GET 6 MiB and PUT 1 MiB at most 1.25 of"
                + " the better; GET 1 KiB at most 3 of Tomcat's (its two statements are counted in `GetMethodTest`).");
        Scenario put = scenarios.get(3);
        double withoutCompilers = figures.get(put.name() + servers.get(0).name).stream()
                .map(figure -> figure.spent() - figure.compiling())
                .sorted()
                .toList()
                .get(ROUNDS / 2);
        profile(servers.get(0), put, withoutCompilers);
        System.exit(met ? 0 : 3);
    }

    /** Where the processor is while we answer a PUT. */
    private static void profile(Server server, Scenario put, double milliseconds) {
        try {
            PutProfile.print(server.group, milliseconds, () -> {
                for (int i = 0; i < 4; i++) {
                    ask(server, put);
                }
            });
        } catch (IOException | InterruptedException e) {
            System.out.println("\nNo profile of a PUT: " + e);
        }
    }

    private static double median(List<Double> figures) {
        return figures.stream().sorted(Comparator.naturalOrder()).toList().get(figures.size() / 2);
    }

    private static byte[] bytes(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private WebdavLoad() {}
}
