package io.oxicloud.app.launch;

import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.ContextConfig;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.http2.Http2Protocol;
import org.jspecify.annotations.Nullable;

/** The embedded Tomcat with the product as its one application. */
public final class Server {
    private static final String PUNCTUATION = "\"<>[\\]^`{|}";
    private static final int LARGEST_HEADER = 64 * 1024;
    /** Bytes of a posted form; PUT and multipart bodies are streamed and have limits of their own. */
    private static final int LARGEST_FORM = 2 * 1024 * 1024;

    /** Kept, because loggers that nobody holds are forgotten together with their level. */
    private final Logger containerLog = Logger.getLogger("org.apache.catalina");

    private final Tomcat tomcat = new Tomcat();
    private final Connector connector;
    private final StandardContext application;
    private volatile @Nullable String refusal;

    private Server(Path data, Path webapp, String host, int port, String context) throws java.io.IOException {
        Path base = Files.createDirectories(data.resolve("run").resolve("tomcat"));
        tomcat.setBaseDir(base.toString());
        tomcat.getHost()
                .setAppBase(Files.createDirectories(base.resolve("webapps")).toString());
        tomcat.getHost().setAutoDeploy(false);
        tomcat.getHost().getPipeline().addValve(plainErrors());
        ((StandardHost) tomcat.getHost()).setUnpackWARs(false);
        connector = connector(host, port);
        tomcat.setConnector(connector);
        application = application(webapp, context);
        tomcat.getHost().addChild(application);
    }

    /**
     * Starts, says so, and returns when the server has been stopped.
     *
     * @param attributes what the application finds in its servlet context
     * @throws StartException with a sentence for the person who started it
     */
    public static void run(
            Path data, Path webapp, String host, int port, String context, Map<String, Object> attributes)
            throws Exception {
        var server = new Server(data, webapp, host, port, context);
        attributes.forEach(server.application.getServletContext()::setAttribute);
        server.start(host, port);
        Runtime.getRuntime().addShutdownHook(new Thread(server::stop, "shutdown"));
        new Announcement(host, server.connector.getLocalPort(), context)
                .whenReady(() -> server.connector.getState() == LifecycleState.STARTED);
        server.tomcat.getServer().await();
    }

    private void start(String host, int port) throws StartException, LifecycleException {
        Consumer<String> refused = reason -> {
            refusal = reason;
            containerLog.setLevel(Level.OFF); // it would follow with two stack traces that say no more
        };
        application.getServletContext().setAttribute("io.oxicloud.launch.refused", refused);
        try {
            tomcat.init(); // binds the port before the application opens anything
        } catch (LifecycleException e) {
            throw new StartException(portProblem(e, host, port));
        }
        tomcat.start();
        String reason = refusal;
        if (reason != null) {
            stop();
            throw new StartException(reason);
        }
        if (application.getState() != LifecycleState.STARTED || connector.getState() != LifecycleState.STARTED) {
            stop();
            throw new StartException("the log above says why");
        }
    }

    private void stop() {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            containerLog.log(Level.WARNING, "server.stop.failed", e);
        }
    }

    private static String portProblem(Throwable failure, String host, int port) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return "port " + port + " on " + host + " cannot be listened on (" + cause.getMessage()
                        + "); choose another one with --port";
            }
        }
        return "cannot listen on " + host + ":" + port + " (" + failure.getMessage() + ")";
    }

    private static Connector connector(String host, int port) {
        var connector = new Connector("HTTP/1.1");
        connector.setThrowOnFailure(true);
        connector.setPort(port);
        connector.setProperty("address", host);
        connector.setURIEncoding("UTF-8");
        connector.setMaxPostSize(LARGEST_FORM);
        // The application takes getRequestURI() apart by itself, segment by segment.
        connector.setEncodedSolidusHandling("passthrough");
        connector.setEncodedReverseSolidusHandling("passthrough");
        connector.setProperty("relaxedPathChars", PUNCTUATION);
        connector.setProperty("relaxedQueryChars", PUNCTUATION);
        // No 100 Continue before the application has looked at the credentials.
        connector.setProperty("continueResponseTiming", "onRead");
        connector.setProperty("maxHttpRequestHeaderSize", Integer.toString(LARGEST_HEADER));
        // A refused upload is read to its end, or its client would see a reset instead of the answer.
        connector.setProperty("maxSwallowSize", "-1");
        connector.setProperty("compression", "on");
        connector.setProperty(
                "compressibleMimeType",
                "text/html,text/css,text/plain,text/xml,text/javascript,application/javascript,application/json,"
                        + "application/xml,image/svg+xml");
        connector.addUpgradeProtocol(new Http2Protocol());
        return connector;
    }

    /** Tells nobody which server this is, or where in it something failed. */
    private static ErrorReportValve plainErrors() {
        var valve = new ErrorReportValve();
        valve.setShowReport(false);
        valve.setShowServerInfo(false);
        return valve;
    }

    /** Not {@code Tomcat.addWebapp}: that adds a JSP servlet, which needs a compiler for it. */
    private static StandardContext application(Path webapp, String path) {
        var context = new StandardContext();
        context.setPath(path);
        context.setName(path);
        context.setDocBase(webapp.toString());
        context.setUnpackWAR(false);
        context.setParentClassLoader(Server.class.getClassLoader());
        // The JVM ends with the application: no hunting for what it leaves behind.
        context.setClearReferencesRmiTargets(false);
        context.setClearReferencesThreadLocals(false);
        context.addLifecycleListener(event -> {
            if (Lifecycle.BEFORE_START_EVENT.equals(event.getType())) {
                var files = Tomcat.addServlet(context, "default", new DefaultServlet());
                files.setLoadOnStartup(1);
                files.setOverridable(true);
                files.addMapping("/");
                Tomcat.addDefaultMimeTypeMappings(context);
            }
        });
        var configuration = new ContextConfig();
        configuration.setDefaultWebXml(new Tomcat().noDefaultWebXmlPath());
        context.addLifecycleListener(configuration);
        return context;
    }
}
