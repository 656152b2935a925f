package io.oxicloud.app.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.rest.EdgeServer;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthServletTest {
    private final AtomicBoolean broken = new AtomicBoolean();
    private EdgeServer server;

    @BeforeEach
    void start() {
        var health = new HealthServlet(List.of(new Component("db", () -> {}), new Component("storage", () -> {
            if (broken.get()) {
                throw new IllegalStateException("disk /dev/secret is gone");
            }
        })));
        server = EdgeServer.start("", Map.of("/health", health, "/ready", health));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void readyNamesEveryComponentThatWorks() {
        HttpResponse<String> response = server.get("/ready");

        assertEquals(200, response.statusCode());
        assertEquals("{\"status\":\"ok\",\"db\":\"ok\",\"storage\":\"ok\"}", response.body());
    }

    @Test
    void aBrokenComponentIsNamedWithoutTheReasonAndWithATimeToAskAgain() {
        broken.set(true);

        HttpResponse<String> response = server.get("/ready");

        assertEquals(503, response.statusCode());
        assertEquals("{\"status\":\"unavailable\",\"component\":\"storage\"}", response.body());
        assertEquals("5", response.headers().firstValue("Retry-After").orElse(""));
    }

    @Test
    void itIsReadyAgainByItself() {
        broken.set(true);
        server.get("/ready");
        broken.set(false);

        assertEquals(200, server.get("/ready").statusCode());
    }

    @Test
    void theProcessLivesWhateverIsBroken() {
        broken.set(true);

        assertEquals(200, server.get("/health").statusCode());
        assertEquals("{\"status\":\"ok\"}", server.get("/health").body());
    }
}
