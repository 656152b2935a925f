import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.servlets.WebdavServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.LoginConfig;
import org.apache.tomcat.util.descriptor.web.SecurityCollection;
import org.apache.tomcat.util.descriptor.web.SecurityConstraint;

/** Tomcat's own WebDAV servlet over a folder, behind Basic, on a free port that it writes into a file. */
final class TomcatWebdav {
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]).toAbsolutePath();
        var tomcat = new Tomcat();
        tomcat.setBaseDir(folder.resolve("tomcat").toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
        Context context = tomcat.addContext("", Files.createDirectories(folder.resolve("files")).toString());
        Wrapper servlet = Tomcat.addServlet(context, "webdav", new WebdavServlet());
        servlet.addInitParameter("readonly", "false");
        servlet.addInitParameter("listings", "true");
        servlet.addMapping("/*");
        tomcat.addUser("admin", arguments[1]);
        tomcat.addRole("admin", "dav");
        var all = new SecurityCollection();
        all.addPattern("/*");
        var constraint = new SecurityConstraint();
        constraint.addAuthRole("dav");
        constraint.addCollection(all);
        context.addSecurityRole("dav");
        context.addConstraint(constraint);
        context.setLoginConfig(new LoginConfig("BASIC", "files", null, null));
        context.getPipeline().addValve(new org.apache.catalina.authenticator.BasicAuthenticator());
        tomcat.start();
        Path port = folder.resolve("port");
        Files.writeString(port.resolveSibling("port.new"), Integer.toString(tomcat.getConnector().getLocalPort()));
        new File(folder.toFile(), "port.new").renameTo(port.toFile());
        tomcat.getServer().await();
    }

    private TomcatWebdav() {}
}
