package io.oxicloud.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;

/** Lets administrators through, and only with a session: a password kept in some program must not run the server. */
final class AdminGate implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getMethod().equals("OPTIONS")) {
            return;
        }
        Caller caller = Caller.of(request.getSecurityContext());
        if (caller.channel() == Caller.Channel.BASIC) {
            request.abortWith(Refusal.answer(Failure.FORBIDDEN, "Administration needs a session, not a password"));
        } else if (!caller.actor().admin()) {
            request.abortWith(Refusal.answer(Failure.FORBIDDEN, "Administrators only"));
        }
    }
}
