package io.oxicloud.dav;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.TestGround;
import io.oxicloud.app.http.TrustedProxyFilter;
import io.oxicloud.app.settings.AddressBlocks;
import io.oxicloud.drive.Policy;
import io.oxicloud.rest.EdgeServer;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopyMoveTest extends InFreshFolder {
    // W-01
    @Test
    void aFolderIsMadeMovedAndDeletedWithoutASlash() {
        assertEquals(201, anna.send("MKCOL", folder + "/Berichte").statusCode());
        anna.put(folder + "/Berichte/a", "x");

        assertEquals(201, move("Berichte", "Reports"));

        assertEquals("x", anna.get(folder + "/Reports/a").body());
        assertEquals(404, anna.get(folder + "/Berichte/a").statusCode());
        assertEquals(204, anna.send("DELETE", folder + "/Reports").statusCode());
    }

    @Test
    void theRootOfADriveIsNotReplacedByWhatLiesInIt() {
        String file = folder + ".txt";
        anna.put(file, "x");

        for (String method : new String[] {"COPY", "MOVE"}) {
            assertEquals(
                    403, anna.send(method, file, "Destination", "/app/webdav/").statusCode(), method);
        }
        assertEquals("x", anna.get(file).body());
    }

    @Test
    void aCopyLeavesTheSourceAndAMoveDoesNot() {
        anna.put(folder + "/a", "one");

        assertEquals(201, copy("a", "b"));
        assertEquals(204, copy("a", "b", "Overwrite", "T"));
        assertEquals(201, move("a", "c"));
        assertEquals(204, move("c", "b"));

        assertEquals("one", anna.get(folder + "/b").body());
        assertEquals(404, anna.get(folder + "/a").statusCode());
        assertEquals(404, anna.get(folder + "/c").statusCode());
    }

    // W-13
    @Test
    void oneDestinationHasManySpellings() throws Exception {
        for (String destination : List.of(
                "/app" + folder + "/n%20%C3%A4.txt",
                "https://x/app" + folder + "/n%20%C3%A4.txt",
                "http://x:80/app" + folder + "/n%20%C3%A4.txt",
                "https://X:443/app" + folder + "/%6E%20%C3%A4.txt",
                "HTTPS://user@x/%61pp" + folder + "//n%20a%CC%88.txt")) {
            anna.put(folder + "/a", destination);

            String answer = anna.raw("MOVE", folder + "/a", "Destination: " + destination + "\r\n");

            assertTrue(answer.startsWith("HTTP/1.1 20"), destination + ": " + answer);
            assertEquals(destination, anna.get(folder + "/n%20%C3%A4.txt").body());
        }
    }

    // W-38
    @Test
    void reservedCharactersAreAllowedInNames() {
        assertEquals(201, anna.put(folder + "/.~lock.am%20Ende.odt%23", "x").statusCode());
        assertEquals(201, move(".~lock.am%20Ende.odt%23", "%5Ba%5D;b%3F&c%25#".replace("#", "%23")));
        assertEquals(204, anna.send("DELETE", folder + "/%5Ba%5D;b%3F&c%25%23").statusCode());
    }

    @Test
    void aDestinationElsewhereIsNotOurs() throws Exception {
        anna.put(folder + "/a", "x");

        for (String destination : List.of(
                "http://other.example.com/app" + folder + "/b",
                "http://x:8080/app" + folder + "/b",
                "http://x/other" + folder + "/b",
                "/app/api/b",
                "/b",
                "ftp://x/app" + folder + "/b")) {
            assertEquals(502, raw("MOVE", "Destination: " + destination), destination);
            assertEquals(502, raw("COPY", "Destination: " + destination), destination);
        }
        assertEquals("x", anna.get(folder + "/a").body());
    }

    // S-03
    @Test
    void aDestinationThatMakesNoSenseIsRefused() throws Exception {
        anna.put(folder + "/a", "x");

        assertEquals(400, raw("MOVE", "X: y"));
        for (String destination : List.of(
                "",
                "b",
                "../b",
                "//x/app" + folder + "/b",
                "http:///app" + folder + "/b",
                "/app" + folder + "/b?c",
                "/app" + folder + "/b#c",
                "/app" + folder + "/%zz",
                "/app" + folder + "/%c0%ae",
                "/app" + folder + "/%00",
                "/app" + folder + "/..%2F..%2Fb",
                "/app" + folder + "/%2e%2e/%2e%2e/b",
                "/app" + folder + "/../../b",
                "/app" + folder + "/../../webdav/b",
                "http://x/app/webdav/.%2e/webdav/b",
                "/app/../app" + folder + "/b",
                "/app" + folder + "/..;x/b",
                "/app" + folder + "/..%5Cb",
                "/app" + folder + "/" + "x".repeat(256))) {
            assertEquals(400, raw("MOVE", "Destination: " + destination), destination);
        }
        assertEquals(400, raw("MOVE", "Destination: /app" + folder + "/b\r\nDestination: /app" + folder + "/c"));
        assertEquals(400, raw("MOVE", "Destination: /app" + folder + "/b\r\nOverwrite: yes"));
        assertEquals(400, raw("COPY", "Destination: /app" + folder + "/b\r\nDepth: 1"));
        assertEquals(400, raw("COPY", "Destination: /app" + folder + "/b\r\nDepth: deep"));
        assertEquals("x", anna.get(folder + "/a").body());
        assertEquals(404, anna.get(folder + "/b").statusCode());
    }

    // W-24, S-03
    @Test
    void dotSegmentsAreResolvedBelowTheMountPoint() throws Exception {
        anna.put(folder + "/a", "x");
        anna.send("MKCOL", folder + "/inner");

        assertEquals(201, raw("MOVE", "Destination: /app" + folder + "/none/../inner/./b"));

        assertEquals("x", anna.get(folder + "/inner/b").body());
        anna.put(folder + "/a", "y");
        assertEquals(403, raw("COPY", "Destination: /app" + folder + "/inner/.."));
        assertTrue(anna.raw("GET", folder + "/inner/%2e%2e/inner/./b", "").startsWith("HTTP/1.1 200"));
        assertTrue(anna.raw("PROPFIND", folder + "/inner/..", "Depth: 0\r\n")
                .contains("<D:href>/app" + folder + "/</D:href>"));
    }

    // W-25
    @ParameterizedTest
    @ValueSource(strings = {"a.txt", "%61.txt", "/a.txt", "a.txt/", "./a.txt", "b/%2E%2e/a.txt"})
    void nothingIsCopiedOrMovedOntoItself(String spelling) {
        anna.put(folder + "/a.txt", "x");

        assertEquals(403, copy("a.txt", spelling, "Overwrite", "T"));
        assertEquals(403, move("a.txt", spelling, "Overwrite", "T"));

        assertEquals("x", anna.get(folder + "/a.txt").body());
    }

    // W-24
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Test/sub/Test/",
                "Test/sub/Test",
                "%54est/sub/",
                "Test/../Test/sub/",
                "x/%2e%2e/./Test/sub/",
                "Test/new",
                "Test/sub/deep/new"
            })
    void aFolderDoesNotGoIntoItself(String destination) {
        anna.send("MKCOL", folder + "/Test");
        anna.send("MKCOL", folder + "/Test/sub");
        anna.send("MKCOL", folder + "/Test/sub/deep");

        assertEquals(403, move("Test/", destination));
        assertEquals(403, copy("Test/", destination));

        assertEquals(204, anna.send("DELETE", folder + "/Test/sub/deep").statusCode());
    }

    @Test
    void nothingReplacesWhatItLiesIn() {
        anna.send("MKCOL", folder + "/Test");
        anna.send("MKCOL", folder + "/Test/sub");
        anna.put(folder + "/Test/sub/a", "x");

        assertEquals(403, move("Test/sub/a", "Test"));
        assertEquals(403, copy("Test/sub/a", "Test"));
        assertEquals(403, copy("Test/sub/a", "Test/sub/"));

        assertEquals("x", anna.get(folder + "/Test/sub/a").body());
    }

    // W-27
    @Test
    void whatIsThereIsReplacedAsAWholeOrLeftAlone() {
        anna.put(folder + "/src.txt", "new");
        anna.send("MKCOL", folder + "/old");
        anna.put(folder + "/old/a", "x");

        assertEquals(412, copy("src.txt", "old", "Overwrite", "F"));
        assertEquals(412, move("src.txt", "old", "Overwrite", "f"));
        assertEquals("x", anna.get(folder + "/old/a").body());
        assertEquals(204, copy("src.txt", "old", "Overwrite", "T"));

        assertEquals("new", anna.get(folder + "/old").body());
        assertEquals("new", anna.get(folder + "/src.txt").body());
    }

    // W-27
    @Test
    void aFolderIsCopiedWithoutItsMembersAtDepthZero() {
        anna.send("MKCOL", folder + "/src");
        anna.put(folder + "/src/a", "x");

        assertEquals(201, copy("src", "flat", "Depth", "0"));
        assertEquals(201, copy("src", "src/inside", "Depth", "0"));
        assertEquals(201, copy("src", "deep", "Depth", "Infinity"));
        assertEquals(400, move("src", "moved", "Depth", "0"));

        assertEquals(404, anna.get(folder + "/flat/a").statusCode());
        assertEquals("x", anna.get(folder + "/deep/a").body());
        assertEquals("x", anna.get(folder + "/src/a").body());
    }

    @Test
    void aMissingSourceOrFolderIsSaidSoAndNothingGoes() {
        anna.put(folder + "/a", "x");
        anna.put(folder + "/b", "y");

        assertEquals(404, move("missing", "b"));
        assertEquals(409, move("a", "no/b"));
        assertEquals(409, copy("a", "no/b"));
        assertEquals(409, move("a", "b/c"));

        assertEquals("x", anna.get(folder + "/a").body());
        assertEquals("y", anna.get(folder + "/b").body());
    }

    @Test
    void rootsStayWhereTheyAre() throws Exception {
        anna.put(folder + "/a", "x");

        assertEquals(
                403,
                anna.send("MOVE", "/webdav/", "Destination", "/app" + folder + "/root")
                        .statusCode());
        assertEquals(403, raw("MOVE", "Destination: /app/webdav/"));
        assertEquals(403, raw("COPY", "Destination: /app/webdav/@drive/Somebody"));
        assertEquals(403, raw("COPY", "Destination: /app/webdav/@drive/"));
        assertEquals(
                405,
                anna.send("COPY", "/webdav/@drive/", "Destination", "/app" + folder + "/b")
                        .statusCode());
    }

    @Test
    void thingsGoFromDriveToDriveAsItsRulesAllow() {
        var team = files.drive(annaUser, "Team");
        anna.put(folder + "/a", "x");

        assertEquals(201, to("COPY", "/a", "/webdav/@drive/Team/a"));
        assertEquals(204, to("MOVE", "/a", "/webdav/@drive/" + team + "/a"));
        files.drives.setPolicies(TestGround.ADMIN, team, Map.of(Policy.FORBID_CROSS_DRIVE_MOVE.key(), true));

        var refused = anna.send(
                "MOVE",
                "/webdav/@drive/Team/a",
                "Destination",
                served.server.uri(folder + "/a").toString());
        assertEquals(405, refused.statusCode());
        assertEquals(
                201,
                anna.send(
                                "COPY",
                                "/webdav/@drive/Team/a",
                                "Destination",
                                served.server.uri(folder + "/a").toString())
                        .statusCode());
        assertEquals("x", anna.get(folder + "/a").body());
    }

    @Test
    void theDrivesOfOthersAreNoDestination() {
        anna.put(folder + "/a", "x");
        String bens = "/webdav/@drive/" + files.drives.readable(benUser).get(0).id();

        assertEquals(409, to("COPY", "/a", bens + "/a"));
        assertEquals(409, to("MOVE", "/a", "/webdav/@drive/Nobody/a"));
    }

    @Test
    void aCopyThatDoesNotFitLeavesWhatItWouldReplace() {
        var cramped = files.drive(annaUser, "Cramped");
        anna.put(folder + "/a", "0123456789");
        anna.put("/webdav/@drive/Cramped/a", "old");
        files.drives.setQuota(TestGround.ADMIN, cramped, 5L);

        HttpResponse<String> refused = anna.send(
                "COPY",
                folder + "/a",
                "Destination",
                served.server.uri("/webdav/@drive/Cramped/a").toString());

        assertEquals(507, refused.statusCode());
        assertTrue(refused.body().contains("<D:quota-not-exceeded>"), refused.body());
        assertEquals("old", anna.get("/webdav/@drive/Cramped/a").body());
    }

    // W-41
    @Test
    void conditionsAreAboutTheSource() {
        String etag = anna.put(folder + "/a", "x").headers().firstValue("ETag").orElseThrow();

        assertEquals(412, move("a", "b", "If-Match", "\"other\""));
        assertEquals(412, copy("a", "b", "If", "([\"other\"])"));
        assertEquals(412, move("a", "b", "If-None-Match", etag));
        assertEquals(412, move("a", "b", "If-Unmodified-Since", "Sun, 01 Mar 2020 10:00:00 GMT"));
        assertEquals(404, anna.get(folder + "/b").statusCode());
        assertEquals(201, copy("a", "b", "If-Match", etag));
        assertEquals(201, move("a", "c", "If", "([" + etag + "])"));
    }

    // W-12
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X-Forwarded-Proto: https, X-Forwarded-Host: cloud.example.com | cloud.example.com/app | cloud.example.org",
                "X-Forwarded-Proto: https, X-Forwarded-Host: cloud.example.com:443 | cloud.example.com/app | example.com",
                "X-Forwarded-Proto: https, X-Forwarded-Port: 8443 | x:8443/app | x:8444",
                "Forwarded: host=cloud.example.com;proto=https | CLOUD.example.com:443/app | cloud.example.com:8443",
                "X-Forwarded-Proto: https | x/app | y",
                "X-Forwarded-For: 203.0.113.9 | shown.example.com/oxi | shown.example.com/other"
            })
    void whereTlsEndsAtAProxyTheSchemeDoesNotMatter(String headers, String shown, String elsewhere) throws Exception {
        var edge =
                new DavServlet(served.doors(), new DavSettings("@drive", URI.create("https://shown.example.com/oxi/")));
        try (var server = EdgeServer.start(
                "/app", Map.of("/webdav/*", edge), new TrustedProxyFilter(AddressBlocks.parse("127.0.0.0/8")))) {
            var proxied = new DavClient(server, "/app", "anna");
            proxied.put(folder + "/a", "x");
            String lines = headers.replace(", ", "\r\n") + "\r\nDestination: https://";

            String there = proxied.raw("MOVE", folder + "/a", lines + shown + folder + "/b\r\n");
            String away = proxied.raw("MOVE", folder + "/b", lines + elsewhere + folder + "/c\r\n");

            assertTrue(there.startsWith("HTTP/1.1 201"), there);
            assertTrue(away.startsWith("HTTP/1.1 502"), away);
        }
    }

    private int copy(String from, String to, String... headers) {
        return to("COPY", "/" + from, folder + "/" + to, headers);
    }

    private int move(String from, String to, String... headers) {
        return to("MOVE", "/" + from, folder + "/" + to, headers);
    }

    private int to(String method, String from, String to, String... headers) {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 2, headers.length);
        all[0] = "Destination";
        all[1] = "http://127.0.0.1:" + served.server.port() + "/app" + to;
        return anna.send(method, folder + from, all).statusCode();
    }

    private int raw(String method, String lines) throws Exception {
        String answer = anna.raw(method, folder + "/a", lines + "\r\n");
        return Integer.parseInt(answer.substring(9, 12));
    }
}
