package io.oxicloud.app;

import io.oxicloud.app.http.AccessLogFilter;
import io.oxicloud.app.http.GetOnlyFilter;
import io.oxicloud.app.http.LastResortFilter;
import io.oxicloud.app.http.RequestIdFilter;
import io.oxicloud.app.http.SecurityHeadersFilter;
import io.oxicloud.app.http.TrustedProxyFilter;
import io.oxicloud.app.settings.Setting;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import java.util.EnumSet;

/** The running product as filters and servlets of one web application. */
final class Deployed implements AutoCloseable {
    private final Cloud cloud;

    private Deployed(Cloud cloud) {
        this.cloud = cloud;
    }

    static Deployed start(ServletContext context) {
        var cloud = Cloud.start(Surroundings.real(context));
        try {
            register(context, cloud);
        } catch (RuntimeException | Error e) {
            cloud.close();
            throw e;
        }
        return new Deployed(cloud);
    }

    private static void register(ServletContext context, Cloud cloud) {
        filter(context, "request-id", new RequestIdFilter(cloud.ids()));
        filter(
                context,
                "trusted-proxy",
                new TrustedProxyFilter(cloud.settings().addressBlocks(Setting.TRUST_PROXY_CIDR)));
        filter(context, "access-log", new AccessLogFilter());
        filter(context, "security-headers", new SecurityHeadersFilter());
        filter(context, "last-resort", new LastResortFilter());
        filter(context, "dav-root", cloud.atRoot());
        cloud.mounts().forEach(mount -> servlet(context, mount));
        var getOnly = context.addFilter("get-only", new GetOnlyFilter());
        getOnly.setAsyncSupported(true);
        getOnly.addMappingForServletNames(
                EnumSet.of(DispatcherType.REQUEST),
                true,
                cloud.mounts().stream().filter(Mount::getOnly).map(Mount::name).toArray(String[]::new));
    }

    /** On every path, in the order of registration. */
    private static void filter(ServletContext context, String name, Filter filter) {
        var registration = context.addFilter(name, filter);
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/*");
    }

    private static void servlet(ServletContext context, Mount mount) {
        var registration = context.addServlet(mount.name(), mount.servlet());
        registration.setAsyncSupported(true);
        registration.setLoadOnStartup(1);
        registration.addMapping(mount.paths().toArray(String[]::new));
    }

    @Override
    public void close() {
        cloud.close();
        BorrowedThreads.release(Deployed.class.getClassLoader());
    }
}
