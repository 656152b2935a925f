package io.oxicloud.dav;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.files.LockKind;
import io.oxicloud.files.LockRequest;
import io.oxicloud.files.Node;
import io.oxicloud.files.PropertyChange;
import io.oxicloud.files.PropertyName;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PROPFIND over HTTP. */
class PropfindTest extends InFreshFolder {
    private static final PropertyName COLOR = new PropertyName("urn:x", "color");
    private static final String ALL_OF_A_FILE =
            "{DAV:}resourcetype {DAV:}displayname {DAV:}creationdate {DAV:}getlastmodified {DAV:}getetag"
                    + " {DAV:}getcontentlength {DAV:}getcontenttype {DAV:}lockdiscovery {DAV:}supportedlock";

    PropfindTest() {
        super(1_000L);
    }

    // W-02
    @Test
    void aFolderWithoutASlashIsListedAtOnce() {
        anna.put(folder + "/a", "x");

        for (String path : new String[] {folder, folder + "/"}) {
            Multistatus answer = Multistatus.of(anna.send("PROPFIND", path, "Depth", "1"));
            assertEquals(List.of(href, href + "a"), answer.hrefs());
        }
    }

    @Test
    void aFileHasTheLivePropertiesOfTheStandard() {
        anna.put(folder + "/notes.txt", "hello");

        Multistatus answer = Multistatus.of(anna.send("PROPFIND", folder + "/notes.txt", "Depth", "0"));

        String file = href + "notes.txt";
        assertEquals(List.of(file), answer.hrefs());
        assertEquals(Map.of(200, List.of(ALL_OF_A_FILE.split(" ", -1))), answer.names(file));
        assertEquals("notes.txt", answer.text(file, "{DAV:}displayname"));
        assertEquals("2026-03-01T10:00:00Z", answer.text(file, "{DAV:}creationdate"));
        assertEquals("Sun, 01 Mar 2026 10:00:00 GMT", answer.text(file, "{DAV:}getlastmodified"));
        assertEquals("5", answer.text(file, "{DAV:}getcontentlength"));
        assertEquals("text/plain", answer.text(file, "{DAV:}getcontenttype"));
        assertEquals("", answer.text(file, "{DAV:}resourcetype"));
        assertEquals("", answer.text(file, "{DAV:}lockdiscovery"));
        assertEquals(DavClient.header(anna.get(folder + "/notes.txt"), "ETag"), answer.text(file, "{DAV:}getetag"));
    }

    @Test
    void aFolderIsACollectionWithRoom() {
        anna.put(folder + "/a", "hello");

        Multistatus answer = Multistatus.of(anna.send("PROPFIND", folder, "Depth", "0"));

        assertTrue(answer.markup(href, "{DAV:}resourcetype").contains("collection"));
        assertEquals("httpd/unix-directory", answer.text(href, "{DAV:}getcontenttype"));
        assertEquals("0", answer.text(href, "{DAV:}getcontentlength"));
        assertEquals(files.tree.get(annaUser, id).etag(), answer.text(href, "{DAV:}getetag"));
        long used = Long.parseLong(answer.text(href, "{DAV:}quota-used-bytes"));
        assertEquals(1_000, used + Long.parseLong(answer.text(href, "{DAV:}quota-available-bytes")));
        assertTrue(used >= 5);
    }

    @Test
    void withoutALimitThereIsNoAvailableRoom() {
        var drive = files.drive(benUser, "Boundless");
        files.write(benUser, new NodeId(drive.value()), "a", "12345");
        String path = "/webdav/@drive/Boundless/";

        Multistatus answer = Multistatus.of(propfind(
                new DavClient(served.server, "/app", "ben"),
                path,
                "0",
                "<D:prop><D:quota-used-bytes/><D:quota-available-bytes/></D:prop>"));

        assertEquals("5", answer.text("/app" + path, "{DAV:}quota-used-bytes"));
        assertEquals(List.of("{DAV:}quota-available-bytes"), answer.names("/app" + path, 404));
    }

    @Test
    void whatIsNotThereIsNamedWithItsNamespace() {
        Multistatus answer = prop(
                folder,
                "<D:getetag/><D:quota/><x xmlns=\"\"/><o:fileid xmlns:o=\"http://owncloud.org/ns\"/>"
                        + "<q:color xmlns:q=\"urn:x&amp;y&quot;\"/><D:quota-used-bytes/>");

        assertEquals(
                Map.of(
                        200,
                        List.of("{DAV:}getetag", "{DAV:}quota-used-bytes"),
                        404,
                        List.of("{}x", "{urn:x&y\"}color", "{DAV:}quota", "{http://owncloud.org/ns}fileid")),
                answer.names(href));
    }

    @Test
    void nothingAskedIsAnsweredWithAnEmptyPropstat() {
        assertEquals(Map.of(), prop(folder, "").names(href));
    }

    @Test
    void deadPropertiesAreFoundByNameAndAmongAll() {
        String markup = "<c:color xmlns:c=\"urn:x\" xml:lang=\"de\">r\u00f6t<b xmlns=\"urn:b\" a=\"1\"/></c:color>";
        patch(id, PropertyChange.set(COLOR, markup));
        anna.put(folder + "/a", "x");

        for (String asked : new String[] {
            "<D:allprop/>",
            "<D:prop><color xmlns=\"urn:x\"/><size xmlns=\"urn:x\"/></D:prop>",
            "<D:allprop/><D:include><size xmlns=\"urn:x\"/></D:include>"
        }) {
            Multistatus answer = Multistatus.of(propfind(anna, folder, "1", asked));
            assertEquals("r\u00f6t", answer.text(href, "{urn:x}color"));
            assertTrue(answer.markup(href, "{urn:x}color").contains("<b xmlns=\"urn:b\" a=\"1\"/>"));
            assertTrue(answer.markup(href, "{urn:x}color").contains("xml:lang=\"de\""));
            assertFalse(answer.has(href + "a", "{urn:x}color"));
            assertEquals(asked.contains("size") ? List.of("{urn:x}size") : List.of(), answer.names(href, 404));
            assertEquals(asked.contains("allprop"), answer.has(href + "a", "{DAV:}getetag"));
        }
    }

    @Test
    void propnameNamesEverythingAndSaysNothing() {
        patch(id, PropertyChange.set(COLOR, "<c:color xmlns:c=\"urn:x\">red</c:color>"));
        anna.put(folder + "/a", "x");

        Multistatus answer = Multistatus.of(propfind(anna, folder, "1", "<D:propname/>"));

        List<String> ofFolder = answer.names(href, 200);
        assertTrue(ofFolder.containsAll(List.of(ALL_OF_A_FILE.split(" ", -1))));
        assertTrue(ofFolder.containsAll(List.of(
                "{urn:x}color",
                "{DAV:}quota-used-bytes",
                "{DAV:}quota-available-bytes",
                "{DAV:}current-user-principal",
                "{DAV:}resource-id",
                "{urn:schemas-microsoft-com:}Win32LastModifiedTime")));
        List<String> ofFile = answer.names(href + "a", 200);
        assertTrue(!ofFile.contains("{urn:x}color") && !ofFile.contains("{DAV:}quota-used-bytes"));
        assertEquals("", answer.text(href, "{DAV:}getetag") + answer.text(href, "{urn:x}color"));
    }

    @Test
    void allpropLeavesOutWhatIsCostlyUnlessItIsIncluded() {
        Multistatus all = Multistatus.of(propfind(anna, folder, "0", "<D:allprop/>"));
        Multistatus included = Multistatus.of(
                propfind(anna, folder, "0", "<D:allprop/><D:include><D:owner/><D:getetag/><D:nothing/></D:include>"));

        assertFalse(all.has(href, "{DAV:}owner"));
        assertEquals(List.of(), all.names(href, 404));
        assertTrue(included.markup(href, "{DAV:}owner").contains("href"));
        assertEquals(
                1,
                included.names(href, 200).stream()
                        .filter("{DAV:}getetag"::equals)
                        .count());
        assertEquals(List.of("{DAV:}nothing"), included.names(href, 404));
    }

    @Test
    void aLockIsShownWithItsRootAndOwner() {
        String owner = "<o:owner xmlns:o=\"DAV:\"><o:href>mailto:a&amp;b</o:href></o:owner>";
        files.tree.createFolder(annaUser, id, "sub");
        Node file = files.write(annaUser, id, "b c", "x").node();
        var deep = new LockRequest(LockKind.SHARED, true, owner, null);
        files.locks.take(annaUser, id, deep, Precondition.NONE);
        var flat = new LockRequest(LockKind.SHARED, false, "", null);
        String token =
                files.locks.take(annaUser, file.id(), flat, Precondition.NONE).token();

        Multistatus answer =
                Multistatus.of(propfind(anna, folder, "1", "<D:prop><D:lockdiscovery/><D:supportedlock/></D:prop>"));
        Multistatus alone = prop(folder + "/b%20c", "<D:lockdiscovery/>");

        for (String each : new String[] {href, href + "sub/"}) {
            String locks = answer.markup(each, "{DAV:}lockdiscovery");
            assertTrue(locks.contains("infinity") && locks.contains("mailto:a&amp;b"), locks);
            assertTrue(locks.contains("<D:lockroot><D:href>" + href + "</D:href></D:lockroot>"), locks);
            assertTrue(locks.matches(".*<D:timeout>Second-1(7..|800)</D:timeout>.*"), locks);
        }
        for (Multistatus each : List.of(answer, alone)) {
            String locks = each.markup(href + "b%20c", "{DAV:}lockdiscovery");
            assertTrue(locks.contains("<D:locktoken><D:href>" + token + "</D:href></D:locktoken>"), locks);
            assertTrue(locks.contains("<D:lockroot><D:href>" + href + "b%20c</D:href></D:lockroot>"), locks);
            assertTrue(locks.contains("<D:lockroot><D:href>" + href + "</D:href></D:lockroot>"), locks);
        }
        assertTrue(answer.markup(href, "{DAV:}supportedlock").contains("<D:shared/>"));
    }

    @Test
    void whoAsksAndWhatHeMayDoIsToldByName() {
        String asked = "<D:current-user-principal/><D:current-user-privilege-set/><D:owner/><D:supported-report-set/>"
                + "<D:supported-method-set/><D:resource-id/>";
        anna.put(folder + "/a", "x");

        Multistatus mine = Multistatus.of(propfind(anna, folder, "1", "<D:prop>" + asked + "</D:prop>"));

        String principal = "/app/caldav/principals/" + annaUser.id() + "/";
        assertEquals(principal, mine.text(href, "{DAV:}current-user-principal"));
        assertEquals(principal, mine.text(href, "{DAV:}owner"));
        assertEquals("urn:uuid:" + id, mine.text(href, "{DAV:}resource-id"));
        String privileges = mine.markup(href, "{DAV:}current-user-privilege-set");
        for (String privilege : List.of("read", "write", "write-properties", "write-content", "bind", "unbind")) {
            assertTrue(privileges.contains("<D:privilege><D:" + privilege + "/></D:privilege>"), privileges);
        }
        assertTrue(mine.markup(href, "{DAV:}supported-report-set").contains("sync-collection"));
        assertEquals("", mine.text(href + "a", "{DAV:}supported-report-set"));
        String allow = DavClient.header(anna.send("OPTIONS", folder), "Allow");
        String methods = mine.markup(href, "{DAV:}supported-method-set");
        for (String method : List.of(allow.split(", ", -1))) {
            assertTrue(methods.contains("<D:supported-method name=\"" + method + "\"/>"), methods);
        }
    }

    @Test
    void aReaderHasOnlyTheRightToRead() {
        var drive = files.drive(benUser, "Library" + folders);
        files.ground.give(
                io.oxicloud.access.Subject.of(annaUser.id()),
                io.oxicloud.access.Resource.of(drive),
                io.oxicloud.access.Role.VIEWER,
                null);
        String path = "/webdav/@drive/" + drive + "/";

        Multistatus answer = prop(path, "<D:current-user-privilege-set/>");

        String privileges = answer.markup("/app" + path, "{DAV:}current-user-privilege-set");
        assertTrue(privileges.contains("<D:read/>") && !privileges.contains("write"), privileges);
    }

    // W-18, W-19, W-20
    @Test
    void everyNameLeadsBackToItsFile() {
        List<String> names = List.of(
                "This & that",
                "a<b",
                "say \"hi\"",
                "it's",
                "t #:?3.txt",
                "100%.txt",
                "%25.txt",
                "_%_du",
                "a+b.txt",
                "a b.txt",
                "a;b=c",
                "\u00e4\u20ac\ud83d\ude00",
                "]]>",
                "[x]{y}^`|");
        names.forEach(name -> files.write(annaUser, id, name, "of " + name));

        Multistatus answer = Multistatus.of(anna.send("PROPFIND", folder, "Depth", "1"));

        assertEquals(names.size() + 1, answer.hrefs().size());
        for (String each : answer.hrefs().subList(1, names.size() + 1)) {
            String name = answer.text(each, "{DAV:}displayname");
            assertTrue(names.contains(name), name);
            assertEquals(href + name, URI.create(each).getPath());
            assertEquals(
                    "of " + name,
                    new String(
                            anna.get(each.substring("/app".length())).body().getBytes(StandardCharsets.ISO_8859_1),
                            StandardCharsets.UTF_8));
        }
        assertTrue(answer.hrefs().contains(href + "t%20%23:%3F3.txt"));
    }

    // W-32
    @ParameterizedTest
    @ValueSource(strings = {"infinity", "Infinity", " INFINITY"})
    void infiniteDepthIsRefused(String depth) {
        var answer = anna.send("PROPFIND", folder, "Depth", depth);

        assertEquals(403, answer.statusCode());
        assertTrue(answer.body().contains("propfind-finite-depth"), answer.body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "", "one", "1,noroot", "-1"})
    void anyOtherDepthIsRefused(String depth) {
        assertEquals(400, anna.send("PROPFIND", folder, "Depth", depth).statusCode());
    }

    @Test
    void withoutADepthTheChildrenAreListed() {
        anna.put(folder + "/a", "x");

        assertEquals(2, Multistatus.of(anna.send("PROPFIND", folder)).hrefs().size());
        assertEquals(
                1,
                Multistatus.of(anna.send("PROPFIND", folder, "Depth", "0"))
                        .hrefs()
                        .size());
        assertEquals(
                1, Multistatus.of(anna.send("PROPFIND", folder + "/a")).hrefs().size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no xml",
                "<propfind/>",
                "<D:propfind xmlns:D=\"DAV:\"/>",
                "<D:propfind xmlns:D=\"DAV:\"><D:foo/></D:propfind>",
                "<D:propfind xmlns:D=\"DAV:\"><D:prop/><D:allprop/></D:propfind>",
                "<D:propfind xmlns:D=\"DAV:\"><D:prop/><D:include/></D:propfind>",
                "<D:propfind xmlns:D=\"DAV:\"><D:prop><x:y xmlns:x=\"\"/></D:prop></D:propfind>",
                "<D:propertyupdate xmlns:D=\"DAV:\"/>"
            })
    void aBodyThatAsksForNothingIsRefused(String body) {
        assertEquals(
                400,
                anna.send("PROPFIND", folder, BodyPublishers.ofString(body)).statusCode());
    }

    // S-01
    @Test
    void aDocumentTypeIsRefused() {
        var answer = anna.send(
                "PROPFIND",
                folder,
                BodyPublishers.ofString(
                        "<?xml version=\"1.0\"?><!DOCTYPE p [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
                                + "<p:propfind xmlns:p=\"DAV:\"><p:prop><a xmlns=\"u:\">&x;</a></p:prop></p:propfind>"),
                "Depth",
                "0");

        assertEquals(400, answer.statusCode());
        assertTrue(!answer.body().contains("root:"));
    }

    @Test
    void tooLargeABodyIsRefused() {
        String large = "<D:propfind xmlns:D=\"DAV:\"><D:prop>" + " ".repeat(1 << 20) + "</D:prop></D:propfind>";

        assertEquals(
                413,
                anna.send("PROPFIND", folder, BodyPublishers.ofString(large)).statusCode());
    }

    // W-17
    @Test
    void whatTheFinderLooksForIsJustNotThere() {
        assertEquals(
                404,
                anna.send("PROPFIND", folder + "/._photo.png", "Depth", "0").statusCode());
        assertEquals(201, anna.put(folder + "/._photo.png", "x".repeat(100)).statusCode());
        assertEquals(201, anna.put(folder + "/.DS_Store", "x").statusCode());
        assertEquals(
                404, anna.send("PROPFIND", folder + "/.DS_Store/", "Depth", "0").statusCode());
        Multistatus quota = prop(folder, "<D:quota-available-bytes/><D:quota-used-bytes/>");
        assertEquals(2, quota.names(href, 200).size());
    }

    @Test
    void everyReadableDriveIsInTheListOfDrivesOnce() {
        var one = files.drive(annaUser, "Twins");
        files.drive(annaUser, "Twins");
        files.drive(benUser, "Hidden");
        files.write(annaUser, new NodeId(one.value()), "a", "1234");

        for (String path : new String[] {"/webdav/@drive", "/webdav/@drive/"}) {
            Multistatus answer = Multistatus.of(anna.send("PROPFIND", path, "Depth", "1"));
            String list = "/app/webdav/@drive/";
            assertEquals(list, answer.hrefs().get(0));
            assertTrue(answer.markup(list, "{DAV:}resourcetype").contains("collection"));
            assertTrue(answer.has(list, "{DAV:}quota-used-bytes"));
            assertEquals(
                    files.drives.readable(annaUser).size() + 1, answer.hrefs().size());
            assertTrue(answer.hrefs().stream().noneMatch(each -> each.contains("Hidden")));
            for (var drive : files.drives.readable(annaUser)) {
                String root = list + drive.segment() + "/";
                assertEquals(drive.name(), answer.text(root, "{DAV:}displayname"));
                Multistatus self = Multistatus.of(anna.send("PROPFIND", root.substring("/app".length()), "Depth", "0"));
                assertEquals(List.of(root), self.hrefs());
                assertEquals(answer.text(root, "{DAV:}getetag"), self.text(root, "{DAV:}getetag"));
                assertEquals(answer.text(root, "{DAV:}quota-used-bytes"), self.text(root, "{DAV:}quota-used-bytes"));
            }
        }
        Multistatus alone = Multistatus.of(anna.send("PROPFIND", "/webdav/@drive/", "Depth", "0"));
        assertEquals(List.of("/app/webdav/@drive/"), alone.hrefs());
    }

    @Test
    void othersFindNothing() {
        String path = "/webdav/@drive/" + files.drives.readable(annaUser).get(0).id() + "/" + folder.substring(8);

        assertEquals(
                404,
                new DavClient(served.server, "/app", "ben")
                        .send("PROPFIND", path)
                        .statusCode());
        assertEquals(404, anna.send("PROPFIND", folder + "/missing").statusCode());
    }

    private void patch(NodeId node, PropertyChange... steps) {
        files.properties.patch(annaUser, node, List.of(steps), Precondition.NONE);
    }

    private Multistatus prop(String path, String names) {
        return Multistatus.of(propfind(anna, path, "0", "<D:prop>" + names + "</D:prop>"));
    }

    private static HttpResponse<String> propfind(DavClient anna, String path, String depth, String choice) {
        String body =
                "<?xml version=\"1.0\" encoding=\"utf-8\"?><D:propfind xmlns:D=\"DAV:\">" + choice + "</D:propfind>";
        return anna.send("PROPFIND", path, BodyPublishers.ofString(body), "Depth", depth);
    }
}
