package io.oxicloud.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;

/** Answers are somebody's own and of this moment: no cache keeps them unless a handler has said otherwise. */
final class NoStore implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        response.getHeaders().computeIfAbsent(HttpHeaders.CACHE_CONTROL, name -> List.of("no-store"));
    }
}
