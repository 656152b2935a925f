package io.oxicloud.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import java.io.IOException;
import java.util.UUID;

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
        String text = parser.getText();
        try {
            UUID id = UUID.fromString(text);
            if (id.toString().equalsIgnoreCase(text)) {
                return id;
            }
        } catch (IllegalArgumentException e) {
            // answered below, together with the shortened forms that fromString takes
        }
        return (UUID) context.handleWeirdStringValue(UUID.class, "", "must be a UUID");
    }
}
