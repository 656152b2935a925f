package io.oxicloud.rest;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One method of one address of the API.
 *
 * @param path template below the context path, beginning with {@code /api}
 */
record Route(String method, String path, Guard guard, Method handler) {
    /** Who gets through to the handler. */
    enum Guard {
        PUBLIC,
        USER,
        ADMIN
    }

    private static final String ADMIN_TREE = "/api/admin";

    /** In the order of their addresses. */
    static List<Route> of(Iterable<Object> resources) {
        var routes = new ArrayList<Route>();
        for (Object resource : resources) {
            for (Method method : resource.getClass().getDeclaredMethods()) {
                String verb = verb(method);
                if (verb != null) {
                    String path = address(method);
                    routes.add(new Route(verb, path, guard(method), method));
                }
            }
        }
        routes.sort(Comparator.comparing(Route::path).thenComparing(Route::method));
        return routes;
    }

    /** By what is written on the handler, not by what a client sends as address. */
    static Guard guard(Method handler) {
        if (handler.isAnnotationPresent(Public.class)) {
            return Guard.PUBLIC;
        }
        String path = address(handler);
        return path.equals(ADMIN_TREE) || path.startsWith(ADMIN_TREE + "/") ? Guard.ADMIN : Guard.USER;
    }

    private static String address(Method handler) {
        Path outer = handler.getDeclaringClass().getAnnotation(Path.class);
        Path inner = handler.getAnnotation(Path.class);
        return "/api" + segment(outer) + segment(inner);
    }

    private static String segment(@Nullable Path path) {
        if (path == null || path.value().isEmpty() || path.value().equals("/")) {
            return "";
        }
        return path.value().startsWith("/") ? path.value() : "/" + path.value();
    }

    private static @Nullable String verb(Method method) {
        for (Annotation mark : method.getAnnotations()) {
            HttpMethod verb = mark.annotationType().getAnnotation(HttpMethod.class);
            if (verb != null) {
                return verb.value();
            }
        }
        return null;
    }
}
