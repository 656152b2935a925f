package io.oxicloud.rest;

import io.oxicloud.base.AppPasswordId;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.GrantId;
import io.oxicloud.base.GroupId;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lets parameters be ids, page sizes and numbers; a text that is none is a bad request, not an unknown address. */
final class TypedParameters implements ParamConverterProvider {
    private static final Map<Class<?>, Function<String, ?>> PARSERS = Map.of(
            AppPasswordId.class, AppPasswordId::parse,
            DriveId.class, DriveId::parse,
            GrantId.class, GrantId::parse,
            GroupId.class, GroupId::parse,
            NodeId.class, NodeId::parse,
            PageSize.class, PageSize::parse,
            UUID.class, TypedParameters::uuid,
            UserId.class, UserId::parse,
            int.class, TypedParameters::number);

    private static UUID uuid(String text) {
        UUID id = StrictUuid.parse(text);
        if (id == null) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "not a UUID");
        }
        return id;
    }

    /** Without this an empty text would be 0. */
    private static Integer number(String text) {
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "not a whole number", e);
        }
    }

    static boolean isId(Class<?> type) {
        return PARSERS.containsKey(type) && type != PageSize.class && !type.isPrimitive();
    }

    @Override
    public <T> @Nullable ParamConverter<T> getConverter(Class<T> type, Type genericType, Annotation[] annotations) {
        Function<String, ?> parser = PARSERS.get(type);
        return parser == null ? null : new Converter<>(boxed(type), parser);
    }

    @SuppressWarnings("unchecked") // a value is never of a primitive type
    private static <T> Class<T> boxed(Class<T> type) {
        return (Class<T>) MethodType.methodType(type).wrap().returnType();
    }

    private record Converter<T>(Class<T> type, Function<String, ?> parser) implements ParamConverter<T> {
        @Override
        public @Nullable T fromString(@Nullable String value) {
            return value == null
                    ? null
                    : type.cast(parser.apply(value)); // absent, and neither needed nor with a default
        }

        @Override
        public String toString(T value) {
            return String.valueOf(value);
        }
    }
}
