package io.oxicloud.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads a UUID in its usual form only; Jackson's own also takes Base64. */
final class StrictUuid extends StdScalarDeserializer<UUID> {
    private static final long serialVersionUID = 1L;

    StrictUuid() {
        super(UUID.class);
    }

    @Override
    public UUID deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        if (!parser.hasToken(JsonToken.VALUE_STRING)) {
            return (UUID) context.handleUnexpectedToken(UUID.class, parser);
        }
        UUID id = parse(parser.getText());
        return id == null ? (UUID) context.handleWeirdStringValue(UUID.class, "", "must be a UUID") : id;
    }

    /** @return null for a text that is no UUID in its usual form */
    static @Nullable UUID parse(String text) {
        try {
            UUID id = UUID.fromString(text);
            return id.toString().equalsIgnoreCase(text) ? id : null; // fromString takes shortened groups
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
