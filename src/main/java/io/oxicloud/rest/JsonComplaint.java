package io.oxicloud.rest;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with a JSON body and where, in the client's words: field names, never class names. */
final class JsonComplaint {
    private JsonComplaint() {}

    static CloudException of(JsonProcessingException problem) {
        for (Throwable cause = problem.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof CloudException own) {
                return own; // a record's constructor has checked its values and named the field
            }
        }
        return new CloudException(ErrorCode.INVALID_INPUT, message(problem), problem);
    }

    private static String message(JsonProcessingException problem) {
        return what(problem) + place(problem);
    }

    private static String what(JsonProcessingException problem) {
        if (problem instanceof StreamConstraintsException) {
            return "the JSON is nested too deep or has a name, number or text that is too long";
        }
        if (problem instanceof MismatchedInputException mismatch) {
            return path(mismatch) + " " + expected(mismatch);
        }
        if (problem.getCause() instanceof InputCoercionException number && problem instanceof JsonMappingException at) {
            return path(at) + " " + expected(number.getTargetType());
        }
        if (problem instanceof JsonMappingException && problem.getCause() instanceof JsonProcessingException cause) {
            return what(cause);
        }
        if (problem instanceof JsonMappingException mapping) {
            return path(mapping) + " does not hold a value that can be used";
        }
        return "the body is not valid JSON";
    }

    private static String expected(MismatchedInputException problem) {
        Class<?> type = problem.getTargetType();
        boolean text = type == String.class || type == Secret.class;
        return text && problem instanceof InvalidFormatException
                ? "must not contain NUL or half of a surrogate pair" // see CleanText
                : expected(type);
    }

    private static String expected(@Nullable Class<?> type) {
        if (type == null) {
            return "does not hold a value that can be used";
        }
        if (type == String.class || type == Secret.class) {
            return "must be a text";
        }
        if (type == UUID.class) {
            return "must be a UUID";
        }
        if (type == Instant.class) {
            return "must be a time like 2026-01-31T12:00:00Z";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "must be true or false";
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return "must be a whole number in range";
        }
        if (type.isEnum()) {
            return "must be one of " + names(type);
        }
        if (type.isArray() || Collection.class.isAssignableFrom(type)) {
            return "must be a list";
        }
        return Map.class.isAssignableFrom(type) || type.isRecord()
                ? "must be a JSON object"
                : "does not hold a value that can be used";
    }

    private static String names(Class<?> type) {
        var names = new StringBuilder();
        for (Object constant : type.getEnumConstants()) {
            names.append(names.isEmpty() ? "" : ", ").append(constant.toString().toLowerCase(Locale.ROOT));
        }
        return names.toString();
    }

    private static String path(JsonMappingException problem) {
        var path = new StringBuilder();
        for (JsonMappingException.Reference step : problem.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.isEmpty() ? "the body" : path.toString();
    }

    private static String place(JsonProcessingException problem) {
        JsonLocation at = problem.getLocation();
        return at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
    }
}
