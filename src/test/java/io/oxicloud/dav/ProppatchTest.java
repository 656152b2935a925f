package io.oxicloud.dav;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import io.oxicloud.files.LockKind;
import io.oxicloud.files.LockRequest;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PROPPATCH over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProppatchTest {
    private static final String WINDOWS = "{urn:schemas-microsoft-com:}";

    private final TestFiles files = new TestFiles(Engine.H2);
    private final ServedFiles served = new ServedFiles("/app", files);
    private final Actor.User anna = served.account("anna", null, false);
    private final Actor.User ben = served.account("ben", null, false);
    private final DavClient client = new DavClient(served.server, "/app", "anna");
    private int folders;
    private NodeId folder = files.home(anna);
    private String path = "";
    private String href = "";
    private NodeId file = folder;

    @AfterAll
    void close() {
        served.close();
    }

    @BeforeEach
    void freshFile() {
        String name = "t" + folders++;
        folder = files.tree.createFolder(anna, files.home(anna), name).id();
        path = "/webdav/" + name + "/plan.xlsx";
        href = "/app" + path;
        file = files.write(anna, folder, "plan.xlsx", "x").node().id();
    }

    // W-04
    @Test
    void windowsSetsTimesAndAttributes() {
        String before = files.tree.get(anna, folder).etag();

        Multistatus answer = patch(windows("Tue, 05 Mar 2019 08:00:01 GMT"));

        assertEquals(
                Map.of(
                        200,
                        List.of(
                                WINDOWS + "Win32CreationTime",
                                WINDOWS + "Win32LastAccessTime",
                                WINDOWS + "Win32LastModifiedTime",
                                WINDOWS + "Win32FileAttributes")),
                answer.names(href));
        Multistatus all = Multistatus.of(client.send("PROPFIND", path, "Depth", "0"));
        assertEquals("Tue, 05 Mar 2019 08:00:01 GMT", all.text(href, "{DAV:}getlastmodified"));
        assertEquals("2019-03-05T08:00:00Z", all.text(href, "{DAV:}creationdate"));
        assertEquals("Wed, 06 Mar 2019 09:00:00 GMT", all.text(href, WINDOWS + "Win32LastAccessTime"));
        assertEquals("00000020", all.text(href, WINDOWS + "Win32FileAttributes"));
        Multistatus named = find("<Z:Win32CreationTime xmlns:Z=\"urn:schemas-microsoft-com:\"/>"
                + "<Z:Win32LastModifiedTime xmlns:Z=\"urn:schemas-microsoft-com:\"/>");
        assertEquals("Tue, 05 Mar 2019 08:00:00 GMT", named.text(href, WINDOWS + "Win32CreationTime"));
        assertEquals("Tue, 05 Mar 2019 08:00:01 GMT", named.text(href, WINDOWS + "Win32LastModifiedTime"));
        HttpResponse<String> got = client.get(path);
        assertEquals("Tue, 05 Mar 2019 08:00:01 GMT", DavClient.header(got, "Last-Modified"));
        assertEquals(all.text(href, "{DAV:}getetag"), DavClient.header(got, "ETag"));
        assertNotEquals(before, files.tree.get(anna, folder).etag());
    }

    // W-04
    @Test
    void aTimeThatIsNoneHoldsUpAllTheRest() {
        Node before = files.tree.get(anna, file);

        Multistatus answer = patch(windows("the other day"));

        assertEquals(
                Map.of(
                        409,
                        List.of(WINDOWS + "Win32LastModifiedTime"),
                        424,
                        List.of(
                                WINDOWS + "Win32CreationTime",
                                WINDOWS + "Win32LastAccessTime",
                                WINDOWS + "Win32FileAttributes")),
                answer.names(href));
        assertEquals(before, files.tree.get(anna, file));
        assertEquals(Map.of(), files.properties.all(anna, List.of(before)));
    }

    // W-05
    @Test
    void whoHoldsTheLockSaysSo() {
        var request = new LockRequest(LockKind.EXCLUSIVE, false, "", null);
        String token = files.locks.take(anna, file, request, Precondition.NONE).token();
        Node before = files.tree.get(anna, file);

        int without = send(windows("Tue, 05 Mar 2019 08:00:01 GMT")).statusCode();
        int impossible =
                send("<D:set><D:prop><D:getetag>x</D:getetag></D:prop></D:set>").statusCode();

        assertEquals(423, without);
        assertEquals(423, impossible);
        assertEquals(before, files.tree.get(anna, file));
        assertEquals(Map.of(), files.properties.all(anna, List.of(before)));
        var with = send(windows("Tue, 05 Mar 2019 08:00:01 GMT"), "If", "(<" + token + ">)");
        assertEquals(4, Multistatus.of(with).names(href, 200).size());
        assertNotEquals(before, files.tree.get(anna, file));
    }

    @Test
    void theServersOwnPropertiesAreProtectedAndNothingElseIsStored() {
        Multistatus answer = patch("<D:set><D:prop><a xmlns=\"urn:x\">1</a><D:getetag>x</D:getetag></D:prop></D:set>"
                + "<D:remove><D:prop><D:getlastmodified/><D:anything/>"
                + "<o:fileid xmlns:o=\"http://owncloud.org/ns\"/></D:prop></D:remove>");

        assertEquals(
                Map.of(
                        403,
                        List.of(
                                "{DAV:}getetag",
                                "{DAV:}getlastmodified",
                                "{DAV:}anything",
                                "{http://owncloud.org/ns}fileid"),
                        424,
                        List.of("{urn:x}a")),
                answer.names(href));
        assertEquals(List.of("{DAV:}cannot-modify-protected-property"), answer.errors(href, 403));
        assertEquals(List.of(), answer.errors(href, 424));
        assertEquals(List.of("{urn:x}a"), find("<a xmlns=\"urn:x\"/>").names(href, 404));
    }

    @Test
    void stepsAreDoneInTheOrderOfTheDocument() {
        patch("<D:set><D:prop><a xmlns=\"urn:x\">1</a><b xmlns=\"urn:x\">1</b></D:prop></D:set>");

        Multistatus answer = patch("<D:remove><D:prop><a xmlns=\"urn:x\"/><c xmlns=\"urn:x\"/></D:prop></D:remove>"
                + "<D:set><D:prop><a xmlns=\"urn:x\">2</a><b xmlns=\"urn:x\">2</b></D:prop></D:set>"
                + "<other xmlns=\"urn:x\"/>"
                + "<D:remove><D:prop><b xmlns=\"urn:x\"/></D:prop></D:remove>");

        assertEquals(Map.of(200, List.of("{urn:x}a", "{urn:x}c", "{urn:x}b")), answer.names(href));
        Multistatus found = find("<a xmlns=\"urn:x\"/><b xmlns=\"urn:x\"/>");
        assertEquals("2", found.text(href, "{urn:x}a"));
        assertEquals(List.of("{urn:x}b"), found.names(href, 404));
    }

    /** RFC 4918 section 4.3. */
    @Test
    void aValueComesBackWordByWord() {
        send("<D:set xmlns:e=\"urn:e\" xml:lang=\"de\"><D:prop><x:a xmlns:x=\"urn:x\" e:b=\"1\"> \n e:q"
                + "<y xmlns=\"urn:y\"><![CDATA[<&>]]></y>\u00e4\ud83d\ude00&#13;</x:a><empty/></D:prop></D:set>");

        Multistatus found = find("<a xmlns=\"urn:x\"/><empty/>");

        String markup = found.markup(href, "{urn:x}a");
        assertTrue(markup.contains("e:b=\"1\""), markup);
        assertTrue(markup.contains("xmlns:e=\"urn:e\""), markup);
        assertTrue(markup.contains("xml:lang=\"de\""), markup);
        assertTrue(markup.contains("<y xmlns=\"urn:y\">&lt;&amp;&gt;</y>"), markup);
        assertEquals(" \n e:q<&>\u00e4\ud83d\ude00\r", found.text(href, "{urn:x}a"));
        assertEquals("", found.text(href, "{}empty"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<D:getlastmodified>Tue, 05 Mar 2019 08:00:00 GMT</D:getlastmodified>",
                "<D:getlastmodified>2019-03-05T08:00:00Z</D:getlastmodified>",
                "<D:lastmodified>1551772800</D:lastmodified>",
                "<lastmodified xmlns=\"DAV:\">1551772800</lastmodified>"
            })
    void theTimeOfTheLastChangeCanBeSet(String property) {
        Multistatus answer = patch("<D:set><D:prop>" + property + "</D:prop></D:set>");

        assertEquals(1, answer.names(href, 200).size());
        Node node = files.tree.get(anna, file);
        assertEquals(Instant.parse("2019-03-05T08:00:00Z"), node.modified());
        assertEquals(Instant.parse("2026-03-01T10:00:00Z"), node.created());
    }

    @Test
    void theTimeOfCreationCanBeSetOfAFolder() {
        String name = path.substring(0, path.lastIndexOf('/'));
        var answer = client.send(
                "PROPPATCH",
                name,
                BodyPublishers.ofString(update(
                        "<D:set><D:prop><D:creationdate>2001-02-03T04:05:06Z</D:creationdate></D:prop></D:set>")));

        assertEquals(List.of("{DAV:}creationdate"), Multistatus.of(answer).names("/app" + name + "/", 200));
        assertEquals(
                Instant.parse("2001-02-03T04:05:06Z"),
                files.tree.get(anna, folder).created());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<D:set/>",
                "<D:set><D:prop/></D:set>",
                "<D:set><x/></D:set>",
                "<x:y/>",
                "<D:set><D:prop><x:y xmlns:x=\"\"/></D:prop></D:set>"
            })
    void aBodyThatAsksForNothingIsRefused(String steps) {
        assertEquals(400, send(steps).statusCode());
        assertEquals(400, client.send("PROPPATCH", path).statusCode());
        assertEquals(
                400,
                client.send("PROPPATCH", path, BodyPublishers.ofString("<D:propfind xmlns:D=\"DAV:\"/>"))
                        .statusCode());
    }

    // S-01
    @Test
    void aDocumentTypeIsRefused() {
        String body = "<!DOCTYPE p [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
                + update("<D:set><D:prop><a xmlns=\"urn:x\">&x;</a></D:prop></D:set>");

        assertEquals(
                400,
                client.send("PROPPATCH", path, BodyPublishers.ofString(body)).statusCode());
        assertEquals(List.of("{urn:x}a"), find("<a xmlns=\"urn:x\"/>").names(href, 404));
    }

    @Test
    void whatCannotBeAnsweredForIsRefused() {
        String set = update("<D:set><D:prop><a xmlns=\"urn:x\"/></D:prop></D:set>");
        var stranger = new DavClient(served.server, "/app", "ben");
        String byId = "/webdav/@drive/" + files.drives.readable(anna).get(0).id() + path.substring(7);

        assertEquals(
                404,
                client.send("PROPPATCH", path + "x", BodyPublishers.ofString(set))
                        .statusCode());
        assertEquals(
                404,
                stranger.send("PROPPATCH", byId, BodyPublishers.ofString(set)).statusCode());
        assertEquals(
                403,
                client.send("PROPPATCH", "/webdav/", BodyPublishers.ofString(set))
                        .statusCode());
        assertEquals(
                405,
                client.send("PROPPATCH", "/webdav/@drive/", BodyPublishers.ofString(set))
                        .statusCode());
        files.grant(ben, files.tree.get(anna, file), io.oxicloud.access.Role.VIEWER);
        assertEquals(
                403,
                stranger.send("PROPPATCH", byId, BodyPublishers.ofString(set)).statusCode());
        assertEquals(
                412,
                client.send("PROPPATCH", path, BodyPublishers.ofString(set), "If-Match", "\"x\"")
                        .statusCode());
    }

    private static String windows(String modified) {
        return "<D:set xmlns:Z=\"urn:schemas-microsoft-com:\"><D:prop>"
                + "<Z:Win32CreationTime>Tue, 05 Mar 2019 08:00:00 GMT</Z:Win32CreationTime>"
                + "<Z:Win32LastAccessTime>Wed, 06 Mar 2019 09:00:00 GMT</Z:Win32LastAccessTime>"
                + "<Z:Win32LastModifiedTime>" + modified + "</Z:Win32LastModifiedTime>"
                + "<Z:Win32FileAttributes>00000020</Z:Win32FileAttributes></D:prop></D:set>";
    }

    private Multistatus patch(String steps) {
        return Multistatus.of(send(steps));
    }

    private HttpResponse<String> send(String steps, String... headers) {
        return client.send("PROPPATCH", path, BodyPublishers.ofString(update(steps)), headers);
    }

    private static String update(String steps) {
        return "<D:propertyupdate xmlns:D=\"DAV:\">" + steps + "</D:propertyupdate>";
    }

    private Multistatus find(String names) {
        String body = "<D:propfind xmlns:D=\"DAV:\"><D:prop>" + names + "</D:prop></D:propfind>";
        return Multistatus.of(client.send("PROPFIND", path, BodyPublishers.ofString(body), "Depth", "0"));
    }
}
