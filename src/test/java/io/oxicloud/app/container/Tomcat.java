package io.oxicloud.app.container;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A stock Tomcat with its own configuration and applications in a folder of the test. */
final class Tomcat {
    private static final List<String> OPENED =
            List.of("java.lang", "java.lang.reflect", "java.io", "java.util", "java.util.concurrent");

    private final Path java;
    private final Path home;
    private final Path base;
    private final int port;

    private Tomcat(Path java, Path home, Path base, int port) {
        this.java = java;
        this.home = home;
        this.base = base;
        this.port = port;
    }

    /** @param version such as 10.1.59 */
    static Tomcat prepare(Path java, String version, Path folder) throws IOException {
        Path home = Paths.SERVERS.resolve("apache-tomcat-" + version);
        Path base = folder.resolve("tomcat");
        Paths.copy(home.resolve("conf"), base.resolve("conf"));
        for (String name : List.of("logs", "temp", "webapps", "work")) {
            Files.createDirectories(base.resolve(name));
        }
        int port = Paths.freePort();
        Path configuration = base.resolve("conf/server.xml");
        Files.writeString(
                configuration,
                Files.readString(configuration)
                        .replace("port=\"8005\"", "port=\"-1\"")
                        .replace("port=\"8080\"", "port=\"" + port + "\" address=\"127.0.0.1\""));
        return new Tomcat(java, home, base, port);
    }

    Path base() {
        return base;
    }

    /** Address of an application there. */
    URI at(String context) {
        return URI.create("http://127.0.0.1:" + port + context + "/");
    }

    /** @param context such as {@code /cloud}; the root is empty */
    void deploy(String context) throws IOException {
        String name = context.isEmpty() ? "ROOT" : context.substring(1).replace('/', '#');
        Files.copy(Paths.WAR, base.resolve("webapps").resolve(name + ".war"));
    }

    /** The Manager application, with a user {@code manager} who may script it. */
    void deployManager() throws IOException {
        Paths.copy(home.resolve("webapps/manager"), base.resolve("webapps/manager"));
        Files.writeString(base.resolve("conf/tomcat-users.xml"), """
                <tomcat-users xmlns="http://tomcat.apache.org/xml">
                  <user username="manager" password="manager" roles="manager-script"/>
                </tomcat-users>
                """);
    }

    Child start(Map<String, String> environment) {
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                "-Xmx512m",
                "-Djava.util.logging.config.file=" + base.resolve("conf/logging.properties"),
                "-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager"));
        // as catalina.sh does; Tomcat looks for leaks through them
        OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        command.add("--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED");
        command.addAll(List.of(
                "-cp",
                home.resolve("bin/bootstrap.jar") + ":" + home.resolve("bin/tomcat-juli.jar"),
                "-Dcatalina.base=" + base,
                "-Dcatalina.home=" + home,
                "-Djava.io.tmpdir=" + base.resolve("temp"),
                "org.apache.catalina.startup.Bootstrap",
                "start"));
        return Child.start(base.resolve("output.txt"), command, environment);
    }
}
