package io.oxicloud.dav;

import io.oxicloud.access.TestGround;
import io.oxicloud.account.NewUser;
import io.oxicloud.account.UserView;
import io.oxicloud.app.http.NothingServlet;
import io.oxicloud.base.Actor;
import io.oxicloud.base.Secret;
import io.oxicloud.files.TestFiles;
import io.oxicloud.rest.EdgeServer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Files, accounts and the edge over real HTTP that shows them. */
final class ServedFiles implements AutoCloseable {
    static final String PASSWORD = "correct horse battery";

    final TestFiles files;
    final EdgeServer server;

    /** @param files closed with this */
    ServedFiles(String contextPath, TestFiles files) {
        this.files = files;
        var edge = new DavServlet(doors(), DavSettings.DEFAULTS);
        server = EdgeServer.start(
                contextPath,
                Map.of("/webdav/*", edge, "/caldav/principals/*", edge.principals(), "/", new NothingServlet()),
                edge.rootFilter());
    }

    DavServlet.Doors doors() {
        return new DavServlet.Doors(
                files.ground.doors.signIn(),
                files.ground.accounts(),
                files.drives,
                files.tree,
                files.locks,
                files.properties,
                files.sync);
    }

    /** An account with {@link #PASSWORD}. */
    Actor.User account(String name, @Nullable Long quotaBytes, boolean external) {
        var user = new NewUser(
                name, name + "@example.org", new Secret(PASSWORD), UserView.Role.USER, quotaBytes, true, external);
        return new Actor.User(
                files.ground.accounts().create(TestGround.ADMIN, user).id(), false, external);
    }

    @Override
    public void close() {
        server.close();
        files.close();
    }
}
