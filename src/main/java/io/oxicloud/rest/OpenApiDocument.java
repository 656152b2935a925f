package io.oxicloud.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Writes the OpenAPI 3.1 document of a list of routes, from their signatures and {@link Operation} marks. */
final class OpenApiDocument {
    private static final String JSON = "application/json";

    /** Whatever the route: headers that cannot be read, no JSON wanted, a database that does not answer. */
    private static final Set<Failure> EVERYWHERE =
            Set.of(Failure.BAD_REQUEST, Failure.NOT_ACCEPTABLE, Failure.UNAVAILABLE);

    private final ObjectMapper mapper;
    private final ObjectNode root;
    private final Schemas schemas;

    private OpenApiDocument(ObjectMapper mapper, String version) {
        this.mapper = mapper;
        this.root = mapper.createObjectNode();
        root.put("openapi", "3.1.0");
        root.putObject("info")
                .put("title", "OxiCloud")
                .put("version", version)
                .put("description", "Addresses are relative to the context path of the deployment.");
        root.putArray("servers").addObject().put("url", "..");
        root.putObject("paths");
        this.schemas = new Schemas(mapper, root.putObject("components").putObject("schemas"));
    }

    /** @return JSON in UTF-8, the same bytes for the same routes */
    static byte[] of(List<Route> routes, ObjectMapper mapper, String version) {
        var document = new OpenApiDocument(mapper, version);
        document.securitySchemes();
        routes.forEach(document::add);
        Probes.describe(document.root.withObject("/paths"));
        try {
            return mapper.writerWithDefaultPrettyPrinter().writeValueAsBytes(document.root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of nodes can always be written", e);
        }
    }

    private void securitySchemes() {
        ObjectNode schemes = root.withObject("/components").putObject("securitySchemes");
        schemes.putObject("bearer").put("type", "http").put("scheme", "bearer").put("bearerFormat", "JWT");
        schemes.putObject("appPassword")
                .put("type", "http")
                .put("scheme", "basic")
                .put("description", "An app password with the scope \"api\"; not on /api/admin.");
        schemes.putObject("cookie")
                .put("type", "apiKey")
                .put("in", "cookie")
                .put("name", SessionCookies.ACCESS)
                .put(
                        "description",
                        "With POST, PUT, PATCH and DELETE the header " + CsrfCheck.HEADER + " must repeat the cookie "
                                + SessionCookies.CSRF + ".");
    }

    private void add(Route route) {
        Operation described = described(route.handler());
        ObjectNode operation = ((ObjectNode) root.get("paths"))
                .withObjectProperty(route.path())
                .putObject(route.method().toLowerCase(Locale.ROOT));
        operation.put("summary", described.value());
        operation.put("operationId", operationId(route));
        operation.putArray("tags").add(tag(route));
        Set<Failure> failures = EnumSet.noneOf(Failure.class);
        failures.addAll(List.of(described.failures()));
        failures.addAll(EVERYWHERE);
        ArrayNode parameters = mapper.createArrayNode();
        for (Parameter parameter : route.handler().getParameters()) {
            add(parameter, operation, parameters, failures);
        }
        if (!parameters.isEmpty()) {
            operation.set("parameters", parameters);
        }
        security(route, described.session(), operation, failures);
        responses(route.handler(), described, operation.putObject("responses"), failures);
    }

    private static Operation described(Method handler) {
        Operation operation = handler.getAnnotation(Operation.class);
        if (operation == null) {
            throw new IllegalArgumentException(handler + " has no @Operation");
        }
        return operation;
    }

    private static String tag(Route route) {
        return route.handler().getDeclaringClass().getSimpleName().replaceAll("Resource$", "");
    }

    private static String operationId(Route route) {
        return tag(route) + "." + route.handler().getName();
    }

    private void add(Parameter parameter, ObjectNode operation, ArrayNode parameters, Set<Failure> failures) {
        if (parameter.isAnnotationPresent(Context.class)) {
            return;
        }
        PathParam path = parameter.getAnnotation(PathParam.class);
        HeaderParam header = parameter.getAnnotation(HeaderParam.class);
        QueryParam query = parameter.getAnnotation(QueryParam.class);
        if (path != null) {
            add(parameters, path.value(), "path", true, parameter);
        } else if (query != null) {
            add(parameters, query.value(), "query", RequiredParameters.isRequired(parameter), parameter);
        } else if (header != null) {
            add(parameters, header.value(), "header", false, parameter);
        } else {
            failures.addAll(Set.of(Failure.TOO_LARGE, Failure.UNSUPPORTED_MEDIA_TYPE));
            ObjectNode body = operation.putObject("requestBody");
            body.put("required", !parameter.isAnnotationPresent(OptionalBody.class));
            if (parameter.getType() == InputStream.class) {
                raw(parameter.getDeclaringExecutable(), body.putObject("content"));
                return;
            }
            body.putObject("content").putObject(JSON).set("schema", schemas.of(parameter.getAnnotatedType()));
        }
    }

    /** A body that the handler reads by itself; what it may hold is what the handler takes. */
    private static void raw(Executable handler, ObjectNode content) {
        Takes takes = handler.getAnnotation(Takes.class);
        if (takes == null) {
            throw new IllegalArgumentException(handler + " has no @Takes");
        }
        ObjectNode kind = content.putObject(takes.value());
        for (String part : takes.parts()) {
            ObjectNode schema = kind.withObjectProperty("schema");
            schema.put("type", "object")
                    .withObjectProperty("properties")
                    .putObject(part)
                    .put("type", "string");
        }
    }

    private void add(ArrayNode parameters, String name, String place, boolean required, Parameter parameter) {
        parameters
                .addObject()
                .put("name", name)
                .put("in", place)
                .put("required", required)
                .set("schema", ParameterSchemas.of(mapper, parameter));
    }

    private void security(Route route, boolean session, ObjectNode operation, Set<Failure> failures) {
        ArrayNode security = operation.putArray("security");
        if (route.guard() == Route.Guard.PUBLIC) {
            return;
        }
        failures.addAll(Set.of(Failure.UNAUTHORIZED, Failure.FORBIDDEN));
        security.addObject().putArray("bearer");
        security.addObject().putArray("cookie");
        if (route.guard() == Route.Guard.USER) {
            failures.add(Failure.TOO_MANY_REQUESTS); // Basic credentials are counted, whatever comes of them
            if (!session) {
                security.addObject().putArray("appPassword");
            }
        }
    }

    private void responses(Method handler, Operation described, ObjectNode responses, Set<Failure> failures) {
        Type body = described.body() == void.class ? handler.getGenericReturnType() : described.body();
        if (body == void.class) {
            responses.putObject("204").put("description", "Done");
        } else {
            ObjectNode success = responses.putObject(String.valueOf(described.status()));
            success.put("description", "Done");
            if (body != Response.class) {
                content(success, body, handler);
            }
        }
        for (Failure failure : failures) {
            String status = String.valueOf(failure.status());
            Refusal own = handler.getAnnotation(Refusal.class);
            if (own != null && own.of().status() == failure.status()) {
                ObjectNode response = responses.putObject(status);
                response.put("description", own.of().kind());
                json(response, own.body());
            } else if (!responses.has(status)) {
                responses.putObject(status).put("$ref", define(failure));
            }
        }
    }

    private String define(Failure failure) {
        ObjectNode shared = root.withObject("/components").withObject("/responses");
        if (!shared.has(failure.name())) {
            ObjectNode response = shared.putObject(failure.name());
            response.put("description", failure.kind());
            if (failure.isTemporary()) {
                response.putObject("headers")
                        .putObject("Retry-After")
                        .put("description", "Seconds to wait")
                        .putObject("schema")
                        .put("type", "integer");
            }
            json(response, ErrorBody.class);
        }
        return "#/components/responses/" + failure.name();
    }

    private void content(ObjectNode holder, Type type, Method handler) {
        if (type == byte[].class) {
            holder.putObject("content")
                    .putObject(handler.getAnnotation(Produces.class).value()[0]);
        } else {
            json(holder, type);
        }
    }

    private void json(ObjectNode holder, Type type) {
        holder.putObject("content").putObject(JSON).set("schema", schemas.of(type));
    }
}
