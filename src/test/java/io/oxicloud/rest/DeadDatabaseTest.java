package io.oxicloud.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class DeadDatabaseTest {
    @Test
    void everyRouteThatNeedsItAsksForPatience() {
        try (var world = World.inUse()) {
            String access = world.session("admin").access().reveal();
            world.database().close();

            for (Credential credential : List.of(Credential.bearer(access), Credential.cookie(access))) {
                var me = world.server.send(credential.on(world.server.request("/api/auth/me")));
                assertEquals(503, me.statusCode(), me.body());
                assertTrue(me.headers().firstValueAsLong("Retry-After").orElse(0) > 0);
            }
            var login = world.server.post("/api/auth/login", "{\"username\":\"admin\",\"password\":\"correct horse\"}");
            var page = world.server.get("/");
            assertEquals(503, login.statusCode(), login.body());
            assertTrue(login.headers().firstValueAsLong("Retry-After").orElse(0) > 0);
            assertEquals(503, page.statusCode());
            assertTrue(page.headers().firstValueAsLong("Retry-After").orElse(0) > 0);
            assertTrue(page.body().contains("<h1>Not available"), page.body());
            assertEquals(200, world.server.get("/api/version").statusCode());
        }
    }
}
