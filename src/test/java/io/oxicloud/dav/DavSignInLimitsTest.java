package io.oxicloud.dav;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.account.limit.LimitSettings;
import io.oxicloud.db.Engine;
import io.oxicloud.files.TestFiles;
import io.oxicloud.rest.EdgeServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Case A-02 over HTTP. */
class DavSignInLimitsTest {
    private static final String PASSWORD = ServedFiles.PASSWORD;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ServedFiles served = new ServedFiles("/", new TestFiles(Engine.H2));
    private final EdgeServer server = served.server;

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void aHundredChallengesAreFreeAndAHundredWrongCredentialsAreNot() throws Exception {
        for (String name : new String[] {"anna", "ben"}) {
            served.account(name, null, false);
        }
        for (int i = 0; i < 100; i++) {
            assertEquals(401, head("").statusCode());
            assertEquals(401, head("Basic !").statusCode());
        }
        assertEquals(200, head(basic("anna", PASSWORD)).statusCode());
        for (int i = 0; i < LimitSettings.DEFAULTS.basic().max(); i++) {
            assertEquals(401, head(basic("name" + i, "wrong")).statusCode());
        }

        var refusal = head(basic("ben", PASSWORD));

        assertEquals(429, refusal.statusCode());
        long retryAfter =
                Long.parseLong(refusal.headers().firstValue("Retry-After").orElseThrow());
        assertTrue(retryAfter >= 1 && retryAfter <= 900, "seconds: " + retryAfter);
        assertEquals(200, head(basic("anna", PASSWORD)).statusCode());
        assertEquals(401, head("").statusCode());
    }

    private HttpResponse<String> head(String authorization) throws Exception {
        return client.send(
                HttpRequest.newBuilder(server.uri("/webdav/"))
                        .method("HEAD", HttpRequest.BodyPublishers.noBody())
                        .setHeader("Authorization", authorization)
                        .build(),
                BodyHandlers.ofString());
    }

    private static String basic(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }
}
