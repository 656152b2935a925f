package io.oxicloud.app.container;

import io.oxicloud.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

/** The servers that the one WAR must run in. */
enum Container {
    TOMCAT_10_1("10.1.59"),
    TOMCAT_11("11.0.24"),
    WILDFLY_39("39.0.1.Final"),
    ALONE("");

    private final String version;

    Container(String version) {
        this.version = version;
    }

    /** Those whose distribution is here. */
    static Stream<Container> present() {
        return Arrays.stream(values())
                .filter(c -> c != WILDFLY_39
                        || Tools.allow(
                                "the WAR in WildFly 39.0.1.Final (its distribution, 261 MB, is not in the local Maven"
                                        + " repository)",
                                Files.isDirectory(WildFly.HOME)));
    }

    /** The two whose leak detection speaks. */
    static Stream<Container> tomcats() {
        return Stream.of(TOMCAT_10_1, TOMCAT_11);
    }

    String version() {
        return version;
    }

    /** @param context empty for the root */
    Running start(Path java, Path folder, String context) throws IOException {
        Path data = folder.resolve("data");
        Map<String, String> environment = Map.of("OXICLOUD_DATA", data.toString());
        return switch (this) {
            case TOMCAT_10_1, TOMCAT_11 -> {
                Tomcat tomcat = Tomcat.prepare(java, version, folder);
                tomcat.deploy(context);
                yield new Running(tomcat.start(environment), tomcat.at(context), data).ready();
            }
            case WILDFLY_39 -> {
                WildFly wildFly = WildFly.prepare(java, folder);
                wildFly.deploy(context);
                yield new Running(wildFly.start(environment), wildFly.at(context), data).ready();
            }
            case ALONE ->
                new Standalone(java, folder, Map.of())
                        .start("--context", context.isEmpty() ? "/" : context)
                        .ready();
        };
    }
}
