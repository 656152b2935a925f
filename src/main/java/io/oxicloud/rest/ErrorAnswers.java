package io.oxicloud.rest;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.function.Supplier;
import org.glassfish.jersey.server.ParamException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one place where a failure becomes an answer, of a filter or of a handler, and the one place that logs it. Thread-safe.
 *
 * <p>What nobody foresaw is a 500 whose text says nothing but the request id; the log line with that id has the rest.
 */
final class ErrorAnswers implements ExceptionMapper<Throwable> {
    private static final Logger log = LoggerFactory.getLogger(ErrorAnswers.class);

    /** No Basic here: a browser would ask for a password in a window of its own, over our sign-in page. */
    private static final String CHALLENGE = "Bearer realm=\"OxiCloud\"";

    private final Supplier<String> requestId;

    /** @param requestId of the request that the calling thread is serving */
    ErrorAnswers(Supplier<String> requestId) {
        this.requestId = requestId;
    }

    @Override
    public Response toResponse(Throwable problem) {
        if (problem instanceof CloudException own) {
            return answer(own);
        }
        if (problem instanceof ParamException parameter) {
            return answer(complaint(parameter));
        }
        if (problem instanceof NotFoundException) {
            return Response.status(Response.Status.NOT_FOUND).build(); // no such route; contract: an empty answer
        }
        if (problem instanceof WebApplicationException framework) {
            return answer(framework);
        }
        return masked(problem);
    }

    private Response answer(CloudException problem) {
        Failure failure = Failure.of(problem.code());
        if (failure == Failure.INTERNAL) {
            return masked(problem);
        }
        log(problem);
        ErrorBody body = ErrorBody.of(failure, problem);
        var response = respond(failure, body);
        if (body.retryAfterSecs() != null) {
            response.header(HttpHeaders.RETRY_AFTER, body.retryAfterSecs());
        }
        if (failure == Failure.NOT_ALLOWED) {
            response.header(HttpHeaders.ALLOW, "OPTIONS"); // RFC 9110 15.5.6: a 405 always says what is left
        }
        if (failure == Failure.UNAUTHORIZED) {
            response.header(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE);
        }
        return response.build();
    }

    private static CloudException complaint(ParamException problem) {
        String what = problem.getCause() instanceof CloudException own ? own.message() : "has a wrong value";
        return new CloudException(
                ErrorCode.INVALID_INPUT, "the parameter " + problem.getParameterName() + ": " + what, problem);
    }

    private Response answer(WebApplicationException problem) {
        Response given = problem.getResponse();
        for (Failure failure : Failure.values()) {
            if (failure.status() == given.getStatus() && failure != Failure.INTERNAL) {
                log.debug("rest.refused status={} why={}", given.getStatus(), problem.getMessage());
                return Response.fromResponse(given)
                        .type(MediaType.APPLICATION_JSON_TYPE)
                        .entity(ErrorBody.of(failure, words(failure)))
                        .build();
            }
        }
        return masked(problem);
    }

    /** Jersey's own words name Java classes. */
    private static String words(Failure failure) {
        return switch (failure) {
            case BAD_REQUEST -> "the request cannot be understood";
            case NOT_ALLOWED -> "this address does not take that method";
            case NOT_ACCEPTABLE -> "the answer is available as application/json only";
            case UNSUPPORTED_MEDIA_TYPE -> "the body must be application/json";
            case NOT_IMPLEMENTED -> "this server does not do that";
            default -> failure.kind();
        };
    }

    private Response masked(Throwable problem) {
        String id = requestId.get();
        log.error("rest.failed request={}", id, problem);
        String message = "An internal error occurred. The server's log has the details under " + id + ".";
        return respond(Failure.INTERNAL, ErrorBody.of(Failure.INTERNAL, message))
                .build();
    }

    private static void log(CloudException problem) {
        switch (problem.code().kind()) {
            case CALLER, CONFLICT -> log.debug("rest.refused code={}", problem.code(), problem);
            case LIMIT -> log.warn("rest.limited code={} why={}", problem.code(), problem.message());
            case FAULT -> log.error("rest.fault code={}", problem.code(), problem);
        }
    }

    private static Response.ResponseBuilder respond(Failure failure, ErrorBody body) {
        return Response.status(failure.status())
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(body);
    }
}
