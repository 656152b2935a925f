package io.oxicloud.rest;

import io.oxicloud.account.Client;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;

/**
 * What a request tells of the machine it comes from. What proxies tell has been weighed before: a filter in front puts a
 * trusted proxy's word into the request's own address and scheme.
 */
final class Clients {
    private static final String ATTRIBUTE = "io.oxicloud.rest.client";

    private Clients() {}

    /** Leaves the client where JAX-RS filters find it: they see the servlet request's attributes, but not the request. */
    static void keep(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, of(request));
    }

    static Client of(ContainerRequestContext request) {
        if (request.getProperty(ATTRIBUTE) instanceof Client client) {
            return client;
        }
        throw new IllegalStateException("the request did not come through the servlet");
    }

    static Client of(HttpServletRequest request) {
        return new Client(request.getRemoteAddr(), request.getHeader("User-Agent"), request.isSecure());
    }
}
