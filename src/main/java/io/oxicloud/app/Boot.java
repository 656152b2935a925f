package io.oxicloud.app;

import io.oxicloud.app.settings.SettingException;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Starts and stops the product with its web application. Named in web.xml, the only class that a container makes; it registers
 * all others, so that they get what they need in their constructors.
 */
public final class Boot implements ServletContextListener {
    private static final Logger LOG = LoggerFactory.getLogger(Boot.class);
    private static final String NEEDED = "jakarta.persistence.PersistenceConfiguration";

    /** Given by {@code java -jar}: takes the sentence that says why there is no start. */
    private static final String REFUSED = "io.oxicloud.launch.refused";

    /** Given by {@code java -jar}: takes whom its log asks for the current request's id. */
    private static final String REQUEST_ID = "io.oxicloud.launch.requestId";

    private @Nullable Deployed deployed;

    @Override
    public void contextInitialized(ServletContextEvent event) {
        ServletContext context = event.getServletContext();
        try {
            requirePersistence();
            nameRequestsInLog(context);
            deployed = Deployed.start(context);
        } catch (StartFailure | SettingException e) {
            refuse(context, String.valueOf(e.getMessage()));
        } catch (RuntimeException | LinkageError e) {
            LOG.error("start.failed", e);
            refuse(context, "an unexpected error, which the log describes (" + e + ")");
        }
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        if (deployed != null) {
            deployed.close();
            deployed = null;
        }
    }

    private static void refuse(ServletContext context, String sentence) {
        if (context.getAttribute(REFUSED) instanceof Consumer<?>) {
            @SuppressWarnings("unchecked") // ours, from another class loader
            var refused = (Consumer<String>) context.getAttribute(REFUSED);
            refused.accept(sentence);
        } else {
            LOG.error("start.refused reason={}", sentence);
        }
        throw new StartFailure(sentence);
    }

    private static void nameRequestsInLog(ServletContext context) {
        if (context.getAttribute(REQUEST_ID) instanceof Consumer<?>) {
            @SuppressWarnings("unchecked") // ours, from another class loader
            var log = (Consumer<Supplier<@Nullable String>>) context.getAttribute(REQUEST_ID);
            log.accept(() -> MDC.get(io.oxicloud.app.http.RequestIdFilter.KEY));
        }
    }

    /** WildFly before EE 11 puts its older API in front of ours unless a descriptor forbids it; in an EAR only the EAR's counts. */
    private static void requirePersistence() {
        try {
            Class.forName(NEEDED, false, Boot.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new StartFailure(
                    "this server puts an older Jakarta Persistence in front of the one in the WAR. In an EAR on"
                            + " WildFly, add to META-INF/jboss-deployment-structure.xml of the EAR, inside"
                            + " <jboss-deployment-structure xmlns=\"urn:jboss:deployment-structure:1.3\">: "
                            + "<sub-deployment name=\"oxicloud.war\"><exclude-subsystems><subsystem name=\"jpa\"/>"
                            + "<subsystem name=\"jaxrs\"/><subsystem name=\"weld\"/><subsystem name=\"batch-jberet\"/>"
                            + "<subsystem name=\"bean-validation\"/><subsystem name=\"ejb3\"/><subsystem name=\"jsf\"/>"
                            + "<subsystem name=\"webservices\"/></exclude-subsystems><dependencies>"
                            + "<module name=\"jdk.unsupported\"/></dependencies></sub-deployment>, and the same content in"
                            + " <deployment>");
        }
    }
}
