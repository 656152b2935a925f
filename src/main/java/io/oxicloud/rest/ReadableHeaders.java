package io.oxicloud.rest;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;

/** Refuses headers that the choice of a handler needs and cannot read; Jersey itself would answer without a word. */
@PreMatching
final class ReadableHeaders implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
        read(HttpHeaders.CONTENT_TYPE, request::getMediaType);
        read(HttpHeaders.ACCEPT, request::getAcceptableMediaTypes);
    }

    private static void read(String name, Runnable reading) {
        try {
            reading.run();
        } catch (ProcessingException | IllegalArgumentException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the header " + name + " cannot be read", e);
        }
    }
}
