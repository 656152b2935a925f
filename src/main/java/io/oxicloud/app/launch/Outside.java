package io.oxicloud.app.launch;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the launcher finds the few settings that it needs before the product starts: the places of docs/settings.md in their
 * order, with the options before them all.
 *
 * @param options by the setting's name in capitals
 * @param lines of {@code oxicloud.properties}
 */
record Outside(
        Map<String, String> options,
        Map<String, String> properties,
        Map<String, String> environment,
        Map<String, String> lines) {
    static final String FILE = "oxicloud.properties";

    Outside {
        options = Map.copyOf(options);
        properties = Map.copyOf(properties);
        environment = Map.copyOf(environment);
        lines = Map.copyOf(lines);
    }

    /**
     * A value and what to call it in a complaint.
     *
     * @param name with the place, as {@code --port} or {@code SERVER_PORT (environment)}
     */
    record Value(String text, String name) {}

    /** @throws StartException if the settings file in the data directory cannot be read */
    Outside withFileOf(Path data) throws StartException {
        Path file = data.toAbsolutePath().normalize().resolve(FILE);
        var found = new Properties();
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                found.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                throw new StartException(
                        file + " cannot be read as a properties file in UTF-8 (" + e.getMessage() + ")");
            }
        }
        Map<String, String> all = found.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, name -> found.getProperty(name, "")));
        return new Outside(options, properties, environment, all);
    }

    /** The first place that says something. */
    @Nullable
    Value find(String setting) {
        String dotted = "oxicloud." + setting.toLowerCase(Locale.ROOT).replace('_', '.');
        Map<String, String> said = new LinkedHashMap<>();
        said.put(option(setting), options.getOrDefault(setting, ""));
        said.put(setting + " (system property)", properties.getOrDefault(dotted, ""));
        said.put(setting + " (environment)", environment.getOrDefault("OXICLOUD_" + setting, ""));
        said.put(setting + " (" + FILE + ")", lines.getOrDefault(dotted, ""));
        return said.entrySet().stream()
                .filter(entry -> !entry.getValue().isBlank())
                .map(entry -> new Value(entry.getValue().strip(), entry.getKey()))
                .findFirst()
                .orElse(null);
    }

    /** {@code --port} for {@code SERVER_PORT}. */
    private static String option(String setting) {
        return "--" + setting.substring(setting.indexOf('_') + 1).toLowerCase(Locale.ROOT);
    }
}
