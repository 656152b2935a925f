package io.oxicloud.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class ActorTest {
    @Test
    void textIsTheNameInTheAuditLog() {
        UUID id = UUID.randomUUID();

        assertEquals(id.toString(), new Actor.User(new UserId(id), true, false).toString());
        assertEquals("trash.purge", new Actor.Job("trash.purge").toString());
        assertEquals("-", Actor.Anonymous.ANONYMOUS.toString());
    }
}
