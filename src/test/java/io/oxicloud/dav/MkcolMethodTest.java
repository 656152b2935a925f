package io.oxicloud.dav;

import static io.oxicloud.dav.DavClient.header;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.db.Engine;
import io.oxicloud.files.DeadProperty;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MkcolMethodTest {
    private static final String COLLECTION = "<D:resourcetype><D:collection/></D:resourcetype>";

    private final TestFiles files = new TestFiles(Engine.H2);
    private final ServedFiles served = new ServedFiles("/app", files);
    private final Actor.User user = served.account("anna", null, false);
    private final DavClient anna = new DavClient(served.server, "/app", "anna");

    @AfterAll
    void close() {
        served.close();
    }

    // W-28
    @Test
    void aBodyOfAnotherKindIsRefused() {
        assertEquals(415, mkcol("/a", "hello", "text/plain").statusCode());
        assertEquals(415, mkcol("/a", "<x/>", "application/xml").statusCode());
        assertEquals(415, mkcol("/a", "<x/>", "application/octet-stream").statusCode());
        assertEquals(
                400, mkcol("/a", "<D:mkcol xmlns:D='DAV:'>", "application/xml").statusCode());
        assertEquals(413, mkcol("/a", " ".repeat(1 << 21), "text/xml").statusCode());
        assertEquals(404, anna.send("HEAD", "/webdav/a").statusCode());
    }

    @Test
    void aFolderIsMadeWithProperties() {
        var made = mkcol(
                "/b",
                body(COLLECTION + "<X:colour xmlns:X='urn:x'>red</X:colour><X:size xmlns:X='urn:x'>9</X:size>"),
                "application/xml; charset=utf-8");

        assertEquals(201, made.statusCode());
        assertTrue(made.body().contains("<D:mkcol-response xmlns:D=\"DAV:\"><D:propstat><D:prop>"), made.body());
        assertTrue(made.body().contains("HTTP/1.1 200 OK"), made.body());
        assertEquals("application/xml;charset=utf-8", header(made, "Content-Type"));
        assertEquals(
                List.of("colour", "size"),
                properties("b").stream().map(property -> property.name().name()).toList());
        assertEquals(405, mkcol("/b", body(COLLECTION), "text/xml").statusCode());
        assertEquals(409, mkcol("/no/b", body(COLLECTION), "text/xml").statusCode());
        assertEquals(201, mkcol("/plain", body(COLLECTION), "text/xml").statusCode());
    }

    @Test
    void aPropertyThatCannotBeMakesNoFolder() {
        var refused = mkcol(
                "/c",
                body(COLLECTION + "<D:getetag>x</D:getetag><X:colour xmlns:X='urn:x'>red</X:colour>"),
                "application/xml");

        assertEquals(403, refused.statusCode());
        assertTrue(refused.body().contains("<D:getetag/>"), refused.body());
        assertTrue(refused.body().contains("HTTP/1.1 403 Forbidden"), refused.body());
        assertTrue(refused.body().contains("HTTP/1.1 424 Failed Dependency"), refused.body());
        assertEquals(404, anna.send("HEAD", "/webdav/c").statusCode());
    }

    @Test
    void onlyPlainFoldersAreMade() {
        var refused = mkcol(
                "/d",
                body(
                        "<D:resourcetype><D:collection/><C:calendar xmlns:C='urn:ietf:params:xml:ns:caldav'/></D:resourcetype>"),
                "application/xml");

        assertEquals(403, refused.statusCode());
        assertTrue(refused.body().contains("<D:valid-resourcetype></D:valid-resourcetype>"), refused.body());
        assertEquals(404, anna.send("HEAD", "/webdav/d").statusCode());
    }

    private List<DeadProperty> properties(String name) {
        Node node = files.tree.resolve(user, files.drives.readable(user).get(0).id(), List.of(name));
        return files.properties.all(user, List.of(node)).getOrDefault(node.id(), List.of());
    }

    private static String body(String properties) {
        return "<?xml version=\"1.0\"?><D:mkcol xmlns:D=\"DAV:\"><D:set><D:prop>" + properties
                + "</D:prop></D:set></D:mkcol>";
    }

    private HttpResponse<String> mkcol(String path, String body, String type) {
        return anna.send("MKCOL", "/webdav" + path, BodyPublishers.ofString(body), "Content-Type", type);
    }
}
