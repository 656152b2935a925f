package io.oxicloud.rest;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a request without a query parameter that its handler needs: one that is neither {@code @Nullable} nor has a
 * default. The API document asks here too, so that both say the same.
 */
record RequiredParameters(List<String> names) implements ContainerRequestFilter {
    RequiredParameters {
        names = List.copyOf(names);
    }

    static List<String> of(Method handler) {
        return Arrays.stream(handler.getParameters())
                .filter(RequiredParameters::isRequired)
                .map(parameter -> parameter.getAnnotation(QueryParam.class).value())
                .toList();
    }

    static boolean isRequired(Parameter parameter) {
        return parameter.isAnnotationPresent(QueryParam.class)
                && !parameter.isAnnotationPresent(DefaultValue.class)
                && !parameter.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    @Override
    public void filter(ContainerRequestContext request) {
        for (String name : names) {
            if (!request.getUriInfo().getQueryParameters().containsKey(name)) {
                throw new CloudException(ErrorCode.INVALID_INPUT, "the parameter " + name + " must be given");
            }
        }
    }
}
