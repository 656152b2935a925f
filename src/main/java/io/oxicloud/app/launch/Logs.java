package io.oxicloud.app.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Sets up {@code java.util.logging}: our lines on standard error, or what {@code DATA/logging.properties} says. */
final class Logs {
    private Logs() {}

    /** Leaves everything as it is where the JVM was started with a configuration of its own. */
    static void configure(Path data) throws IOException {
        if (System.getProperty("java.util.logging.config.file") == null
                && System.getProperty("java.util.logging.config.class") == null) {
            Path own = data.resolve("logging.properties");
            try (InputStream configuration = Files.exists(own) ? Files.newInputStream(own) : builtIn()) {
                LogManager.getLogManager().readConfiguration(configuration);
            }
            // Tomcat puts a formatter of its own on the console unless it finds this.
            System.setProperty("java.util.logging.config.file", Files.exists(own) ? own.toString() : "built-in");
        }
        if (LogManager.getLogManager() instanceof LastingLogManager manager) {
            manager.last();
        }
    }

    /** Tells every formatter of ours whom to ask for the request id. */
    static void requestIdFrom(Supplier<@Nullable String> source) {
        for (Handler handler : Logger.getLogger("").getHandlers()) {
            if (handler.getFormatter() instanceof LineFormatter formatter) {
                formatter.requestIdFrom(source);
            }
        }
    }

    private static InputStream builtIn() {
        return Objects.requireNonNull(Logs.class.getResourceAsStream("logging.properties"));
    }
}
