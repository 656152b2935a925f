package io.oxicloud.rest;

import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.webresources.DirResourceSet;
import org.apache.catalina.webresources.StandardRoot;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** Servlets of ours in an embedded Tomcat on a free port of the loopback address, and a client for them. */
public final class EdgeServer implements AutoCloseable {
    private final Tomcat tomcat = new Tomcat();
    private final HttpClient client =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
    private final Path folder;
    private final String contextPath;

    private EdgeServer(String contextPath, Map<String, Servlet> servlets, List<Filter> filters) throws IOException {
        this.contextPath = contextPath;
        this.folder = Files.createTempDirectory("edge");
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().setProperty("continueResponseTiming", "onRead"); // as the launcher has it
        Context context = tomcat.addContext(
                contextPath, Path.of("src/main/webapp").toAbsolutePath().toString());
        var resources = new StandardRoot(context);
        addBuiltAssets(resources);
        context.setResources(resources);
        servlets.forEach((pattern, servlet) -> {
            Wrapper wrapper = Tomcat.addServlet(context, "servlet " + pattern, servlet);
            wrapper.setAsyncSupported(true);
            wrapper.addMapping(pattern);
        });
        for (Filter filter : filters) {
            add(context, filter);
        }
    }

    /** The WAR has them beside those of the source folder. */
    private static void addBuiltAssets(StandardRoot resources) {
        resources.addPreResources(new DirResourceSet(
                resources, "/", Path.of("target/web-assets").toAbsolutePath().toString(), "/"));
    }

    private static void add(Context context, Filter filter) {
        var definition = new FilterDef();
        definition.setFilterName(filter.getClass().getName());
        definition.setFilter(filter);
        context.addFilterDef(definition);
        var mapping = new FilterMap();
        mapping.setFilterName(definition.getFilterName());
        mapping.addURLPattern("/*");
        context.addFilterMap(mapping);
    }

    public static EdgeServer start(String contextPath, Map<String, Servlet> servlets, Filter... filters) {
        try {
            var server = new EdgeServer(contextPath, servlets, List.of(filters));
            server.tomcat.start();
            return server;
        } catch (IOException | LifecycleException e) {
            throw new IllegalStateException("the test server does not start", e);
        }
    }

    public int port() {
        return tomcat.getConnector().getLocalPort();
    }

    /** For requests that no decent client sends. */
    public Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port());
    }

    /** @param path below the context path, with its leading slash */
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + contextPath + path);
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path));
    }

    public HttpResponse<String> send(HttpRequest.Builder request) {
        return send(request, HttpResponse.BodyHandlers.ofString());
    }

    public <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
        try {
            return client.send(request.build(), handler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public HttpResponse<String> get(String path) {
        return send(request(path));
    }

    public HttpResponse<String> post(String path, String json) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    @Override
    public void close() {
        try {
            tomcat.stop();
            tomcat.destroy();
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        } catch (IOException | LifecycleException e) {
            throw new IllegalStateException("the test server does not stop", e);
        }
    }
}
