package io.oxicloud.dav;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Precondition;
import io.oxicloud.files.ManyNodes;
import io.oxicloud.files.Node;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** REPORT sync-collection over HTTP. */
class SyncReportTest extends InFreshFolder {
    private static final String ETAG = "<D:prop><D:getetag/></D:prop>";

    @Test
    void theFirstReportListsAllMembersAndTheNextNothing() {
        anna.put(folder + "/a", "x");
        anna.send("MKCOL", folder + "/b");

        Multistatus all = report("");

        assertEquals(List.of(href + "a", href + "b/"), all.hrefs());
        assertEquals(DavClient.header(anna.get(folder + "/a"), "ETag"), all.text(href + "a", "{DAV:}getetag"));
        assertTrue(all.syncToken().matches("http://oxicloud.local/ns/sync/" + id + "/[0-9a-f]+/2"), all.syncToken());
        Multistatus none = report(all.syncToken());
        assertEquals(List.of(), none.hrefs());
        assertEquals(all.syncToken(), none.syncToken());
    }

    @Test
    void whatChangedIsThereWithItsPropertiesAndWhatLeftIsNotFound() {
        anna.put(folder + "/deleted", "x");
        anna.put(folder + "/old%20name", "x");
        anna.put(folder + "/written", "x");
        anna.put(folder + "/untouched", "x");
        anna.send("MKCOL", folder + "/collection");
        String token = report("").syncToken();

        anna.send("DELETE", folder + "/deleted");
        anna.send("DELETE", folder + "/collection");
        anna.send("MOVE", folder + "/old%20name", "Destination", "/app" + folder + "/new%20name");
        anna.put(folder + "/written", "y");
        anna.send("MKCOL", folder + "/made");
        Multistatus answer = report(token);

        assertEquals(
                List.of(
                        href + "deleted",
                        href + "collection/",
                        href + "old%20name",
                        href + "new%20name",
                        href + "written",
                        href + "made/"),
                answer.hrefs());
        assertEquals(
                List.of(404, 404, 404, 0, 0, 0),
                answer.hrefs().stream().map(answer::status).toList());
        assertEquals(Map.of(200, List.of("{DAV:}getetag")), answer.names(href + "new%20name"));
    }

    @Test
    void propertiesAreThoseOfAPropfind() {
        anna.put(folder + "/a", "x");
        anna.send(
                "PROPPATCH",
                folder + "/a",
                BodyPublishers.ofString("<propertyupdate xmlns='DAV:'><set><prop><c xmlns='urn:x'>blue</c></prop></set>"
                        + "</propertyupdate>"));

        Multistatus answer = Multistatus.of(
                send(question("", "<D:prop><D:getcontentlength/><c xmlns='urn:x'/><d xmlns='urn:x'/></D:prop>")));

        assertEquals(
                Map.of(200, List.of("{DAV:}getcontentlength", "{urn:x}c"), 404, List.of("{urn:x}d")),
                answer.names(href + "a"));
        assertEquals("blue", answer.text(href + "a", "{urn:x}c"));
    }

    /** RFC 6578 section 3.6. */
    @Test
    void aLimitEndsTheAnswerAndTheTokenGoesOnFromThere() {
        for (int i = 0; i < 5; i++) {
            anna.put(folder + "/" + i, "x");
        }

        for (String begin : List.of("", report("").syncToken())) {
            for (int i = 0; i < 5 && !begin.isEmpty(); i++) {
                anna.put(folder + "/" + i, "y");
            }
            List<String> seen = new ArrayList<>();
            String token = begin;
            boolean more = true;
            while (more) {
                Multistatus answer = Multistatus.of(send(question(token, limit("2") + ETAG)));
                List<String> hrefs = new ArrayList<>(answer.hrefs());
                more = hrefs.remove(href);
                assertEquals(!more, hrefs.size() < 2);
                if (more) {
                    assertEquals(507, answer.status(href));
                    assertEquals("{DAV:}number-of-matches-within-limits", answer.error(href));
                }
                seen.addAll(hrefs);
                token = answer.syncToken();
            }
            assertEquals(List.of(href + 0, href + 1, href + 2, href + 3, href + 4), seen);
            assertEquals(List.of(), report(token).hrefs());
        }
    }

    @Test
    void aLimitThatIsNotReachedIsNotMentioned() {
        anna.put(folder + "/a", "x");

        for (String limit : List.of("1", "2", "99999999999999999999")) {
            assertEquals(
                    List.of(href + "a"),
                    Multistatus.of(send(question("", limit(limit) + ETAG))).hrefs());
        }
    }

    /** The RFC wants 0, its drafts wanted 1, and some clients say nothing. */
    @Test
    void oneLevelIsReportedWhateverTheDepthAndNoMoreThanOne() {
        anna.put(folder + "/a", "x");

        for (String[] depth : new String[][] {{}, {"Depth", "0"}, {"Depth", "1"}}) {
            assertEquals(
                    List.of(href + "a"),
                    Multistatus.of(send(question("", ETAG), depth)).hrefs());
        }
        refused(403, "sync-traversal-supported", send(question("", ETAG), "Depth", "infinity"));
        String level = "<D:sync-level>infinite</D:sync-level>";
        refused(403, "sync-traversal-supported", send(question("", level + ETAG)));
    }

    @Test
    void aFileHasNoMembersAndNothingNone() {
        anna.put(folder + "/a", "x");

        assertEquals(409, member("/a", question("", ETAG)).statusCode());
        assertEquals(404, member("/b", question("", ETAG)).statusCode());
        assertEquals(404, member("/a/", question("", ETAG)).statusCode());
        Node hidden = files.tree.createFolder(benUser, files.home(benUser), "hidden " + folder.length() + folders);
        String path = "/webdav/@drive/" + hidden.drive() + "/" + hidden.name().replace(" ", "%20");
        assertEquals(404, sendTo(path, question("", ETAG)).statusCode());
        refused(403, "supported-report", sendTo("/webdav/@drive/", question("", ETAG)));
    }

    @Test
    void aTokenThatCannotBeGoneOnFromIsRefusedByName() {
        anna.put(folder + "/a", "x");
        anna.send("MKCOL", folder + "/b");
        String token = report("").syncToken();
        String other = Multistatus.of(member("/b", question("", ETAG))).syncToken();

        for (String bad : List.of("1", "urn:x", other, token + "9", token.replaceFirst("/2$", "/3"), token + "/3")) {
            refused(403, "valid-sync-token", send(question(bad, ETAG)));
        }
    }

    @Test
    void anotherReportIsRefusedByName() {
        for (String name : List.of("expand-property", "propfind", "SYNC-COLLECTION")) {
            refused(403, "supported-report", send("<D:" + name + " xmlns:D='DAV:'/>"));
        }
        refused(403, "supported-report", send("<sync-collection xmlns='urn:x'/>"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<",
                "<D:sync-collection xmlns:D='DAV:'/>",
                "<D:sync-collection xmlns:D='DAV:'><D:sync-token/><D:sync-level>2</D:sync-level></D:sync-collection>",
                "<D:sync-collection xmlns:D='DAV:'><D:sync-token/><D:limit/></D:sync-collection>",
                "<D:sync-collection xmlns:D='DAV:'><D:sync-token/><D:limit><D:nresults>-1</D:nresults></D:limit>"
                        + "</D:sync-collection>"
            })
    void whatIsNoQuestionIsRefused(String body) {
        assertEquals(400, send(body).statusCode());
    }

    @Test
    void noResultsAreNoAnswer() {
        refused(507, "number-of-matches-within-limits", send(question("", limit("0") + ETAG)));
    }

    @Test
    void aFolderHasItsTokenAsAPropertyForWhoAsksByName() {
        anna.send("MKCOL", folder + "/b");
        anna.put(folder + "/a", "x");
        String body = "<propfind xmlns='DAV:'><prop><sync-token/><supported-report-set/></prop></propfind>";

        Multistatus answer = Multistatus.of(anna.send("PROPFIND", folder, BodyPublishers.ofString(body), "Depth", "1"));

        String token = "{DAV:}sync-token";
        assertEquals(report("").syncToken(), answer.text(href, token));
        assertEquals(Multistatus.of(member("/b", question("", ETAG))).syncToken(), answer.text(href + "b/", token));
        assertNotEquals(answer.text(href, token), answer.text(href + "b/", token));
        assertFalse(answer.has(href + "a", token));
        assertTrue(answer.markup(href, "{DAV:}supported-report-set").contains("sync-collection"));
        assertFalse(answer.markup(href + "a", "{DAV:}supported-report-set").contains("sync-collection"));
        assertFalse(Multistatus.of(anna.send("PROPFIND", folder, "Depth", "0")).has(href, token));
    }

    /** RFC 6578 section 5. */
    @Test
    void aChangeCanBeMadeToDependOnAToken() {
        String path = folder + "/a";
        String condition = "<" + href + "> (<" + report("").syncToken() + ">)";

        assertEquals(201, anna.put(path, "x", "If", condition).statusCode());
        assertEquals(412, anna.put(path, "y", "If", condition).statusCode());
        assertEquals(412, anna.send("MKCOL", folder + "/b", "If", condition).statusCode());
        assertEquals(
                204,
                anna.put(path, "y", "If", "(<DAV:no-lock>) (Not <" + report("").syncToken() + ">)")
                        .statusCode());
        String now = "<" + report("").syncToken() + ">";
        assertEquals(
                201,
                anna.send("MKCOL", folder + "/b", "If", "<" + href + "> (" + now + ")")
                        .statusCode());
        assertEquals(412, anna.send("DELETE", folder, "If", "(" + now + ")").statusCode());
        assertEquals(204, anna.send("DELETE", folder, "If", "(Not " + now + ")").statusCode());
    }

    @Test
    void theTokenIsKeptByTheServer() {
        String body =
                "<propertyupdate xmlns='DAV:'><set><prop><sync-token>x</sync-token></prop></set></propertyupdate>";

        Multistatus answer = Multistatus.of(anna.send("PROPPATCH", folder, BodyPublishers.ofString(body)));

        assertEquals(List.of("{DAV:}sync-token"), answer.names(href, 403));
    }

    /** Page by page: two statements for each, one more for the locks of its members, and what the request costs by itself. */
    @ParameterizedTest
    @CsvSource({"2500, 3", "4500, 5"})
    void aLargeFolderIsListedPageByPage(int members, int pages) {
        Node parent = files.tree.get(annaUser, id);
        ManyNodes.in(files, annaUser, parent, parent, members);
        report("");
        List<Integer> seen = new ArrayList<>();

        long statements = files.statements(
                () -> seen.add(Multistatus.of(send(question("", "<D:prop><D:getetag/><D:lockdiscovery/></D:prop>")))
                        .hrefs()
                        .size()));

        assertEquals(List.of(members), seen);
        assertTrue(statements <= 3L * pages + 3, "statements: " + statements);
    }

    @Test
    void aFolderThatWentAwayIsNoFolderWithoutMembers() {
        String token = report("").syncToken();
        files.tree.delete(annaUser, id, Precondition.NONE);

        assertEquals(404, send(question(token, ETAG)).statusCode());
    }

    private Multistatus report(String token) {
        return Multistatus.of(send(question(token, ETAG)));
    }

    private static String question(String token, String rest) {
        return "<D:sync-collection xmlns:D='DAV:'><D:sync-token>" + token + "</D:sync-token>" + rest
                + "</D:sync-collection>";
    }

    private static String limit(String results) {
        return "<D:limit><D:nresults>" + results + "</D:nresults></D:limit>";
    }

    private HttpResponse<String> send(String body, String... headers) {
        return anna.send("REPORT", folder, BodyPublishers.ofString(body), headers);
    }

    private HttpResponse<String> member(String below, String body) {
        return sendTo(folder + below, body);
    }

    private HttpResponse<String> sendTo(String path, String body) {
        return anna.send("REPORT", path, BodyPublishers.ofString(body));
    }

    private static void refused(int status, String condition, HttpResponse<String> answer) {
        assertEquals(status, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains("<D:error xmlns:D=\"DAV:\"><D:" + condition + ">"), answer.body());
    }
}
