package io.oxicloud.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Response;

/** Gives a successful answer the status that its {@link Operation} declares. */
record DeclaredStatus(int status) implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (response.getStatus() == Response.Status.OK.getStatusCode()) {
            response.setStatus(status);
        }
    }
}
