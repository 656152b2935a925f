package io.oxicloud.app.container;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code java -jar oxicloud.war}.
 *
 * @param jvm options for the JVM
 */
record Standalone(Path java, Path folder, Map<String, String> environment, List<String> jvm) {
    private static final Pattern READY = Pattern.compile("OxiCloud is ready at (http://\\S+)");

    Standalone(Path java, Path folder, Map<String, String> environment) {
        this(java, folder, environment, List.of("-Xmx256m"));
    }

    static Standalone in(Path folder) {
        return new Standalone(Paths.java(), folder, Map.of());
    }

    Standalone with(Map<String, String> settings) {
        return new Standalone(java, folder, settings, jvm);
    }

    /** In the place of what is usual. */
    Standalone on(String... options) {
        return new Standalone(java, folder, environment, List.of(options));
    }

    Path data() {
        return folder.resolve("data");
    }

    /** On a free port, unless the options say otherwise. */
    Child launch(String... options) {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(jvm);
        command.addAll(List.of("-jar", Paths.WAR.toString()));
        List<String> given = List.of(options);
        if (!given.contains("--port")) {
            command.addAll(List.of("--port", "0"));
        }
        if (!given.contains("--data")) {
            command.addAll(List.of("--data", data().toString()));
        }
        command.addAll(given);
        return Child.start(folder.resolve("output-" + System.nanoTime() + ".txt"), command, environment);
    }

    Running start(String... options) {
        Child child = launch(options);
        child.await(
                "the address is printed", () -> READY.matcher(child.output()).find());
        Matcher address = READY.matcher(child.output());
        if (!address.find()) {
            throw new IllegalStateException(child.output());
        }
        return new Running(child, URI.create(address.group(1)), data());
    }
}
