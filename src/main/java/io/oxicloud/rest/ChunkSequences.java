package io.oxicloud.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads and writes the chunks of a file as {@code [{"h":digest,"s":bytes},…]}, with no object for each of them. */
final class ChunkSequences {
    private ChunkSequences() {}

    static final class Reader extends StdDeserializer<ChunkSequence> {
        private static final long serialVersionUID = 1L;

        Reader() {
            super(ChunkSequence.class);
        }

        @Override
        public ChunkSequence deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (!parser.hasToken(JsonToken.START_ARRAY)) {
                throw wrong("must be a list of {h, s}");
            }
            var chunks = new ChunkSequence.Builder();
            for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
                if (!parser.hasToken(JsonToken.START_OBJECT)) {
                    throw wrong("[" + index + "] must be {h, s}");
                }
                chunk(parser, index, chunks);
            }
            return chunks.build();
        }

        private static void chunk(JsonParser parser, int index, ChunkSequence.Builder chunks) throws IOException {
            @Nullable Hash digest = null;
            long size = -1;
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("h") && value == JsonToken.VALUE_STRING) {
                    digest = digest(parser, index);
                } else if (name.equals("s") && value == JsonToken.VALUE_NUMBER_INT) {
                    size = size(parser, index);
                } else {
                    parser.skipChildren();
                }
            }
            if (digest == null || size < 0) {
                throw wrong("[" + index + "] must have h, a digest, and s, its bytes");
            }
            chunks.add(digest, (int) size);
        }

        private static Hash digest(JsonParser parser, int index) throws IOException {
            try {
                return Hash.parse(parser.getText());
            } catch (CloudException e) {
                throw wrong("[" + index + "].h: not 64 hexadecimal digits");
            }
        }

        private static long size(JsonParser parser, int index) throws IOException {
            if (parser.getNumberType() == JsonParser.NumberType.INT && parser.getIntValue() > 0) {
                return parser.getIntValue();
            }
            throw wrong("[" + index + "].s: not a number of bytes");
        }

        private static CloudException wrong(String what) {
            return new CloudException(ErrorCode.INVALID_INPUT, "chunks" + (what.startsWith("[") ? what : ": " + what));
        }
    }

    static final class Writer extends StdSerializer<ChunkSequence> {
        private static final long serialVersionUID = 1L;

        Writer() {
            super(ChunkSequence.class);
        }

        @Override
        public void serialize(ChunkSequence chunks, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeStartArray();
            for (int i = 0; i < chunks.count(); i++) {
                out.writeStartObject();
                out.writeStringField("h", chunks.digest(i).hex());
                out.writeNumberField("s", chunks.size(i));
                out.writeEndObject();
            }
            out.writeEndArray();
        }
    }
}
