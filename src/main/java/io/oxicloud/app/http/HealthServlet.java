package io.oxicloud.app.http;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The probes, for load balancers and whoever watches: {@code /health} says that the process lives, {@code /ready} that it can
 * serve. They are public, so a failing {@code /ready} names the component only; the reason is in the log.
 */
public final class HealthServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(HealthServlet.class);
    private static final String RETRY_SECONDS = "5";

    private final transient List<Component> components;
    /** The component that failed the last time, so that an outage is two log lines and not one per probe. */
    private final transient AtomicReference<String> failing = new AtomicReference<>("");

    public HealthServlet(List<Component> components) {
        this.components = List.copyOf(components);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getServletPath().equals("/health")) {
            send(response, HttpServletResponse.SC_OK, "{\"status\":\"ok\"}");
            return;
        }
        Optional<Component> failed = components.stream().filter(c -> !works(c)).findFirst();
        if (failed.isPresent()) {
            response.setHeader("Retry-After", RETRY_SECONDS);
            send(
                    response,
                    HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                    "{\"status\":\"unavailable\",\"component\":\""
                            + failed.get().name() + "\"}");
            return;
        }
        String before = failing.getAndSet("");
        if (!before.isEmpty()) {
            LOG.info("ready.again component={}", before);
        }
        String all =
                components.stream().map(c -> ",\"" + c.name() + "\":\"ok\"").collect(Collectors.joining());
        send(response, HttpServletResponse.SC_OK, "{\"status\":\"ok\"" + all + "}");
    }

    private boolean works(Component component) {
        try {
            component.check().run();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (Exception e) {
            if (!component.name().equals(failing.getAndSet(component.name()))) {
                LOG.error("ready.lost component={}", component.name(), e);
            }
            return false;
        }
    }

    private static void send(HttpServletResponse response, int status, String body) throws IOException {
        response.setStatus(status);
        response.setContentType("application/json");
        response.setHeader("Cache-Control", "no-store");
        response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    }
}
