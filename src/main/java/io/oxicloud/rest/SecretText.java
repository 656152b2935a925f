package io.oxicloud.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import io.oxicloud.base.Secret;
import java.io.IOException;

/** Reads a password or token straight into a {@link Secret}. There is no writer: nothing of that kind goes out by accident. */
final class SecretText extends StdScalarDeserializer<Secret> {
    private static final long serialVersionUID = 1L;
    private static final CleanText TEXT = new CleanText();

    SecretText() {
        super(Secret.class);
    }

    @Override
    public Secret deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        return new Secret(TEXT.deserialize(parser, context));
    }
}
