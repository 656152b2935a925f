package io.oxicloud.app.launch;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What was asked for on the command line.
 *
 * @param action whether to run or only to answer a question
 * @param port 0 lets the system choose one
 * @param context empty for the root, otherwise beginning and not ending with a slash
 * @param place of export and import: where the plain files lie; null for the others
 * @param given the options among these that are settings, by the setting's name in capitals
 */
record Options(
        Action action,
        String host,
        int port,
        Path data,
        String context,
        @Nullable Path place,
        Map<String, String> given) {
    static final String USAGE = """
            java -jar oxicloud.war [options]              run the server
            java -jar oxicloud.war fsck [--deep] [--data DIR]
                                                          check what is stored; 0 clean, 1 findings, 2 not done
            java -jar oxicloud.war export FOLDER [--data DIR]
                                                          write all drives as plain files; what is there stays
            java -jar oxicloud.war import FOLDER [--data DIR]
                                                          take such files in; 0 all, 1 some were left, 2 not done
            java -jar oxicloud.war restored [--data DIR]
                                                          after a backup was restored and before the first start:
                                                          lets clients compare all; 0 done, 2 not done

              --host ADDRESS   address to listen on (127.0.0.1; 0.0.0.0 for every network)
              --port NUMBER    port to listen on (8080; 0 lets the system choose one)
              --data DIR       where everything is kept (~/.oxicloud)
              --context PATH   path below which the product is seen (/)
              --deep           with fsck: read and check every byte
              --help           show this and end
              --version        show the version and end

            Every other setting: docs/settings.md, as OXICLOUD_* in the environment, -Doxicloud.* before -jar, or in
            oxicloud.properties in the data directory.""";

    private static final int LARGEST_PORT = 65_535;

    /** What to do. */
    enum Action {
        RUN,
        FSCK,
        FSCK_DEEP,
        EXPORT,
        IMPORT,
        RESTORED,
        HELP,
        VERSION
    }

    Options {
        given = Map.copyOf(given);
    }

    /** A command line that does not make sense; the message says why. */
    static final class UsageException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UsageException(String message) {
            super(message);
        }
    }

    /**
     * Reads the command line. An option beats a system property ({@code oxicloud.server.port}), which beats the environment
     * ({@code OXICLOUD_SERVER_PORT}), which beats {@code oxicloud.properties} in the data directory.
     *
     * @throws UsageException if an option is unknown, lacks its value or has a bad one
     * @throws StartException if the settings file cannot be read
     */
    static Options parse(List<String> arguments, Map<String, String> properties, Map<String, String> environment)
            throws StartException {
        Action action = Action.RUN;
        boolean deep = false;
        Map<String, String> given = new TreeMap<>();
        String context = "/";
        Path place = null;
        Deque<String> rest = new ArrayDeque<>(arguments);
        while (!rest.isEmpty()) {
            String argument = rest.pop();
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            if (equals >= 0) {
                rest.push(argument.substring(equals + 1));
            }
            switch (name) {
                case "fsck" -> action = action == Action.RUN ? Action.FSCK : action;
                case "export", "import" -> {
                    action = name.equals("export") ? Action.EXPORT : Action.IMPORT;
                    place = Path.of(value(name, rest));
                }
                case "restored" -> action = action == Action.RUN ? Action.RESTORED : action;
                case "--deep" -> deep = true;
                case "--help", "-h" -> action = Action.HELP;
                case "--version" -> action = action == Action.HELP ? Action.HELP : Action.VERSION;
                case "--host" -> given.put("SERVER_HOST", value(name, rest));
                case "--port" -> given.put("SERVER_PORT", value(name, rest));
                case "--data" -> given.put("DATA", value(name, rest));
                case "--context" -> context = value(name, rest);
                default -> throw new UsageException("unknown option " + argument);
            }
        }
        if (deep && action != Action.FSCK && action != Action.HELP && action != Action.VERSION) {
            throw new UsageException("--deep is for fsck");
        }
        var outside = new Outside(given, properties, environment, Map.of());
        Outside.@Nullable Value data = outside.find("DATA");
        Path folder =
                data == null ? Path.of(properties.getOrDefault("user.home", "."), ".oxicloud") : Path.of(data.text());
        Outside all = action == Action.RUN ? outside.withFileOf(folder) : outside;
        Outside.@Nullable Value host = all.find("SERVER_HOST");
        Outside.@Nullable Value port = all.find("SERVER_PORT");
        return new Options(
                deep && action == Action.FSCK ? Action.FSCK_DEEP : action,
                host == null ? "127.0.0.1" : host.text(),
                port == null ? 8080 : port(port),
                folder,
                context(context),
                place,
                given);
    }

    private static String value(String name, Deque<String> rest) {
        if (rest.isEmpty() || rest.element().isBlank() || rest.element().startsWith("--")) {
            throw new UsageException(name + " needs a value");
        }
        return rest.pop();
    }

    private static int port(Outside.Value given) {
        int port;
        try {
            port = Integer.parseInt(given.text());
        } catch (NumberFormatException e) {
            throw new UsageException(given.name() + " must be a number, was " + given.text());
        }
        if (port < 0 || port > LARGEST_PORT) {
            throw new UsageException(given.name() + " must be between 0 and " + LARGEST_PORT + ", was " + port);
        }
        return port;
    }

    private static String context(String text) {
        String path = text.equals("/") ? "" : text;
        if (!path.isEmpty() && !path.matches("(/[A-Za-z0-9._~-]+)+")) {
            throw new UsageException("--context must be / or look like /cloud, was " + text);
        }
        return path;
    }
}
