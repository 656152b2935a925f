package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Deployed and undeployed again and again, the product leaves nothing in the server. */
class RedeployIT {
    private static final int TIMES = Boolean.getBoolean("full") ? 10 : 5;

    /** What Tomcat says about applications that leave threads, drivers or thread locals behind. */
    private static final List<String> LEAKS = List.of(
            "memory leak",
            "failed to unregister",
            "failed to stop it",
            "failed to remove it",
            "clearReferences",
            "SEVERE",
            "Exception");

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("io.oxicloud.app.container.Container#tomcats")
    void theServerFindsNoLeak(Container container) throws IOException, InterruptedException {
        Tomcat tomcat = Tomcat.prepare(Paths.java(), container.version(), folder);
        tomcat.deployManager();
        var environment = Map.of("OXICLOUD_DATA", folder.resolve("data").toString());
        try (Child server = tomcat.start(environment)) {
            var manager = new Manager(tomcat.at("/manager/text"));
            server.await("the manager answers", manager::answers);
            for (int i = 0; i < TIMES; i++) {
                manager.command(
                        "deploy?path=/cloud&war=" + URLEncoder.encode("file:" + Paths.WAR, StandardCharsets.UTF_8));
                use(new Running(server, tomcat.at("/cloud"), folder.resolve("data")).ready(), i == 0);
                manager.command("undeploy?path=/cloud");
            }
            assertEquals(TIMES, server.output().split("stop\\.done", -1).length - 1, server.output());
            for (String leak : LEAKS) {
                assertFalse(server.output().contains(leak), () -> leak + " in\n" + server.output());
            }
        }
    }

    /** Whatever starts threads or fills thread locals only when it is used must have been used. */
    private static void use(Running running, boolean first) throws IOException {
        CloudClient client = running.client();
        if (first) {
            client.setUp(Files.readString(running.data().resolve("setup-token")).strip());
        }
        String authorization = client.appPassword(client.signIn());
        String name = "webdav/" + System.nanoTime();
        client.put(authorization, name, new byte[300_000]);
        assertEquals(300_000, client.fetch(authorization, name).length);
    }

    /** Tomcat's Manager, spoken to by script. */
    private static final class Manager {
        private final HttpClient http = HttpClient.newHttpClient();
        private final URI base;

        Manager(URI base) {
            this.base = base;
        }

        boolean answers() {
            try {
                return send("list").statusCode() == 200;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        void command(String command) throws IOException, InterruptedException {
            HttpResponse<String> response = send(command);
            assertTrue(response.body().startsWith("OK"), () -> command + ": " + response.body());
        }

        private HttpResponse<String> send(String command) throws IOException, InterruptedException {
            byte[] credentials = "manager:manager".getBytes(StandardCharsets.UTF_8);
            var request = HttpRequest.newBuilder(base.resolve(command))
                    .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials))
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
