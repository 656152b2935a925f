package io.oxicloud.dav;

import static io.oxicloud.dav.DavClient.header;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.NodeId;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases that are about more than one method. */
class FieldCasesTest extends InFreshFolder {
    // W-08
    @Test
    void oneChallengeInALineOfItsOwnAndBasicIsTaken() throws Exception {
        var bare = RawAnswer.parse(new DavClient(served.server, "/app", "nobody")
                .raw("PROPFIND", folder, "")
                .getBytes(StandardCharsets.ISO_8859_1));

        assertEquals(401, bare.status());
        List<String> challenges = bare.headers().stream()
                .filter(line -> line.regionMatches(true, 0, "WWW-Authenticate:", 0, 17))
                .toList();
        assertEquals(List.of("WWW-Authenticate: Basic realm=\"OxiCloud\", charset=\"UTF-8\""), challenges);
        assertEquals(207, anna.send("PROPFIND", folder, "Depth", "0").statusCode());
    }

    // W-23
    @Test
    void bothFormsOfAnUmlautAreOneFileToEveryMethod() {
        String stored = folder + "/%C3%9Cbung.txt";
        String asked = folder + "/U%CC%88bung.txt";
        anna.put(stored, "one");

        assertEquals(200, anna.send("HEAD", asked).statusCode());
        assertTrue(anna.send("PROPFIND", asked, "Depth", "0").body().contains("bung.txt</D:href>"));
        assertTrue(anna.send("PROPFIND", folder, "Depth", "1").body().contains("<D:href>/app" + stored + "</D:href>"));
        assertEquals(403, to("MOVE", asked, stored));
        assertEquals(403, to("COPY", stored, asked));
        assertEquals(201, to("MOVE", asked, folder + "/moved"));
        assertEquals(201, to("MOVE", folder + "/moved", asked));
        assertEquals("one", anna.get(stored).body());
        assertEquals(405, anna.send("MKCOL", asked).statusCode());
        assertEquals(204, anna.send("DELETE", asked).statusCode());
        assertEquals(404, anna.get(stored).statusCode());
    }

    // W-28
    @Test
    void whatCannotBeDoneHasTheStatusOfTheRfc() {
        anna.put(folder + "/existing.txt", "x");
        anna.send("MKCOL", folder + "/inner");

        assertEquals(409, anna.send("MKCOL", folder + "/missing/new/").statusCode());
        assertEquals(409, anna.put(folder + "/missing/x.txt", "x").statusCode());
        assertEquals(405, anna.send("MKCOL", folder + "/existing.txt").statusCode());
        assertEquals(
                415,
                anna.send("MKCOL", folder + "/new2/", BodyPublishers.ofString("hello"), "Content-Type", "text/plain")
                        .statusCode());
        assertEquals(404, anna.send("DELETE", folder + "/nothere").statusCode());
        assertEquals(405, anna.put(folder + "/inner", "x").statusCode());
        assertEquals(200, anna.get(folder + "/inner").statusCode());
        assertEquals("x", anna.get(folder + "/existing.txt").body());
    }

    // W-41
    @Test
    void noMethodChangesWhatIsOtherwiseThanItsCallerBelieves() {
        anna.put(folder + "/a", "x");

        assertEquals(412, anna.put(folder + "/a", "y", "If-None-Match", "*").statusCode());
        assertEquals(412, anna.put(folder + "/a", "y", "If-Match", "\"other\"").statusCode());
        assertEquals(412, anna.put(folder + "/none", "y", "If-Match", "*").statusCode());
        assertEquals(
                412, anna.send("DELETE", folder + "/a", "If-Match", "\"other\"").statusCode());
        assertEquals(412, to("MOVE", folder + "/a", folder + "/b", "If-Match", "\"other\""));
        assertEquals(412, to("COPY", folder + "/a", folder + "/b", "If-Match", "\"other\""));
        assertEquals(412, anna.send("MKCOL", folder + "/new", "If-Match", "*").statusCode());
        String patch = "<propertyupdate xmlns='DAV:'><set><prop><a xmlns='urn:x'/></prop></set></propertyupdate>";
        assertEquals(
                412,
                anna.send("PROPPATCH", folder + "/a", BodyPublishers.ofString(patch), "If-Match", "\"other\"")
                        .statusCode());
        String lock = "<lockinfo xmlns='DAV:'><lockscope><shared/></lockscope><locktype><write/></locktype></lockinfo>";
        assertEquals(
                412,
                anna.send("LOCK", folder + "/a", BodyPublishers.ofString(lock), "If-Match", "\"other\"")
                        .statusCode());
        assertEquals(
                412,
                anna.send("LOCK", folder + "/none", BodyPublishers.ofString(lock), "If-Match", "\"other\"")
                        .statusCode());

        assertEquals("x", anna.get(folder + "/a").body());
        assertEquals(
                1,
                files.tree
                        .children(annaUser, at(folder.substring(8)), null, 10)
                        .items()
                        .size());
    }

    private NodeId at(String name) {
        return files.tree
                .resolve(annaUser, files.drives.readable(annaUser).get(0).id(), List.of(name))
                .id();
    }

    /** RFC 4918 section 10.4: of whatever method, and of no other condition, whatever is asked. */
    @Test
    void anIfHeaderIsAskedOfQuestionsAsWell() {
        String etag = header(anna.put(folder + "/a", "x"), "ETag");
        String sync = body("REPORT", "").replace("<a xmlns=\"u:\"></a>", "<p:getetag/>");
        for (String right : List.of("</app" + folder + "/a> ([" + etag + "])", "(Not [\"x\"])")) {
            assertEquals(
                    207,
                    anna.send("PROPFIND", folder, "Depth", "1", "If", right).statusCode());
            assertEquals(
                    207,
                    anna.send("REPORT", folder, BodyPublishers.ofString(sync), "If", right)
                            .statusCode());
        }
        for (String wrong : List.of("([\"x\"])", "(<DAV:no-lock>)", "</app" + folder + "/none> ([" + etag + "])")) {
            assertEquals(
                    412,
                    anna.send("PROPFIND", folder, "Depth", "1", "If", wrong).statusCode());
            assertEquals(
                    412, anna.send("PROPFIND", "/webdav/@drive/", "If", wrong).statusCode());
            assertEquals(
                    412,
                    anna.send("REPORT", folder, BodyPublishers.ofString(sync), "If", wrong)
                            .statusCode());
        }
        assertEquals(
                404, anna.send("PROPFIND", folder + "/none", "If", "([\"x\"])").statusCode());
        assertEquals(400, anna.send("PROPFIND", folder, "If", "(").statusCode());
        assertEquals(207, anna.send("PROPFIND", folder, "If-Match", "\"x\"").statusCode());
    }

    // T-09
    @Test
    void anotherContentIsAnotherTag() {
        String before = header(anna.put(folder + "/a.jpg", "one"), "ETag");

        String after = header(anna.put(folder + "/a.jpg", "two"), "ETag");

        assertNotEquals(before, after);
        assertEquals(200, anna.get(folder + "/a.jpg", "If-None-Match", before).statusCode());
        assertEquals(405, anna.send("MKCOL", folder).statusCode());
    }

    /** S-01, at every door that takes XML: nothing is opened, fetched or answered. */
    @ParameterizedTest
    @ValueSource(strings = {"PROPFIND", "PROPPATCH", "LOCK", "REPORT", "MKCOL"})
    void noEntityIsResolved(String method, @TempDir Path temporary) throws Exception {
        Path secret = Files.writeString(temporary.resolve("secret"), "very secret");
        try (var listener = new ServerSocket(0)) {
            listener.setSoTimeout(200);
            String there = "http://127.0.0.1:" + listener.getLocalPort() + "/";
            for (String type : List.of(
                    "<!DOCTYPE p [<!ENTITY x SYSTEM \"" + secret.toUri() + "\">]>",
                    "<!DOCTYPE p [<!ENTITY x SYSTEM \"" + there + "\">]>",
                    "<!DOCTYPE p [<!ENTITY % y SYSTEM \"" + there + "\"> %y;]>",
                    "<!DOCTYPE p SYSTEM \"" + there + "\">",
                    "<!DOCTYPE p [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY x \"&a;&a;&a;&a;&a;&a;&a;\">]>")) {
                for (String path : List.of(folder, "/caldav/principals/" + annaUser.id() + "/")) {
                    HttpResponse<String> answer =
                            xml(method, method.equals("MKCOL") ? path + "/new" : path, type + body(method, "&x;"));

                    assertTrue(answer.statusCode() == 400 || answer.statusCode() == 405, type + answer.statusCode());
                    assertFalse(
                            answer.body().contains("secret") || answer.body().contains("aaaaaaaaaa"));
                }
            }
            assertEquals(404, anna.get(folder + "/new").statusCode());
            assertThrows(SocketTimeoutException.class, listener::accept);
        }
    }

    /** S-01: what other programs would include is kept and given back as it is. */
    @Test
    void nothingIsIncluded(@TempDir Path temporary) throws IOException {
        Path secret = Files.writeString(temporary.resolve("secret"), "very secret");
        String include = "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"" + secret.toUri()
                + "\" parse=\"text\"/>";

        assertEquals(207, xml("PROPPATCH", folder, body("PROPPATCH", include)).statusCode());
        String found = xml("PROPFIND", folder, body("PROPFIND", "")).body();

        assertTrue(found.contains("XInclude") && found.contains(secret.toUri().toString()), found);
        assertFalse(found.contains("very secret"), found);
    }

    private static String body(String method, String inside) {
        String property = "<a xmlns=\"u:\">" + inside + "</a>";
        return switch (method) {
            case "PROPFIND" -> "<p:propfind xmlns:p=\"DAV:\"><p:prop>" + property + "</p:prop></p:propfind>";
            case "PROPPATCH" ->
                "<p:propertyupdate xmlns:p=\"DAV:\"><p:set><p:prop>" + property
                        + "</p:prop></p:set></p:propertyupdate>";
            case "LOCK" ->
                "<p:lockinfo xmlns:p=\"DAV:\"><p:lockscope><p:shared/></p:lockscope><p:locktype><p:write/></p:locktype>"
                        + "<p:owner>" + inside + "</p:owner></p:lockinfo>";
            case "REPORT" ->
                "<p:sync-collection xmlns:p=\"DAV:\"><p:sync-token>" + inside
                        + "</p:sync-token><p:sync-level>1</p:sync-level><p:prop>" + property
                        + "</p:prop></p:sync-collection>";
            default -> "<p:mkcol xmlns:p=\"DAV:\"><p:set><p:prop>" + property + "</p:prop></p:set></p:mkcol>";
        };
    }

    private HttpResponse<String> xml(String method, String path, String body) {
        return anna.send(method, path, BodyPublishers.ofString(body), "Content-Type", "application/xml", "Depth", "0");
    }

    // S-03
    @ParameterizedTest
    @ValueSource(
            strings = {
                "..%2F{ben}%2Fsecret.txt",
                "%2e%2e/{ben}/secret.txt",
                "..%5c{ben}%5csecret.txt",
                "..;/{ben}/secret.txt",
                "..;x=y/{ben}/secret.txt",
                "\\u002e\\u002e/{ben}/secret.txt",
                "%c0%ae%c0%ae/{ben}/secret.txt",
                "{ben}%00/secret.txt",
                "../@drive/{ben}/secret.txt",
                "x/../../../{ben}/secret.txt",
                "/etc/passwd",
                "file:///etc/passwd"
            })
    void noSpellingLeadsToWhatIsOfOthers(String spelling) throws Exception {
        assertTrue(ben.put("/webdav/secret.txt", "very secret").statusCode() < 300);
        anna.put(folder + "/mine", "x");
        String path = spelling.replace(
                "{ben}", files.drives.readable(benUser).get(0).id().toString());

        for (String method : List.of("GET", "PROPFIND", "DELETE", "PUT")) {
            int status = status(anna.raw(method, folder + "/" + path, "Content-Length: 0\r\n"));
            assertTrue(List.of(400, 403, 404, 405, 409).contains(status), method + " " + path + " " + status);
        }
        for (String method : List.of("MOVE", "COPY")) {
            String to = "Destination: /app" + folder + "/" + path + "\r\n";
            int status = status(anna.raw(method, folder + "/mine", to));
            assertTrue(List.of(400, 403, 404, 409).contains(status), method + " " + path + " " + status);
        }
        assertEquals("very secret", ben.get("/webdav/secret.txt").body());
        assertEquals("x", anna.get(folder + "/mine").body());
    }

    /** S-03, W-20: decoded once, it is an odd name in her own folder. */
    @Test
    void whatIsEncodedTwiceLeadsNowhere() {
        String odd = folder + "/%252e%252e%252fsecret.txt";

        assertEquals(404, anna.get(odd).statusCode());
        assertEquals(201, anna.put(odd, "x").statusCode());
        assertTrue(links().contains("<D:href>/app" + odd + "</D:href>"), links());
    }

    /** S-03: names are rows, not files of the server's system. */
    @ParameterizedTest
    @ValueSource(strings = {"C:x", "CON", "nul.txt", "a.", "a%20", "a::$DATA", "...", "~", "-rf", ".htaccess", "a%25n"})
    void aNameThatMeansSomethingToSomeSystemIsAName(String name) {
        assertEquals(201, anna.put(folder + "/" + name, name).statusCode());

        assertEquals(name, anna.get(folder + "/" + name).body());
        assertTrue(links().contains("<D:href>/app" + folder + "/" + name + "</D:href>"), links());
        assertEquals(201, to("MOVE", folder + "/" + name, folder + "/other"));
        assertEquals(201, to("COPY", folder + "/other", folder + "/" + name));
        assertEquals(204, anna.send("DELETE", folder + "/" + name).statusCode());
    }

    private String links() {
        return anna.send("PROPFIND", folder, "Depth", "1").body();
    }

    private int to(String method, String from, String destination, String... headers) {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 2, headers.length);
        all[0] = "Destination";
        all[1] = "/app" + destination;
        return anna.send(method, from, all).statusCode();
    }

    private static int status(String answer) {
        return Integer.parseInt(answer.substring(9, 12));
    }
}
