package io.oxicloud.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes JSON bodies: records, lists and maps of them. Thread-safe. */
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
final class JsonBodies implements MessageBodyReader<Object>, MessageBodyWriter<Object> {
    private final ObjectMapper mapper;
    private final int maxBytes;

    JsonBodies(ObjectMapper mapper, int maxBytes) {
        this.mapper = mapper;
        this.maxBytes = maxBytes;
    }

    @Override
    public boolean isReadable(Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
        return isJson(type);
    }

    @Override
    public boolean isWriteable(Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
        return isJson(type);
    }

    private static boolean isJson(Class<?> type) {
        return type.isRecord() || Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    @Override
    public @Nullable Object readFrom(
            Class<Object> type,
            Type genericType,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, String> headers,
            InputStream in)
            throws IOException {
        if (type.isAnnotationPresent(LongBody.class)) {
            return parse(new BoundedBody(in, Math.max(maxBytes, LongBody.MOST)), genericType);
        }
        byte[] body = all(in);
        if (body.length == 0) {
            return null; // BodyPresence decides
        }
        return requireValue(parse(body, genericType));
    }

    private byte[] all(InputStream in) {
        byte[] body;
        try {
            body = in.readNBytes(maxBytes + 1);
        } catch (IOException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the body ended before its announced length", e);
        }
        if (body.length > maxBytes) {
            throw new CloudException(ErrorCode.TOO_LARGE, "a JSON body may have at most " + maxBytes + " bytes");
        }
        return body;
    }

    private @Nullable Object parse(InputStream body, Type type) throws IOException {
        var whole = new PushbackInputStream(body);
        int first = whole.read();
        if (first < 0) {
            return null; // BodyPresence decides
        }
        whole.unread(first);
        Object value;
        try {
            value = mapper.readValue(whole, mapper.constructType(type));
        } catch (JsonProcessingException e) {
            throw JsonComplaint.of(e);
        }
        return requireValue(value);
    }

    private static Object requireValue(@Nullable Object value) {
        if (value == null) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the body must be a JSON object, not null");
        }
        return value;
    }

    private Object parse(byte[] body, Type type) throws IOException {
        try {
            return mapper.readValue(body, mapper.constructType(type));
        } catch (JsonProcessingException e) {
            throw JsonComplaint.of(e);
        }
    }

    @Override
    public void writeTo(
            Object value,
            Class<?> type,
            Type genericType,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, Object> headers,
            OutputStream out)
            throws IOException {
        out.write(mapper.writeValueAsBytes(value));
    }
}
