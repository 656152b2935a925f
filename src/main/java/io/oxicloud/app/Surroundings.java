package io.oxicloud.app;

import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.Source;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the product finds around it when it starts.
 *
 * @param naming look-up of {@code java:} names
 * @param contextPath empty for the root
 */
record Surroundings(
        Function<String, Optional<Object>> naming,
        Map<String, String> properties,
        Map<String, String> environment,
        String contextPath,
        Launched launched) {

    /** This process and this container. */
    static Surroundings real(ServletContext context) {
        return new Surroundings(
                Naming::lookUp,
                strings(System.getProperties()),
                System.getenv(),
                context.getContextPath(),
                Launched.of(context));
    }

    /** This process without a server. */
    static Surroundings commandLine(Launched launched) {
        return new Surroundings(
                name -> Optional.empty(), strings(System.getProperties()), System.getenv(), "", launched);
    }

    /** Where settings come from before the data directory is known. */
    List<Source> sources() {
        return List.of(
                Source.options(launched.options()),
                Source.naming(
                        name -> naming.apply("java:comp/env/oxicloud/" + name).map(Object::toString)),
                Source.properties(properties),
                Source.environment(environment));
    }

    /** The settings file in the data directory; empty where there is none. */
    static Source file(Path folder) {
        Path file = folder.resolve("oxicloud.properties");
        var lines = new Properties();
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                lines.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                throw new StartFailure(file + " cannot be read as a properties file in UTF-8 (" + e.getMessage() + ")");
            }
        }
        Map<String, String> found = strings(lines);
        if (found.containsKey("oxicloud." + Setting.DATA.dotted())) {
            throw new StartFailure(
                    "oxicloud.data cannot stand in " + file + ", which lies in the data directory itself");
        }
        return Source.file(file.getFileName().toString(), found);
    }

    /**
     * Where the data directory is when no setting says so. The context path is part of the name, or two copies in one server
     * would fight for one database file.
     */
    Path usualDataDirectory() {
        if (launched.data() != null) {
            return launched.data();
        }
        String name = "oxicloud" + contextPath.replace('/', '-');
        return Optional.ofNullable(properties.get("jboss.server.data.dir"))
                .or(() -> Optional.ofNullable(properties.get("catalina.base")))
                .map(server -> Path.of(server, name))
                .orElseGet(() -> Path.of(properties.getOrDefault("user.home", "."), "." + name));
    }

    private static Map<String, String> strings(Properties properties) {
        return properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(Function.identity(), name -> properties.getProperty(name, "")));
    }
}
