package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The same WAR in every server: it becomes ready, and a file put by WebDAV comes back. */
class ContainerSmokeIT {
    private static final int FILE_BYTES = 3 << 20;
    private static final long SEED = 20_260_701;

    @TempDir
    Path folder;

    static Stream<Arguments> servers() {
        return Container.present()
                .flatMap(container -> contexts(container)
                        .flatMap(context -> Paths.javas().map(java -> Arguments.of(container, context, java))));
    }

    /** One path for each server, or with {@code -Dfull} each path that it can have. */
    private static Stream<String> contexts(Container container) {
        boolean full = Boolean.getBoolean("full");
        return switch (container) {
            case TOMCAT_10_1 -> full ? Stream.of("/cloud", "", "/apps/cloud") : Stream.of("/cloud");
            case TOMCAT_11 -> full ? Stream.of("/cloud", "", "/apps/cloud") : Stream.of("/apps/cloud");
            // WildFly does not make a path with a slash inside from a file name
            case WILDFLY_39 -> full ? Stream.of("/cloud", "") : Stream.of("/cloud");
            case ALONE -> full ? Stream.of("/cloud", "", "/apps/cloud") : Stream.of("");
        };
    }

    @ParameterizedTest
    @MethodSource("servers")
    void aFileThatWasPutComesBack(Container container, String context, Path java) throws IOException {
        byte[] content = new byte[FILE_BYTES];
        new Random(SEED).nextBytes(content);
        try (Running running = container.start(java, folder, context)) {
            CloudClient client = running.client();

            client.setUp(token(container, running));
            String authorization = client.appPassword(client.signIn());
            client.put(authorization, "webdav/a%20file.bin", content);

            assertArrayEquals(content, client.fetch(authorization, "webdav/a%20file.bin"));
            assertEquals(404, client.get("api/nothing").statusCode());
            assertNoComplaints(running.server().output());
        }
    }

    /** Who stands in front of the machine needs none; a container may be bound to anything. */
    private static String token(Container container, Running running) throws IOException {
        return container == Container.ALONE
                ? ""
                : Files.readString(running.data().resolve("setup-token")).strip();
    }

    private static void assertNoComplaints(String log) {
        for (String complaint :
                List.of("SEVERE", " ERROR ", "Exception", "WFLYEE0007", "WFLYSRV0274", "unknown setting")) {
            assertFalse(log.contains(complaint), () -> complaint + " in\n" + log);
        }
    }
}
