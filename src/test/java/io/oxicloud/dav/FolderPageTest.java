package io.oxicloud.dav;

import static io.oxicloud.dav.DavClient.header;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.Precondition;
import io.oxicloud.dav.property.Place;
import io.oxicloud.db.Tx;
import io.oxicloud.files.ManyNodes;
import io.oxicloud.files.Node;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a browser sees of a folder. */
class FolderPageTest extends InFreshFolder {
    private static final Pattern LINK = Pattern.compile("<a href=\"([^\"]*)\">([^<]*)</a>");

    // W-28
    @Test
    void aFolderShowsWhatLiesInIt() {
        anna.put(folder + "/a.txt", "0123456789");
        anna.send("MKCOL", folder + "/inner");

        for (String path : List.of(folder, folder + "/")) {
            var page = anna.get(path);

            assertEquals(200, page.statusCode());
            assertEquals(
                    List.of("/app/webdav/ ..", "/app" + folder + "/a.txt a.txt", "/app" + folder + "/inner/ inner/"),
                    links(page.body()));
            assertTrue(page.body().contains("</a></td><td>10</td><td>2026-03-01T10:00:00Z</td>"), page.body());
            assertTrue(page.body().endsWith("</html>\n"), page.body());
        }
        assertTrue(links(anna.get("/webdav").body()).contains("/app" + folder + "/ " + folder.substring(8) + "/"));
        assertEquals(404, anna.get(folder + "/none/").statusCode());
        assertEquals(405, anna.get("/webdav/@drive/").statusCode());
        assertEquals(405, anna.send("HEAD", "/webdav/@drive/").statusCode());
    }

    @Test
    void headSaysWhatGetSays() {
        var get = anna.get(folder, "Range", "bytes=0-1");
        var head = anna.send("HEAD", folder, "Range", "bytes=0-1");

        assertEquals(200, get.statusCode());
        assertEquals(200, head.statusCode());
        assertEquals(header(get, "ETag"), header(head, "ETag"));
        assertEquals("text/html; charset=utf-8", header(get, "Content-Type").replace(";charset", "; charset"));
        assertEquals(header(get, "Content-Type"), header(head, "Content-Type"));
        assertEquals("", header(head, "Content-Length"));
        assertEquals("", header(get, "Accept-Ranges"));
        assertEquals("", head.body());
    }

    /** A page that is younger than the folder's own time is not passed off as old by it. */
    @Test
    void itsTagIsThatOfTheFolder() {
        String before = header(anna.get(folder), "ETag");
        assertEquals(304, anna.get(folder, "If-None-Match", before).statusCode());
        assertEquals(
                200,
                anna.get(folder, "If-Modified-Since", "Fri, 01 Jan 2100 10:00:00 GMT")
                        .statusCode());
        assertEquals(412, anna.get(folder, "If-Match", "\"other\"").statusCode());

        anna.put(folder + "/a", "x");

        assertNotEquals(before, header(anna.get(folder), "ETag"));
        assertEquals(200, anna.get(folder, "If-None-Match", before).statusCode());
        assertEquals("", header(anna.get(folder), "Last-Modified"));
    }

    // S-06, W-19
    @Test
    void namesAreShownAndRunNothing() throws Exception {
        List<String> names = List.of(
                "<script>alert(1)",
                "a\"b'c&d",
                "%3Cimg%3E",
                "&lt;b&gt;",
                "javascript:alert(1)",
                "\u202egnp.exe",
                "t #?3;x=y");
        Node home = files.tree.resolve(
                annaUser, files.drives.readable(annaUser).get(0).id(), List.of());
        Node made = files.tree.createFolder(annaUser, home.id(), "<h1>\"&" + folders);
        for (String name : names) {
            files.write(annaUser, made.id(), name, "x");
        }

        HttpResponse<String> page = anna.get("/webdav/%3Ch1%3E%22%26" + folders);

        String shown = new String(page.body().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        assertFalse(shown.contains("<script") || shown.contains("<h1>\"") || shown.contains("<img"), shown);
        assertTrue(shown.contains("<title>/&lt;h1&gt;\"&amp;" + folders + "</title>"), shown);
        List<String> links = links(shown);
        assertEquals(names.size() + 1, links.size());
        for (String link : links.subList(1, links.size())) {
            String[] parts = link.split(" ", 2);
            assertTrue(parts[0].startsWith("/app/webdav/"), link);
            String name = parts[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
            assertTrue(names.contains(name), link);
            String target = parts[0].replace("&amp;", "&").substring("/app".length());
            assertTrue(anna.raw("GET", target, "").startsWith("HTTP/1.1 200"), link);
        }
        assertEquals("nosniff", header(page, "X-Content-Type-Options"));
        assertEquals("no-store", header(page, "Cache-Control"));
        String policy = header(page, "Content-Security-Policy");
        assertTrue(policy.contains("sandbox") && policy.contains("default-src 'none'"), policy);
        assertFalse(policy.contains("allow-scripts") || policy.contains("unsafe"), policy);
    }

    @Test
    void aLongOneIsReadAndSentInPagesAndBreaksRatherThanEndEarly() throws Exception {
        Node large = files.tree.createFolder(annaUser, files.home(annaUser), "large");
        Node like = files.write(annaUser, files.home(annaUser), "like", "x").node();
        ManyNodes.in(files, annaUser, large, like, 2_500);
        var page = new FolderPage(files.tree, annaUser, new Place(List.of("webdav"), List.of("large")));
        List<Long> flushed = new ArrayList<>();
        var out = new ByteArrayOutputStream() {
            @Override
            public void flush() {
                assertFalse(Tx.active());
                flushed.add(files.database.statements().count());
            }
        };

        files.database.statements().reset();
        page.write(out, large, page.first(large));

        assertEquals(List.of(1L, 2L), flushed);
        assertEquals(3, files.database.statements().count());
        assertEquals(2_501, links(out.toString(StandardCharsets.UTF_8)).size());

        var broken = new Gone(large);
        assertThrows(CloudException.class, () -> page.write(broken, large, page.first(large)));
        assertFalse(broken.toString(StandardCharsets.UTF_8).contains("</html>"));
    }

    private final class Gone extends ByteArrayOutputStream {
        private final Node folder;

        Gone(Node folder) {
            this.folder = folder;
        }

        @Override
        public void flush() {
            files.tree.delete(annaUser, folder.id(), Precondition.NONE);
        }
    }

    private static List<String> links(String html) {
        List<String> links = new ArrayList<>();
        Matcher link = LINK.matcher(html);
        while (link.find()) {
            links.add(link.group(1) + " " + link.group(2));
        }
        return links;
    }
}
