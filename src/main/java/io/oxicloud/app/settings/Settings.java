package io.oxicloud.app.settings;

import io.oxicloud.base.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings in force: for each, the value of the first source that has one, checked against the catalogue. Immutable.
 */
public final class Settings {
    private final List<Source> sources;

    private Settings(List<Source> sources) {
        this.sources = List.copyOf(sources);
    }

    /**
     * Checks every value that wins.
     *
     * @param sources the first one wins
     * @throws SettingException if a value is not what its setting takes, or a name is retired
     */
    public static Settings of(List<Source> sources) {
        for (Source source : sources) {
            for (String name : source.values().keySet()) {
                Retired.instead(name).ifPresent(instead -> {
                    throw new SettingException(
                            "the setting " + name + " (" + source.label() + ") is retired: " + instead);
                });
            }
        }
        var settings = new Settings(sources);
        for (Setting setting : Setting.values()) {
            settings.check(setting);
        }
        return settings;
    }

    /** These settings with one more source, which loses to all others. */
    public Settings before(Source last) {
        return of(Stream.concat(sources.stream(), Stream.of(last)).toList());
    }

    /** Names in the sources that mean nothing, each with its source, as {@code DB_ULR (environment)}. */
    public List<String> unknown() {
        return sources.stream()
                .flatMap(source -> Stream.concat(
                                source.values().keySet().stream()
                                        .filter(name -> Arrays.stream(Setting.values())
                                                .noneMatch(s -> s.name().equals(name))),
                                source.strangers().stream())
                        .sorted()
                        .map(name -> name + " (" + source.label() + ")"))
                .toList();
    }

    /** The value or its default, or nothing where there is neither. */
    public Optional<String> find(Setting setting) {
        return winners(setting).map(s -> value(s, setting)).findFirst().or(setting::defaultText);
    }

    /** For settings that have a default. */
    public String text(Setting setting) {
        return find(setting).orElseThrow(() -> new SettingException("the setting " + setting + " must be given"));
    }

    public Optional<Secret> secret(Setting setting) {
        return find(setting).map(Secret::new);
    }

    public Optional<Path> path(Setting setting) {
        return find(setting).map(Path::of);
    }

    public boolean flag(Setting setting) {
        return text(setting).equals("true");
    }

    public int count(Setting setting) {
        return Math.toIntExact(number(setting));
    }

    public long number(Setting setting) {
        return Long.parseLong(text(setting));
    }

    public Duration seconds(Setting setting) {
        return Duration.ofSeconds(number(setting));
    }

    public AddressBlocks addressBlocks(Setting setting) {
        return find(setting).map(AddressBlocks::parse).orElse(AddressBlocks.NONE);
    }

    /** Every setting with where its value comes from and whom it overrides. */
    public List<Effective> effective() {
        List<Effective> all = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            List<String> labels = winners(setting).map(Source::label).toList();
            String shown =
                    find(setting).map(v -> setting.isSecret() ? "***" : v).orElse("");
            all.add(new Effective(
                    setting,
                    shown,
                    labels.isEmpty() ? "default" : labels.get(0),
                    labels.stream().skip(1).toList()));
        }
        return List.copyOf(all);
    }

    /**
     * One setting as it is in force.
     *
     * @param value masked if secret, empty if there is none
     * @param source label of the source that won, or {@code default}
     * @param overridden labels of the sources that have a value, too
     */
    public record Effective(Setting setting, String value, String source, List<String> overridden) {}

    private void check(Setting setting) {
        winners(setting)
                .findFirst()
                .ifPresent(source -> setting.form()
                        .complaintAbout(value(source, setting))
                        .ifPresent(complaint -> {
                            throw new SettingException("the setting " + setting + " (" + source.label() + ") "
                                    + complaint + shown(source, setting));
                        }));
    }

    private static String shown(Source source, Setting setting) {
        return setting.isSecret() ? "" : ", was " + value(source, setting);
    }

    private Stream<Source> winners(Setting setting) {
        return sources.stream().filter(s -> s.values().containsKey(setting.name()));
    }

    private static String value(Source source, Setting setting) {
        return source.values().getOrDefault(setting.name(), "");
    }
}
