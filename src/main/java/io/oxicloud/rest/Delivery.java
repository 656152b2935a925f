package io.oxicloud.rest;

import io.oxicloud.http.Answer;
import io.oxicloud.http.Body;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;

/**
 * The way of bytes past JAX-RS: a {@link Body} that a handler answers with is written by the servlet, once the headers are set.
 * JAX-RS would log a failure in the middle and end the answer as if it was whole.
 */
public final class Delivery implements ContainerResponseFilter {
    private static final String ATTRIBUTE = "io.oxicloud.rest.body";

    Delivery() {}

    /** For a handler. */
    public static Response of(Answer answer) {
        Response.ResponseBuilder response = Response.status(answer.status());
        answer.headers().forEach(response::header);
        Failure unsatisfiable = Failure.RANGE_NOT_SATISFIABLE;
        if (answer.status() == unsatisfiable.status()) {
            return response.header("Content-Length", null)
                    .type(MediaType.APPLICATION_JSON_TYPE)
                    .entity(ErrorBody.of(unsatisfiable, "nothing of what was asked lies within the file"))
                    .build();
        }
        return response.entity(answer.body()).build();
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (response.getEntity() instanceof Body body) {
            request.setProperty(ATTRIBUTE, body);
            response.setEntity(null);
        }
    }

    /** After all. */
    static void end(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Body body) {
            body.close();
        }
    }

    /** After JAX-RS. A failure leaves what only a broken connection can end. */
    static void write(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!(request.getAttribute(ATTRIBUTE) instanceof Body body)
                || request.getMethod().equals(HttpMethod.HEAD)) {
            return; // to JAX-RS a HEAD is a GET
        }
        try {
            body.writeTo(response.getOutputStream());
        } catch (RuntimeException e) {
            response.flushBuffer(); // nobody may put another answer below these headers
            throw e;
        }
    }
}
