package io.oxicloud.app.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.InetAddress;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * From the command line to a running server: options, the unpacked WAR, a class loader with the embedded Tomcat, and there
 * {@link Server}. Ends the JVM with 2 for a wrong command line and 1 for a start that failed, each with one sentence. For a
 * check of what is stored the product itself takes the server's place.
 */
public final class Launch {
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    /** A file that the product leaves in each data directory; without it nothing is unpacked there to check nothing. */
    private static final String USED = "database-kind";

    private Launch() {}

    /** Called by {@link Main}; returns when the server has stopped. */
    public static void run(String[] arguments) throws Exception {
        Options options;
        try {
            options = Options.parse(List.of(arguments), properties(), System.getenv());
        } catch (Options.UsageException e) {
            System.err.println(e.getMessage() + "; try --help");
            System.exit(MISUSED);
            return;
        } catch (StartException e) {
            System.err.println("OxiCloud cannot start: " + e.getMessage());
            System.exit(FAILED);
            return;
        }
        switch (options.action()) {
            case HELP -> System.out.println(Options.USAGE);
            case VERSION -> System.out.println("OxiCloud " + version());
            case FSCK, FSCK_DEEP -> System.exit(check(options));
            case EXPORT, IMPORT ->
                System.exit(carry(
                        options,
                        Objects.requireNonNull(options.place()).toAbsolutePath(),
                        options.action() == Options.Action.EXPORT));
            case RESTORED -> System.exit(restored(options));
            case RUN -> {
                try {
                    serve(options);
                } catch (StartException e) {
                    System.err.println("OxiCloud cannot start: " + e.getMessage());
                    System.exit(FAILED);
                }
            }
        }
    }

    /** What a command of the product does with the classes of the WAR. */
    @FunctionalInterface
    private interface Command {
        Object run(ClassLoader loader, Path data) throws ReflectiveOperationException;
    }

    private static int check(Options options) throws Exception {
        return run(
                options,
                "check",
                (loader, data) -> loader.loadClass("io.oxicloud.app.CheckCommand")
                        .getMethod("run", Map.class, Path.class, boolean.class, PrintStream.class, PrintStream.class)
                        .invoke(
                                null,
                                options.given(),
                                data,
                                options.action() == Options.Action.FSCK_DEEP,
                                System.out,
                                System.err));
    }

    private static int carry(Options options, Path place, boolean export) throws Exception {
        return run(
                options,
                export ? "export" : "import",
                (loader, data) -> loader.loadClass("io.oxicloud.app.PlainCommand")
                        .getMethod(
                                "run",
                                Map.class,
                                Path.class,
                                boolean.class,
                                Path.class,
                                PrintStream.class,
                                PrintStream.class)
                        .invoke(null, options.given(), data, export, place, System.out, System.err));
    }

    private static int restored(Options options) throws Exception {
        return run(
                options,
                "mark the restore",
                (loader, data) -> loader.loadClass("io.oxicloud.app.RestoredCommand")
                        .getMethod("run", Map.class, Path.class, PrintStream.class, PrintStream.class)
                        .invoke(null, options.given(), data, System.out, System.err));
    }

    /** The exit code. */
    private static int run(Options options, String verb, Command command) throws Exception {
        Path data = options.data().toAbsolutePath().normalize();
        if (!Files.isDirectory(data)) {
            System.err.println("OxiCloud cannot " + verb + ": there is no data directory " + data);
            return MISUSED;
        }
        if (!Files.exists(data.resolve(USED))) {
            System.err.println("OxiCloud cannot " + verb + ": no OxiCloud has run with the data directory " + data);
            return MISUSED;
        }
        try (var unpacked = UnpackedWar.into(data, war())) {
            Logs.configure(data);
            var loader = new URLClassLoader(
                    "product", unpacked.productClassPath().toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
            Thread.currentThread().setContextClassLoader(loader);
            return (int) command.run(loader, data);
        } catch (StartException e) {
            System.err.println("OxiCloud cannot " + verb + ": " + e.getMessage());
            return MISUSED;
        }
    }

    private static void serve(Options options) throws Exception {
        var endpoint = Endpoint.of(options.host(), options.port()); // before anything is made or opened
        Path war = war();
        Path data = options.data().toAbsolutePath().normalize();
        try (var unpacked = UnpackedWar.into(data, war)) {
            Logs.configure(data);
            serve(options, endpoint, data, unpacked, unpacked.launcherClassPath(war));
        }
    }

    private static void serve(Options options, Endpoint endpoint, Path data, UnpackedWar unpacked, List<URL> classPath)
            throws Exception {
        // The parent is the platform's loader: the root of the WAR must not be seen twice.
        var loader =
                new URLClassLoader("launcher", classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        Consumer<Supplier<@Nullable String>> requestId = Logs::requestIdFrom;
        try {
            loader.loadClass("io.oxicloud.app.launch.Server")
                    .getMethod(
                            "run",
                            Path.class,
                            Path.class,
                            Path.class,
                            String.class,
                            InetAddress.class,
                            int.class,
                            String.class,
                            Map.class)
                    .invoke(
                            null,
                            data,
                            unpacked.webapp(),
                            unpacked.index(),
                            endpoint.host(),
                            endpoint.address(),
                            endpoint.port(),
                            options.context(),
                            Map.of(
                                    "io.oxicloud.launch.host",
                                    endpoint.address().getHostAddress(),
                                    "io.oxicloud.launch.data",
                                    data,
                                    "io.oxicloud.launch.options",
                                    options.given(),
                                    "io.oxicloud.launch.requestId",
                                    requestId));
        } catch (InvocationTargetException e) {
            throw sentence(e.getTargetException());
        }
    }

    /** The server lives in another class loader, and so does its StartException. */
    private static Exception sentence(Throwable failure) {
        if (failure.getClass().getName().equals(StartException.class.getName())) {
            return new StartException(String.valueOf(failure.getMessage()));
        }
        return failure instanceof Exception e ? e : new IllegalStateException(failure);
    }

    private static Path war() throws URISyntaxException {
        return Path.of(
                Launch.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static String version() throws IOException {
        String version = Launch.class.getPackage().getImplementationVersion();
        return version == null ? "(unknown version)" : version;
    }

    private static Map<String, String> properties() {
        var all = System.getProperties();
        return all.stringPropertyNames().stream().collect(Collectors.toMap(n -> n, n -> all.getProperty(n, "")));
    }
}
