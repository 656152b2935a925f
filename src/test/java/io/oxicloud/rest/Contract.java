package io.oxicloud.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The API document used as a judge: whether what was sent and what came back is what it says. */
final class Contract {
    private final JsonNode document;

    Contract(JsonNode document) {
        this.document = document;
    }

    /** {@code GET /api/drives}; without the probes. */
    List<String> routes() {
        var routes = new ArrayList<String>();
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            if (path.getKey().startsWith("/api/")) {
                path.getValue()
                        .properties()
                        .forEach(method -> routes.add(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey()));
            }
        }
        return routes;
    }

    JsonNode operation(String route) {
        int space = route.indexOf(' ');
        return document.path("paths")
                .path(route.substring(space + 1))
                .path(route.substring(0, space).toLowerCase(Locale.ROOT));
    }

    /** Whether one of the ways to say who one is will do. */
    boolean takes(String route, String securityScheme) {
        for (JsonNode way : operation(route).path("security")) {
            if (way.has(securityScheme)) {
                return true;
            }
        }
        return false;
    }

    void assertTakes(String route, JsonNode body) {
        JsonNode schema = operation(route).at("/requestBody/content/application~1json/schema");
        var complaints = new ArrayList<String>();
        judge("body", body, schema, complaints);
        assertEquals(List.of(), complaints, () -> route + " with " + body);
    }

    void assertGives(String route, HttpResponse<String> response) {
        var complaints = new ArrayList<String>();
        JsonNode answer = operation(route).path("responses").path(String.valueOf(response.statusCode()));
        if (answer.isMissingNode()) {
            complaints.add("status " + response.statusCode() + " is not documented");
        }
        JsonNode schema = resolved(answer).at("/content/application~1json/schema");
        if (!schema.isMissingNode()) {
            judge("answer", Answers.json(response), schema, complaints);
        }
        assertEquals(List.of(), complaints, () -> route + " answered " + response.statusCode() + response.body());
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
    }

    private void judge(String place, @Nullable JsonNode value, JsonNode reference, List<String> complaints) {
        JsonNode schema = resolved(reference);
        if (schema.has("anyOf")) {
            judgeKinds(place, value, schema.path("anyOf"), complaints);
        } else if (schema.isMissingNode()) {
            complaints.add(place + " has no schema");
        } else if (!allows(schema.path("type"), type(value))) {
            complaints.add(place + " is " + type(value) + ", not " + schema.path("type"));
        } else if (value != null && value.isArray()) {
            value.forEach(item -> judge(place + "[]", item, schema.path("items"), complaints));
        } else if (value != null && value.isObject()) {
            judgeFields(place, value, schema, complaints);
        }
    }

    private void judgeKinds(String place, @Nullable JsonNode value, JsonNode kinds, List<String> complaints) {
        var all = new ArrayList<String>();
        for (JsonNode kind : kinds) {
            var some = new ArrayList<String>();
            judge(place, value, kind, some);
            if (some.isEmpty()) {
                return;
            }
            all.addAll(some);
        }
        complaints.addAll(all);
    }

    private void judgeFields(String place, JsonNode value, JsonNode schema, List<String> complaints) {
        for (JsonNode name : schema.path("required")) {
            if (!value.has(name.asText())) {
                complaints.add(place + "." + name.asText() + " is missing");
            }
        }
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            JsonNode known = schema.path("properties").path(field.getKey());
            JsonNode expected = known.isMissingNode() ? schema.path("additionalProperties") : known;
            judge(place + "." + field.getKey(), field.getValue(), expected, complaints);
        }
    }

    private static boolean allows(JsonNode types, String type) {
        for (JsonNode one : types.isArray() ? types : List.of(types)) {
            if (one.asText().equals(type) || (one.asText().equals("number") && type.equals("integer"))) {
                return true;
            }
        }
        return false;
    }

    private static String type(@Nullable JsonNode value) {
        if (value == null) {
            return "nothing";
        }
        return switch (value.getNodeType()) {
            case ARRAY -> "array";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case OBJECT -> "object";
            case STRING -> "string";
            case NULL -> "null";
            case BINARY, MISSING, POJO -> "nothing";
        };
    }
}
