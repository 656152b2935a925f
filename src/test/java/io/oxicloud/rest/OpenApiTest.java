package io.oxicloud.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oxicloud.app.http.Component;
import io.oxicloud.app.http.HealthServlet;
import io.oxicloud.db.Engine;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The API document against the routes that Jersey really has, and against the copy in {@code docs}. */
class OpenApiTest {
    private static final java.nio.file.Path COPY = java.nio.file.Path.of("docs/openapi/openapi.json");

    private static World world;
    private static ApiServlet servlet;
    private static String text;
    private static JsonNode document;

    @BeforeAll
    static void start() throws IOException {
        world = new World(Engine.H2, World.MANY_SIGN_INS, false);
        servlet = world.api;
        text = world.server.get("/api/openapi.json").body();
        document = new ObjectMapper().readTree(text);
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    private static Set<String> documented() {
        return new TreeSet<>(new Contract(document).routes());
    }

    private static Set<String> served() {
        var routes = new TreeSet<String>();
        for (Class<?> candidate : servlet.getConfiguration().getClasses()) {
            if (candidate.isAnnotationPresent(Path.class)) {
                collect(Resource.from(candidate), "/api", routes);
            }
        }
        return routes;
    }

    private static void collect(Resource resource, String parent, Set<String> routes) {
        String path = parent + resource.getPath();
        for (ResourceMethod method : resource.getResourceMethods()) {
            routes.add(method.getHttpMethod() + " " + path);
        }
        resource.getChildResources().forEach(child -> collect(child, path, routes));
    }

    @Test
    void documentHasEveryRouteThatIsServedAndNoOther() {
        assertFalse(served().isEmpty());
        assertEquals(served(), documented());
    }

    @Test
    void everyOperationSaysWhatItDoesWhoMayAndWhatMayComeBack() {
        var ids = new HashSet<String>();
        for (JsonNode path : document.path("paths")) {
            for (JsonNode operation : path) {
                assertFalse(operation.path("summary").asText().isEmpty(), operation.toString());
                assertTrue(ids.add(operation.path("operationId").asText()), operation.toString());
                assertTrue(operation.has("security"), operation.toString());
                assertTrue(
                        operation.path("responses").properties().stream()
                                .anyMatch(response -> response.getKey().startsWith("2")),
                        operation.toString());
            }
        }
    }

    @Test
    void probesAnswerAsTheDocumentSays() {
        var contract = new Contract(document);
        var broken = new AtomicBoolean();
        var probes = new HealthServlet(List.of(new Component("db", () -> {
            if (broken.get()) {
                throw new IOException("planned");
            }
        })));
        try (var server = EdgeServer.start("/some/context", Map.of("/health", probes, "/ready", probes))) {
            contract.assertGives("GET /health", server.get("/health"));
            contract.assertGives("GET /ready", server.get("/ready"));
            broken.set(true);
            var failing = server.get("/ready");
            contract.assertGives("GET /ready", failing);
            assertEquals(503, failing.statusCode());
        }
    }

    @Test
    void everyReferenceLeadsToASchema() {
        for (JsonNode reference : document.findValues("$ref")) {
            String pointer = reference.asText().substring(1);
            assertFalse(document.at(pointer).isMissingNode(), reference.asText());
        }
    }

    @Test
    void everyPathParameterIsDescribed() {
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            long inPath = path.getKey().chars().filter(c -> c == '{').count();
            for (JsonNode operation : path.getValue()) {
                long described = operation.path("parameters").findValuesAsText("in").stream()
                        .filter("path"::equals)
                        .count();
                assertEquals(inPath, described, path.getKey());
            }
        }
    }

    @Test
    void secretsGoInAndOnlyOnceOut() {
        JsonNode schemas = document.at("/components/schemas");

        assertEquals(
                "password",
                schemas.at("/LoginRequest/properties/password/format").asText());
        assertFalse(schemas.at("/AppPasswordDto/properties").has("password"));
        assertFalse(schemas.at("/UserDto/properties").has("password"));
    }

    @Test
    void nullIsAllowedWhereItMeansSomething() {
        assertEquals(
                "[\"integer\",\"null\"]",
                document.at("/components/schemas/QuotaRequest/properties/quota_bytes/type")
                        .toString());
        assertEquals(
                "[\"boolean\",\"null\"]",
                document.path("paths")
                        .path("/api/drives/{id}/policies")
                        .at("/patch/requestBody/content/application~1json/schema/additionalProperties/type")
                        .toString());
    }

    /** Run with {@code -Dopenapi.write=true} to renew the copy after a change. */
    @Test
    void copyInTheDocumentationIsTheSame() throws IOException {
        String current = text.replace("\"version\" : \"1.2.3\"", "\"version\" : \"\"") + "\n";
        if (Boolean.getBoolean("openapi.write")) {
            Files.createDirectories(COPY.getParent());
            Files.writeString(COPY, current);
        }

        assertEquals(Files.readString(COPY, StandardCharsets.UTF_8), current);
    }
}
