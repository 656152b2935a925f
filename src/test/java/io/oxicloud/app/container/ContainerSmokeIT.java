package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The same WAR in every server: it becomes ready, and a file put by WebDAV comes back, by itself and in an archive. */
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
            String session = client.signIn();
            String authorization = client.appPassword(session);
            client.put(authorization, "webdav/a%20file.jpg", content);

            assertArrayEquals(content, client.fetch(authorization, "webdav/a%20file.jpg"));
            assertArchives(client, authorization, "Bearer " + session, content);
            assertEquals(404, client.get("api/nothing").statusCode());
            assertNoComplaints(running.server().output());
        }
    }

    /** One with a length and parts, and one that is compressed as it comes. */
    private static void assertArchives(CloudClient client, String authorization, String session, byte[] content)
            throws IOException {
        String roots = new String(client.ask("GET", session, "api/folders").body(), StandardCharsets.UTF_8);
        Matcher id = Pattern.compile("\"id\"\\s*:\\s*\"([0-9a-f-]{36})\"").matcher(roots);
        assertTrue(id.find(), roots);
        String path = "api/folders/" + id.group(1) + "/download";

        HttpResponse<byte[]> stored = client.ask("GET", session, path);
        assertEquals(200, stored.statusCode());
        byte[] whole = stored.body();
        assertEquals(
                whole.length,
                stored.headers().firstValueAsLong("Content-Length").orElseThrow());
        assertArrayEquals(content, entry(whole, "a file.jpg"));
        HttpResponse<byte[]> part = client.ask("GET", session, path, "Range", "bytes=100000-");
        assertEquals(206, part.statusCode());
        assertArrayEquals(Arrays.copyOfRange(whole, 100_000, whole.length), part.body());

        byte[] text = "the same again and again\n".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
        client.put(authorization, "webdav/text.txt", text);
        HttpResponse<byte[]> deflated = client.ask("GET", session, path);
        assertEquals(200, deflated.statusCode());
        assertTrue(deflated.headers().firstValue("Content-Length").isEmpty());
        assertArrayEquals(text, entry(deflated.body(), "text.txt"));
    }

    private static byte[] entry(byte[] archive, String name) throws IOException {
        try (var zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().endsWith('/' + name)) {
                    return zip.readAllBytes();
                }
            }
        }
        throw new AssertionError(name + " is not there");
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
