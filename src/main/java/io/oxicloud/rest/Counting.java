package io.oxicloud.rest;

import io.oxicloud.account.limit.LimitSettings.Limit;
import io.oxicloud.account.limit.RateLimits;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import java.time.Duration;

/** Counts the calls of each resource that is {@link Counted}: what a long body costs is asked before it is read. */
final class Counting implements DynamicFeature {
    private final RateLimits limits;

    Counting(RateLimits limits) {
        this.limits = limits;
    }

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        Counted counted = resource.getResourceClass().getAnnotation(Counted.class);
        if (counted != null) {
            var limit = new Limit(counted.value(), counted.perMinute(), Duration.ofMinutes(1));
            context.register(new Counter(limits, limit), Priorities.AUTHORIZATION + 1);
        }
    }

    /** Stands behind the guards, for it counts who they let through. */
    record Counter(RateLimits limits, Limit limit) implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            limits.count(limit, Caller.actor(request.getSecurityContext()).id().toString());
        }
    }
}
