package io.oxicloud.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.Secret;
import java.time.Instant;
import java.util.UUID;

/**
 * The one JSON dialect of this API: snake_case names, RFC 3339 times, absent instead of null.
 *
 * <p>Reading is strict about form (types, duplicate names, what follows the value, depth and lengths) and lenient about
 * names it does not know, because newer clients send them.
 */
final class Json {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_NAME_LENGTH = 1_000;
    private static final int MAX_NUMBER_LENGTH = 100;

    private Json() {}

    /** @param maxBytes no text can be longer than the body that carries it */
    static ObjectMapper mapper(int maxBytes) {
        var constraints = StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxNameLength(MAX_NAME_LENGTH)
                .maxNumberLength(MAX_NUMBER_LENGTH)
                .maxStringLength(maxBytes)
                .build();
        // Bounded, not thread-local: a thread-local buffer outlives the web application in the container's threads.
        var factory = JsonFactory.builder()
                .streamReadConstraints(constraints)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                .recyclerPool(
                        JsonRecyclerPools.newBoundedPool(Runtime.getRuntime().availableProcessors() * 4))
                .build();
        return JsonMapper.builder(factory)
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .addModule(module())
                .build();
    }

    private static SimpleModule module() {
        var module = new SimpleModule("oxicloud");
        module.addDeserializer(String.class, new CleanText());
        module.addDeserializer(Secret.class, new SecretText());
        module.addDeserializer(UUID.class, new StrictUuid());
        module.addDeserializer(Instant.class, new Rfc3339());
        module.addDeserializer(ChunkSequence.class, new ChunkSequences.Reader());
        module.addSerializer(ChunkSequence.class, new ChunkSequences.Writer());
        module.addSerializer(Instant.class, ToStringSerializer.instance);
        return module;
    }
}
