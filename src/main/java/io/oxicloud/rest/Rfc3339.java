package io.oxicloud.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Reads a moment as RFC 3339 writes it, with an offset, between the years 1 and 9999 as databases can hold it. */
final class Rfc3339 extends StdScalarDeserializer<Instant> {
    private static final long serialVersionUID = 1L;
    private static final int LAST_YEAR = 9999;

    Rfc3339() {
        super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        if (!parser.hasToken(JsonToken.VALUE_STRING)) {
            return (Instant) context.handleUnexpectedToken(Instant.class, parser);
        }
        try {
            OffsetDateTime moment = OffsetDateTime.parse(parser.getText());
            if (moment.getYear() >= 1 && moment.getYear() <= LAST_YEAR) {
                return moment.toInstant();
            }
        } catch (DateTimeException e) {
            // answered below, together with years out of range
        }
        return (Instant) context.handleWeirdStringValue(Instant.class, "", "must be a time like 2026-01-31T12:00:00Z");
    }
}
