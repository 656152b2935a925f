package io.oxicloud.app.settings;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One place that settings come from, read once.
 *
 * @param label what people call the place
 * @param values by the setting's name in capitals, known and unknown ones; never blank
 * @param strangers names there that are not even spelled like a setting, in a place that is ours alone
 */
public record Source(String label, Map<String, String> values, Set<String> strangers) {
    private static final String VARIABLE = "OXICLOUD_";
    private static final String PROPERTY = "oxicloud.";

    public Source {
        values = Map.copyOf(values);
        strangers = Set.copyOf(strangers);
    }

    private Source(String label, Map<String, String> values) {
        this(label, values, Set.of());
    }

    /** What stood on the command line of {@code java -jar}, by the setting's name in capitals. */
    public static Source options(Map<String, String> options) {
        return new Source("command line", options);
    }

    /** {@code OXICLOUD_DB_URL} and its like. */
    public static Source environment(Map<String, String> variables) {
        return of("environment", variables, VARIABLE, name -> name);
    }

    /** {@code oxicloud.db.url} and its like, as {@code -D} options. */
    public static Source properties(Map<String, String> properties) {
        return of("system property", properties, PROPERTY, Source::capitals);
    }

    /** The same keys in a file of ours. */
    public static Source file(String label, Map<String, String> lines) {
        Set<String> strangers =
                lines.keySet().stream().filter(key -> !key.startsWith(PROPERTY)).collect(Collectors.toSet());
        return new Source(label, of(label, lines, PROPERTY, Source::capitals).values(), strangers);
    }

    /** @param lookUp finds the value of a dotted name below {@code java:comp/env/oxicloud/} */
    public static Source naming(Function<String, Optional<String>> lookUp) {
        Map<String, String> found = new TreeMap<>();
        for (Setting setting : Setting.values()) {
            lookUp.apply(setting.dotted())
                    .filter(v -> !v.isBlank())
                    .ifPresent(v -> found.put(setting.name(), v.strip()));
        }
        return new Source("JNDI", found);
    }

    /** What administrators wrote, by dotted name. */
    public static Source stored(Map<String, String> rows) {
        return of("database", rows, "", Source::capitals);
    }

    private static Source of(String label, Map<String, String> all, String prefix, Function<String, String> toName) {
        Map<String, String> found = new TreeMap<>();
        all.forEach((key, value) -> {
            if (key.startsWith(prefix) && !value.isBlank()) {
                found.put(toName.apply(key.substring(prefix.length())), value.strip());
            }
        });
        return new Source(label, found);
    }

    private static String capitals(String dotted) {
        return dotted.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    /** Secrets may be in here. */
    @Override
    public String toString() {
        return "Source[" + label + "]";
    }
}
