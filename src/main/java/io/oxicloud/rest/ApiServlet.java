package io.oxicloud.rest;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.internal.inject.AbstractBinder;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import org.glassfish.jersey.servlet.ServletContainer;

/** JAX-RS as one servlet for {@code /api/*}: what is handed in here is all there is, nothing is looked up. */
final class ApiServlet extends ServletContainer {
    private static final long serialVersionUID = 1L;

    ApiServlet(List<Object> providers, List<Object> resources) {
        super(config(providers, resources));
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        Clients.keep(request);
        try {
            super.service(request, response);
            Delivery.write(request, response);
        } finally {
            Delivery.end(request);
        }
    }

    private static ResourceConfig config(List<Object> providers, List<Object> resources) {
        var config = new ResourceConfig();
        providers.forEach(config::register);
        resources.forEach(resource -> config.register(resource.getClass()));
        config.register(new Instances(resources));
        config.property(CommonProperties.FEATURE_AUTO_DISCOVERY_DISABLE, true);
        config.property(CommonProperties.METAINF_SERVICES_LOOKUP_DISABLE, true);
        config.property(ServerProperties.WADL_FEATURE_DISABLE, true);
        config.property(ServerProperties.RESPONSE_SET_STATUS_OVER_SEND_ERROR, true); // no error page of the container
        return config;
    }

    /** Resources are ours, made once; registered as instances they would each be warned of as useless providers. */
    private static final class Instances extends AbstractBinder {
        private final List<Object> resources;

        Instances(List<Object> resources) {
            this.resources = resources;
        }

        @Override
        protected void configure() {
            resources.forEach(this::bindOne);
        }

        @SuppressWarnings("unchecked") // an object is an instance of its own class
        private <T> void bindOne(T resource) {
            bind(resource).to((Class<T>) resource.getClass());
        }
    }
}
