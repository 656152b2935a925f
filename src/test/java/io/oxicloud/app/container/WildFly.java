package io.oxicloud.app.container;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A stock WildFly with its server folder in a folder of the test. */
final class WildFly {
    static final Path HOME = Paths.SERVERS.resolve("wildfly-39.0.1.Final");

    private final Path java;
    private final Path base;
    private final int port;

    private WildFly(Path java, Path base, int port) {
        this.java = java;
        this.base = base;
        this.port = port;
    }

    static WildFly prepare(Path java, Path folder) throws IOException {
        Path base = folder.resolve("standalone");
        Paths.copy(HOME.resolve("standalone"), base);
        return new WildFly(java, base, Paths.freePort());
    }

    URI at(String context) {
        return URI.create("http://127.0.0.1:" + port + context + "/");
    }

    void deploy(String context) throws IOException {
        String name = context.isEmpty() ? "ROOT" : context.substring(1);
        Files.copy(Paths.WAR, base.resolve("deployments").resolve(name + ".war"));
    }

    Child start(Map<String, String> environment) throws IOException {
        List<String> command = List.of(
                HOME.resolve("bin/standalone.sh").toString(),
                "-b=127.0.0.1",
                "-bmanagement=127.0.0.1",
                "-Djboss.server.base.dir=" + base,
                "-Djboss.http.port=" + port,
                "-Djboss.https.port=" + Paths.freePort(),
                "-Djboss.ajp.port=" + Paths.freePort(),
                "-Djboss.management.http.port=" + Paths.freePort(),
                "-Djboss.management.https.port=" + Paths.freePort());
        Map<String, String> all = new HashMap<>(environment);
        all.put("JAVA_HOME", java.resolveSibling("..").normalize().toString());
        return Child.start(base.resolve("output.txt"), List.copyOf(command), all);
    }
}
