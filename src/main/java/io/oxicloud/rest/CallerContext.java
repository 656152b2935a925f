package io.oxicloud.rest;

import jakarta.ws.rs.core.SecurityContext;

/** Carries the {@link Caller} to the handler, the JAX-RS way. */
record CallerContext(Caller caller, SecurityContext before) implements SecurityContext {
    @Override
    public Caller getUserPrincipal() {
        return caller;
    }

    @Override
    public boolean isUserInRole(String role) {
        return role.equals("admin") && caller.actor().admin();
    }

    @Override
    public boolean isSecure() {
        return before.isSecure();
    }

    @Override
    public String getAuthenticationScheme() {
        return caller.channel().name();
    }
}
