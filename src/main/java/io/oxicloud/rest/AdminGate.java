package io.oxicloud.rest;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;

/** Lets administrators through; stands before everything below {@code /api/admin}. */
final class AdminGate implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getMethod().equals("OPTIONS")) {
            return;
        }
        if (!Caller.actor(request.getSecurityContext()).admin()) {
            throw new CloudException(ErrorCode.FORBIDDEN, "Administrators only");
        }
    }
}
