package io.oxicloud.rest;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** What a filter answers before any handler has run: one field, unlike the body of a failed handler. */
record Refusal(String error) {
    /** No Basic here: a browser would ask for a password in a window of its own, over our sign-in page. */
    static final String CHALLENGE = "Bearer realm=\"OxiCloud\"";

    static Response answer(Failure failure, String error) {
        var response = Response.status(failure.status())
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(new Refusal(error));
        if (failure == Failure.UNAUTHORIZED) {
            response.header(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE);
        }
        return response.build();
    }
}
