package io.oxicloud.dav;

import static io.oxicloud.dav.DavClient.header;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.account.Identity;
import io.oxicloud.account.NewAppPassword;
import io.oxicloud.account.Scope;
import io.oxicloud.account.SetupToken;
import io.oxicloud.account.Via;
import io.oxicloud.base.Actor;
import io.oxicloud.db.Engine;
import io.oxicloud.files.TestFiles;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What answers at the address that {@code current-user-principal} names. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PrincipalServletTest {
    private static final String PRINCIPAL = "{DAV:}current-user-principal";

    private final ServedFiles served = new ServedFiles("/app", new TestFiles(Engine.H2));
    private final Actor.User annaUser = served.account("anna", null, false);
    private final Actor.User benUser = served.account("ben", null, false);
    private final DavClient anna = new DavClient(served.server, "/app", "anna");
    private final String mine = "/caldav/principals/" + annaUser.id() + "/";

    @AfterAll
    void close() {
        served.close();
    }

    @Test
    void whoAsksWhoHeIsFindsHimself() {
        String body = "<D:propfind xmlns:D='DAV:'><D:prop><D:current-user-principal/></D:prop></D:propfind>";
        var root = Multistatus.of(anna.send("PROPFIND", "/webdav/", BodyPublishers.ofString(body), "Depth", "0"));
        String address = root.text("/app/webdav/", PRINCIPAL);
        assertEquals("/app" + mine, address);

        Multistatus self = find(
                "<D:displayname/><D:resourcetype/><D:principal-URL/><D:current-user-principal/><D:alternate-URI-set/>"
                        + "<D:group-membership/><x:y xmlns:x='urn:x'/><D:getetag/>");

        assertEquals(List.of(address), self.hrefs());
        assertEquals("anna", self.text(address, "{DAV:}displayname"));
        assertTrue(self.markup(address, "{DAV:}resourcetype").contains("principal"));
        assertFalse(self.markup(address, "{DAV:}resourcetype").contains("collection"));
        assertEquals(address, self.text(address, "{DAV:}principal-URL"));
        assertEquals(address, self.text(address, PRINCIPAL));
        assertEquals("", self.text(address, "{DAV:}group-membership"));
        assertEquals(
                List.of("{DAV:}getetag", "{urn:x}y"),
                self.names(address, 404).stream().sorted().toList());
    }

    @Test
    void whatIsOfRfc3744IsForWhoAsksByName() {
        String address = "/app" + mine;
        Multistatus all = Multistatus.of(anna.send("PROPFIND", mine));
        Multistatus names =
                Multistatus.of(anna.send("PROPFIND", mine, BodyPublishers.ofString(propfind("<D:propname/>"))));
        Multistatus more = Multistatus.of(anna.send(
                "PROPFIND",
                mine.substring(0, mine.length() - 1),
                BodyPublishers.ofString(propfind("<D:allprop/><D:include><D:principal-URL/><D:acl/></D:include>"))));

        assertEquals(List.of("{DAV:}displayname", "{DAV:}resourcetype"), all.names(address, 200));
        assertEquals(6, names.names(address, 200).size());
        assertEquals(
                List.of("{DAV:}displayname", "{DAV:}resourcetype", "{DAV:}principal-URL"), more.names(address, 200));
        assertEquals(List.of("{DAV:}acl"), more.names(address, 404));
    }

    @Test
    void othersAreNotThere() {
        HttpResponse<String> ben = anna.send("PROPFIND", "/caldav/principals/" + benUser.id() + "/");
        HttpResponse<String> nobody = anna.send("PROPFIND", "/caldav/principals/" + UUID.randomUUID() + "/");

        assertEquals(404, ben.statusCode());
        assertEquals(ben.body(), nobody.body());
        for (String path : List.of(
                "", "anna/", annaUser.id() + "/x", annaUser.id().toString().toUpperCase(Locale.ROOT))) {
            assertEquals(
                    404, anna.send("PROPFIND", "/caldav/principals/" + path).statusCode(), path);
        }
    }

    @Test
    void whatIsAskedWrongIsRefused() throws Exception {
        HttpResponse<String> infinite = anna.send("PROPFIND", mine, "Depth", "infinity");
        HttpResponse<String> changed = anna.send("PROPPATCH", mine);
        HttpResponse<String> options = anna.send("OPTIONS", mine);

        assertEquals(403, infinite.statusCode());
        assertTrue(infinite.body().contains("propfind-finite-depth"), infinite.body());
        assertEquals(207, anna.send("PROPFIND", mine, "Depth", "1").statusCode());
        assertEquals(400, anna.send("PROPFIND", mine, "Depth", "x").statusCode());
        assertEquals(
                400,
                anna.send("PROPFIND", mine, BodyPublishers.ofString("<x/>")).statusCode());
        assertEquals(
                400,
                anna.send("PROPFIND", mine, BodyPublishers.ofString("<!DOCTYPE a><a/>"))
                        .statusCode());
        assertEquals(405, changed.statusCode());
        assertEquals("OPTIONS, PROPFIND", header(changed, "Allow"));
        assertEquals(200, options.statusCode());
        assertEquals("OPTIONS, PROPFIND", header(options, "Allow"));
        String stranger = new DavClient(served.server, "/app", "nobody").raw("PROPFIND", mine, "");
        assertTrue(stranger.startsWith("HTTP/1.1 401"), stranger);
        assertTrue(stranger.contains("WWW-Authenticate: Basic"), stranger);
    }

    /** An app password counts for what it was made for. */
    @Test
    void credentialsAreForTheirSurface() {
        var files = new DavClient(served.server, "/app", "anna", appPassword(Scope.WEBDAV));
        var calendars = new DavClient(served.server, "/app", "anna", appPassword(Scope.CALDAV));

        assertEquals(207, files.send("PROPFIND", "/webdav/", "Depth", "0").statusCode());
        assertEquals(403, files.send("PROPFIND", mine).statusCode());
        assertEquals(207, calendars.send("PROPFIND", mine).statusCode());
        assertEquals(403, calendars.send("PROPFIND", "/webdav/", "Depth", "0").statusCode());
        assertEquals(403, calendars.send("PROPFIND", "/", "Depth", "0").statusCode());
    }

    private String appPassword(Scope scope) {
        var session = new Identity(annaUser, Scope.ALL, Via.SESSION, null);
        return served.files
                .ground
                .doors
                .accounts(List.of(), () -> Long.MAX_VALUE, SetupToken.of("token"))
                .appPasswords()
                .create(session, new NewAppPassword(scope.label(), Set.of(scope), null))
                .secret()
                .reveal();
    }

    private Multistatus find(String names) {
        String body = propfind("<D:prop>" + names + "</D:prop>");
        return Multistatus.of(anna.send("PROPFIND", mine, BodyPublishers.ofString(body), "Depth", "0"));
    }

    private static String propfind(String inside) {
        return "<D:propfind xmlns:D='DAV:'>" + inside + "</D:propfind>";
    }
}
