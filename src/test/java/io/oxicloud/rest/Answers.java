package io.oxicloud.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;

/** Reads what the API answered. */
final class Answers {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Answers() {}

    static JsonNode json(HttpResponse<String> response) {
        try {
            return MAPPER.readTree(response.body());
        } catch (IOException e) {
            throw new IllegalStateException("not JSON: " + response.body(), e);
        }
    }
}
