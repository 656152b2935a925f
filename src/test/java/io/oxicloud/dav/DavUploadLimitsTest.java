package io.oxicloud.dav;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.db.Engine;
import io.oxicloud.files.TestFiles;
import io.oxicloud.files.WriteLimits;
import io.oxicloud.rest.EdgeServer;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long a body may be, over HTTP: announced, and in chunks. Case T-10, as far as it is about the quota. */
class DavUploadLimitsTest {
    private static final String PASSWORD = ServedFiles.PASSWORD;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ServedFiles served =
            new ServedFiles("/", new TestFiles(Engine.H2, new WriteLimits(100_000, () -> Long.MAX_VALUE)));
    private final EdgeServer server = served.server;

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void tooLongABodyIs413AndOneOverTheQuota507AnnouncedOrNot() throws Exception {
        served.account("anna", 50_000L, false);

        assertEquals(413, put(announced(100_001)));
        assertEquals(507, put(announced(50_001)));
        assertEquals(507, put(inChunks(50_001)));
        assertEquals(404, get());
        assertEquals(201, put(inChunks(50_000)));
        assertEquals(204, put(announced(50_000)));
        assertEquals(200, get());
    }

    private int put(HttpRequest.BodyPublisher body) throws Exception {
        return client.send(request().PUT(body).build(), BodyHandlers.discarding())
                .statusCode();
    }

    private int get() throws Exception {
        return client.send(request().build(), BodyHandlers.discarding()).statusCode();
    }

    private HttpRequest.Builder request() {
        byte[] pair = ("anna:" + PASSWORD).getBytes(StandardCharsets.UTF_8);
        return HttpRequest.newBuilder(server.uri("/webdav/file.bin"))
                .setHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
    }

    private static HttpRequest.BodyPublisher announced(int length) {
        return BodyPublishers.ofByteArray(new byte[length]);
    }

    private static HttpRequest.BodyPublisher inChunks(int length) {
        return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[length]));
    }
}
