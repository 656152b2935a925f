package io.oxicloud.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What the API document says of the probes, which another servlet answers. They look at no header and no credentials. */
final class Probes {
    private Probes() {}

    /** @param paths of the document */
    static void describe(ObjectNode paths) {
        ObjectNode health = responses(paths, "health", "Whether the process lives");
        body(health.putObject("200").put("description", "It does"))
                .putArray("required")
                .add("status");
        ObjectNode ready = responses(paths, "ready", "Whether the server can serve, component by component");
        body(ready.putObject("200").put("description", "It can; every component is named with ok"))
                .putArray("required")
                .add("status");
        ObjectNode not = ready.putObject("503").put("description", "It cannot; the component that fails is named");
        not.putObject("headers")
                .putObject("Retry-After")
                .put("description", "Seconds to wait")
                .putObject("schema")
                .put("type", "integer");
        body(not).putArray("required").add("status").add("component");
    }

    private static ObjectNode responses(ObjectNode paths, String name, String summary) {
        ObjectNode operation = paths.putObject("/" + name).putObject("get");
        operation.put("summary", summary).put("operationId", "Probes." + name);
        operation.putArray("tags").add("Probes");
        operation.putArray("security");
        return operation.putObject("responses");
    }

    private static ObjectNode body(ObjectNode response) {
        ObjectNode schema = response.putObject("content")
                .putObject("application/json")
                .putObject("schema")
                .put("type", "object");
        schema.putObject("additionalProperties").put("type", "string");
        return schema;
    }
}
