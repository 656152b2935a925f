package io.oxicloud.app.launch;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import org.apache.catalina.loader.WebappLoader;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.catalina.webresources.StandardRoot;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.modeler.Registry;
import org.jspecify.annotations.Nullable;

/** The embedded Tomcat with the product as its one application. */
public final class Server {
    private static final String PUNCTUATION = "\"<>[\\]^`{|}";
    private static final int LARGEST_HEADER = 64 * 1024;
    /** Bytes of a posted form; PUT and multipart bodies are streamed and have limits of their own. */
    private static final int LARGEST_FORM = 2 * 1024 * 1024;

    private static final int WRITTEN_AT_ONCE = 32 * 1024;
    /** For which a client may send nothing while a body is read (docs/storage.md). */
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(1);

    /** All that web.xml tells other servers. */
    private static final String PRODUCT = "io.oxicloud.app.Boot";

    private static final int SPARE_THREADS = 10;

    /**
     * What connections may take.
     *
     * @param threads that answer requests
     * @param leftoverBytes of a body that the application does not want, before the connection is closed
     * @param leftoverTime for those bytes
     */
    record Bounds(int threads, long leftoverBytes, Duration leftoverTime) {
        static final Bounds DEFAULTS = new Bounds(200, 8L * 1024 * 1024, Duration.ofSeconds(10));
    }

    /** Kept, because loggers that nobody holds are forgotten together with their level. */
    private final Logger containerLog = Logger.getLogger("org.apache.catalina");

    private final Endpoint endpoint;
    private final Tomcat tomcat;
    private final Connector connector;
    private final StandardContext application;
    private volatile @Nullable String refusal;

    Server(Path data, Path webapp, ClassIndex classes, Endpoint endpoint, String context, Bounds bounds)
            throws IOException {
        this.endpoint = endpoint;
        Registry.disableRegistry(); // nobody looks at its beans, and their descriptions take long to read
        tomcat = new Tomcat();
        Path base = Files.createDirectories(data.resolve("run").resolve("tomcat"));
        tomcat.setBaseDir(base.toString());
        tomcat.getHost()
                .setAppBase(Files.createDirectories(base.resolve("webapps")).toString());
        tomcat.getHost().setAutoDeploy(false);
        tomcat.getHost().getPipeline().addValve(plainErrors());
        ((StandardHost) tomcat.getHost()).setUnpackWARs(false);
        tomcat.getEngine().getPipeline().addValve(new LeftoverValve(bounds.leftoverBytes(), bounds.leftoverTime()));
        connector = connector(endpoint, bounds);
        tomcat.setConnector(connector);
        var product = new UnpackedClassLoader(classes, Server.class.getClassLoader());
        application = application(webapp, product, context);
        tomcat.getHost().addChild(application);
    }

    /**
     * Starts, says so, and returns when the server has been stopped.
     *
     * @param index the {@link ClassIndex} of {@code webapp}
     * @param host what {@code address} was called
     * @param attributes what the application finds in its servlet context
     * @throws StartException with a sentence for the person who started it
     */
    public static void run(
            Path data,
            Path webapp,
            Path index,
            String host,
            InetAddress address,
            int port,
            String context,
            Map<String, Object> attributes)
            throws Exception {
        var endpoint = new Endpoint(host, address, port);
        var server = new Server(data, webapp, ClassIndex.read(index, webapp), endpoint, context, Bounds.DEFAULTS);
        server.application.addApplicationListener(PRODUCT);
        attributes.forEach(server.application.getServletContext()::setAttribute);
        server.start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::stop, "shutdown"));
        new Announcement(endpoint, server.port(), context)
                .whenReady(() -> server.connector.getState() == LifecycleState.STARTED);
        server.tomcat.getServer().await();
    }

    StandardContext application() {
        return application;
    }

    /** The one that it listens on. */
    int port() {
        return connector.getLocalPort();
    }

    void start() throws StartException, LifecycleException {
        Consumer<String> refused = reason -> {
            refusal = reason;
            containerLog.setLevel(Level.OFF); // it would follow with two stack traces that say no more
        };
        application.getServletContext().setAttribute("io.oxicloud.launch.refused", refused);
        try {
            tomcat.init(); // binds the port before the application opens anything
        } catch (LifecycleException e) {
            throw new StartException(portProblem(e));
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

    void stop() {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            containerLog.log(Level.WARNING, "server.stop.failed", e);
        }
    }

    private String portProblem(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return "port " + endpoint.port() + " on " + endpoint.host() + " cannot be listened on ("
                        + cause.getMessage() + "); choose another one with --port or --host";
            }
        }
        return "cannot listen on " + endpoint.host() + ":" + endpoint.port() + " (" + failure.getMessage() + ")";
    }

    private static Connector connector(Endpoint endpoint, Bounds bounds) {
        var connector = new Connector("HTTP/1.1");
        connector.setThrowOnFailure(true);
        connector.setPort(endpoint.port());
        set(connector, "address", endpoint.address().getHostAddress());
        set(connector, "maxThreads", Integer.toString(bounds.threads()));
        set(connector, "minSpareThreads", Integer.toString(Math.min(bounds.threads(), SPARE_THREADS)));
        set(connector, "connectionTimeout", Long.toString(LONGEST_SILENCE.toMillis()));
        connector.setURIEncoding("UTF-8");
        connector.setMaxPostSize(LARGEST_FORM);
        // The application takes getRequestURI() apart by itself, segment by segment.
        connector.setEncodedSolidusHandling("passthrough");
        connector.setEncodedReverseSolidusHandling("passthrough");
        set(connector, "relaxedPathChars", PUNCTUATION);
        set(connector, "relaxedQueryChars", PUNCTUATION);
        // No 100 Continue before the application has looked at the credentials.
        set(connector, "continueResponseTiming", "onRead");
        set(connector, "maxHttpRequestHeaderSize", Integer.toString(LARGEST_HEADER));
        // What LeftoverValve leaves to it is small or in error.
        set(connector, "maxSwallowSize", Long.toString(bounds.leftoverBytes()));
        // What a thread hands to the network at once, from where the network takes it without another copy.
        set(connector, "socket.appWriteBufSize", Integer.toString(WRITTEN_AT_ONCE));
        set(connector, "socket.directBuffer", "true");
        set(connector, "compression", "on");
        set(
                connector,
                "compressibleMimeType",
                "text/html,text/css,text/plain,text/xml,text/javascript,application/javascript,application/json,"
                        + "application/xml,image/svg+xml");
        connector.addUpgradeProtocol(new Http2Protocol());
        return connector;
    }

    /** A connector that does not take a value only says so, and goes on with its own. */
    private static void set(Connector connector, String name, String value) {
        if (!connector.setProperty(name, value)) {
            throw new IllegalStateException("the connector does not take " + name + "=" + value);
        }
    }

    /** Tells nobody which server this is, or where in it something failed. */
    private static ErrorReportValve plainErrors() {
        var valve = new ErrorReportValve();
        valve.setShowReport(false);
        valve.setShowServerInfo(false);
        return valve;
    }

    /** Classes have their own loader, and there are no pages in jars; opening all of them again takes long. */
    private static StandardRoot withoutJars(StandardContext context) {
        return new StandardRoot(context) {
            @Override
            protected void processWebInfLib() {
                // see above
            }
        };
    }

    /** Not {@code Tomcat.addWebapp}: that adds a JSP servlet, which needs a compiler for it. */
    private static StandardContext application(Path webapp, ClassLoader product, String path) {
        var context = new StandardContext();
        context.setPath(path);
        context.setName(path);
        context.setDocBase(webapp.toString());
        context.setUnpackWAR(false);
        context.setParentClassLoader(Server.class.getClassLoader());
        var loader = new WebappLoader();
        loader.setLoaderInstance(new ApplicationClassLoader(product));
        context.setLoader(loader);
        context.setResources(withoutJars(context));
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
        context.addLifecycleListener(new Tomcat.FixContextListener()); // in the place of one that reads descriptors
        return context;
    }
}
