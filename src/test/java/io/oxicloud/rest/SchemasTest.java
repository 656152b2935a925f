package io.oxicloud.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class SchemasTest {
    private final ObjectNode components = JsonNodeFactory.instance.objectNode();
    private final Schemas schemas = new Schemas(Json.mapper(1_000), components);

    private static final class Here {
        record Request(String name) {}
    }

    private static final class There {
        record Request(int number) {}
    }

    @Test
    void recordIsDescribedOnceHoweverOftenItIsUsed() {
        ObjectNode first = schemas.of(Here.Request.class);
        ObjectNode second = schemas.of(Here.Request.class);

        assertEquals(first, second);
        assertEquals(1, components.size());
    }

    @Test
    void twoRecordsOfOneNameAreRefused() {
        schemas.of(Here.Request.class);

        var refused = assertThrows(IllegalArgumentException.class, () -> schemas.of(There.Request.class));
        assertTrue(refused.toString().contains("There$Request"), refused.toString());
    }
}
