package io.oxicloud.rest;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;

/** Refuses a Cookie header that Jersey's parser chokes on, before anybody asks for a cookie. */
@PreMatching
final class ReadableCookies implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
        try {
            request.getCookies();
        } catch (IllegalArgumentException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the Cookie header cannot be read", e);
        }
    }
}
