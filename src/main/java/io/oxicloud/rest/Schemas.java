package io.oxicloud.rest;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.Secret;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * JSON Schemas of the records that the API takes and gives, asked of the same mapper that reads and writes them, so
 * that names cannot differ. A component that may be null is not required.
 */
final class Schemas {
    private final ObjectMapper mapper;
    private final ObjectNode components;
    private final Map<String, JavaType> named = new HashMap<>();

    /** @param components gets one schema per record, under its simple name, which no two records may share */
    Schemas(ObjectMapper mapper, ObjectNode components) {
        this.mapper = mapper;
        this.components = components;
    }

    ObjectNode of(Type type) {
        return of(mapper.constructType(type));
    }

    /** Of a parameter, whose own type says more than its class: the values of a map may be null. */
    ObjectNode of(AnnotatedType use) {
        ObjectNode schema = of(use.getType());
        if (use instanceof AnnotatedParameterizedType map
                && schema.get("additionalProperties") instanceof ObjectNode values) {
            AnnotatedType[] arguments = map.getAnnotatedActualTypeArguments();
            if (arguments[arguments.length - 1].isAnnotationPresent(Nullable.class)) {
                orNull(values);
            }
        }
        return schema;
    }

    private static ObjectNode orNull(ObjectNode schema) {
        String type = schema.path("type").asText();
        schema.putArray("type").add(type).add("null");
        return schema;
    }

    private ObjectNode of(JavaType type) {
        ObjectNode schema = mapper.createObjectNode();
        Class<?> raw = type.getRawClass();
        if (type.isMapLikeType()) {
            schema.put("type", "object").set("additionalProperties", of(type.getContentType()));
        } else if (type.isContainerType()) {
            schema.put("type", "array").set("items", of(type.getContentType()));
        } else if (raw.isRecord()) {
            schema.put("$ref", "#/components/schemas/" + define(type));
        } else if (raw.isSealed()) {
            ArrayNode kinds = schema.putArray("anyOf");
            for (Class<?> kind : raw.getPermittedSubclasses()) {
                kinds.add(of(mapper.constructType(kind)));
            }
        } else if (raw == boolean.class || raw == Boolean.class) {
            schema.put("type", "boolean");
        } else if (raw == int.class || raw == Integer.class) {
            schema.put("type", "integer").put("format", "int32");
        } else if (raw == long.class || raw == Long.class) {
            schema.put("type", "integer").put("format", "int64");
        } else if (raw == double.class || raw == Double.class) {
            schema.put("type", "number").put("format", "double");
        } else if (raw == ChunkSequence.class) {
            ObjectNode chunk = schema.put("type", "array").putObject("items");
            chunk.put("type", "object").putArray("required").add("h").add("s");
            chunk.putObject("properties").putObject("h").put("type", "string");
            chunk.withObjectProperty("properties")
                    .putObject("s")
                    .put("type", "integer")
                    .put("format", "int32");
        } else if (raw == UUID.class) {
            schema.put("type", "string").put("format", "uuid");
        } else if (raw == Instant.class) {
            schema.put("type", "string").put("format", "date-time");
        } else if (raw == Secret.class) {
            schema.put("type", "string").put("format", "password");
        } else if (raw == String.class) {
            schema.put("type", "string");
        } else {
            throw new IllegalArgumentException("the API document has no schema for " + type.toCanonical());
        }
        return schema;
    }

    private String define(JavaType type) {
        String name = name(type);
        JavaType namesake = named.putIfAbsent(name, type);
        if (namesake != null && !namesake.equals(type)) {
            throw new IllegalArgumentException("the API document needs two names for " + namesake.toCanonical()
                    + " and " + type.toCanonical() + ", which are both called " + name);
        }
        if (namesake == null) {
            ObjectNode schema = components.putObject(name);
            schema.put("type", "object");
            ObjectNode properties = schema.putObject("properties");
            ArrayNode required = mapper.createArrayNode();
            for (BeanPropertyDefinition property :
                    mapper.getSerializationConfig().introspect(type).findProperties()) {
                boolean mayBeNull = mayBeNull(type.getRawClass(), property.getInternalName());
                ObjectNode value = of(property.getPrimaryType());
                properties.set(property.getName(), mayBeNull && property.isRequired() ? orNull(value) : value);
                if (property.isRequired() || !mayBeNull) {
                    required.add(property.getName());
                }
            }
            if (!required.isEmpty()) {
                schema.set("required", required);
            }
        }
        return name;
    }

    private static boolean mayBeNull(Class<?> record, String component) {
        return Arrays.stream(record.getRecordComponents())
                .filter(candidate -> candidate.getName().equals(component))
                .map(RecordComponent::getAnnotatedType)
                .anyMatch(use -> use.isAnnotationPresent(Nullable.class));
    }

    /** {@code Listing<Group>} becomes {@code GroupListing}. */
    private static String name(JavaType type) {
        var name = new StringBuilder();
        for (int i = 0; i < type.containedTypeCount(); i++) {
            name.append(type.containedType(i).getRawClass().getSimpleName());
        }
        return name.append(type.getRawClass().getSimpleName()).toString();
    }
}
