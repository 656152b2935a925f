package io.oxicloud.app.container;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Where the build puts what these tests need. */
final class Paths {
    static final Path WAR = Path.of("target", "oxicloud.war").toAbsolutePath();
    static final Path SERVERS = Path.of("target", "servers").toAbsolutePath();

    private Paths() {}

    static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** The Java that runs this, and with {@code -Djava25.home} another one. */
    static Stream<Path> javas() {
        String other = System.getProperty("java25.home", "");
        return other.isEmpty() ? Stream.of(java()) : Stream.of(java(), Path.of(other, "bin", "java"));
    }

    /** A port that was free a moment ago. */
    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path source : all.toList()) {
                Path target = to.resolve(from.relativize(source).toString());
                if (Files.isDirectory(source)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(source, target);
                }
            }
        }
    }
}
