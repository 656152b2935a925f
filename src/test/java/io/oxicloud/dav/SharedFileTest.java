package io.oxicloud.dav;

import static io.oxicloud.dav.DavClient.header;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.db.Engine;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Anna gave Ben a file out of her own drive. He finds it below the drive's id and can do there what his role says, but sees
 * neither the folder that it lies in nor what lies beside it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedFileTest {
    private final TestFiles files = new TestFiles(Engine.H2);
    private final ServedFiles served = new ServedFiles("/app", files);
    private final Actor.User annaUser = served.account("anna", null, false);
    private final Actor.User benUser = served.account("ben", null, false);
    private final DavClient anna = new DavClient(served.server, "/app", "anna");
    private final DavClient ben = new DavClient(served.server, "/app", "ben");
    private int folders;
    private String folder = "";

    @AfterAll
    void close() {
        served.close();
    }

    @BeforeEach
    void freshFolder() {
        String name = "secret" + folders++;
        var drive = files.drives.readable(annaUser).get(0).id();
        folder = "/webdav/@drive/" + drive + "/" + name;
        Node made = files.tree.createFolder(annaUser, files.home(annaUser), name);
        files.write(annaUser, made.id(), "beside", "x");
        files.grant(benUser, files.write(annaUser, made.id(), "edited", "x").node(), Role.EDITOR);
        files.grant(benUser, files.write(annaUser, made.id(), "seen", "x").node(), Role.VIEWER);
        files.grant(benUser, files.write(annaUser, made.id(), "owned", "x").node(), Role.OWNER);
    }

    @Test
    void whoMayChangeItChangesIt() {
        assertEquals(204, ben.put(folder + "/edited", "0123456789").statusCode());
        assertEquals(
                204,
                ben.put(folder + "/edited", "+", "If-Match", etag("edited")).statusCode());
        assertEquals(412, ben.put(folder + "/edited", "+", "If-None-Match", "*").statusCode());
        assertEquals(
                204,
                ben.send("PATCH", folder + "/edited", BodyPublishers.ofString("!"), "X-Update-Range", "append")
                        .statusCode());
        assertEquals("+!", anna.get(folder + "/edited").body());
        assertEquals(207, proppatch("edited"));
        assertEquals(207, ben.send("PROPFIND", folder + "/edited", "Depth", "1").statusCode());
    }

    @Test
    void itIsLockedAndWrittenByItsHolder() {
        String mine = "(" + header(lock("edited"), "Lock-Token") + ")";

        assertEquals(423, anna.put(folder + "/edited", "a").statusCode());
        assertEquals(423, ben.put(folder + "/edited", "b").statusCode());
        assertEquals(204, ben.put(folder + "/edited", "b", "If", mine).statusCode());
        assertEquals(
                204,
                ben.send("UNLOCK", folder + "/edited", "Lock-Token", mine.substring(1, mine.length() - 1))
                        .statusCode());
        assertEquals(204, anna.put(folder + "/edited", "a").statusCode());
    }

    @Test
    void itIsRenamedWhereItLies() {
        assertEquals(201, to("MOVE", "edited", folder + "/renamed"));
        assertEquals(201, to("MOVE", "renamed", folder + "/./%65dited"));

        assertEquals("x", anna.get(folder + "/edited").body());
        assertEquals(403, to("MOVE", "seen", folder + "/renamed"));
        assertEquals(403, to("MOVE", "edited", folder + "/edited"));
    }

    @Test
    void itIsCopiedOutAndTakenAwayByWhoMayDelete() {
        assertEquals(201, to("COPY", "seen", "/webdav/copy" + folders));
        assertEquals(403, to("MOVE", "edited", "/webdav/moved" + folders));
        assertEquals(403, ben.send("DELETE", folder + "/edited").statusCode());
        assertEquals(204, ben.send("DELETE", folder + "/owned").statusCode());

        assertEquals("x", ben.get("/webdav/copy" + folders).body());
        assertEquals("x", anna.get(folder + "/edited").body());
        assertEquals(404, anna.get(folder + "/owned").statusCode());
    }

    @Test
    void whoMayOnlySeeItIsToldSo() {
        assertEquals(200, ben.get(folder + "/seen").statusCode());
        assertEquals(403, ben.put(folder + "/seen", "y").statusCode());
        assertEquals(403, proppatch("seen"));
        assertEquals(403, lock("seen").statusCode());
        assertEquals("x", anna.get(folder + "/seen").body());
    }

    /** What lies beside it and what does not are one to him; so are its folder and none. */
    @Test
    void aroundItNothingIsThere() {
        String nowhere = folder.replaceFirst("secret\\d+", "none");
        for (String method : List.of("GET", "PROPFIND", "DELETE", "PUT", "MKCOL", "PATCH")) {
            String[] headers = {"X-Update-Range", "append"};
            var beside = ben.send(method, folder + "/beside", headers);
            var none = ben.send(method, folder + "/none", headers);
            var away = ben.send(method, nowhere + "/none", headers);

            assertEquals(404, beside.statusCode(), method);
            assertEquals(none.body(), beside.body(), method);
            assertEquals(none.headers().map().keySet(), beside.headers().map().keySet(), method);
            assertEquals(404, none.statusCode(), method);
            assertEquals(404, away.statusCode(), method);
            assertEquals(none.body(), away.body(), method);
        }
        assertEquals(404, lock("beside").statusCode());
        assertEquals(404, lock("none").statusCode());
        assertEquals(404, ben.send("PROPFIND", folder, "Depth", "1").statusCode());
        assertEquals(409, to("COPY", "edited", folder + "/copy"));
        assertEquals(409, to("MOVE", "edited", nowhere + "/edited"));
        assertEquals("x", anna.get(folder + "/beside").body());
        assertEquals(404, anna.get(folder + "/none").statusCode());
    }

    /** That a name is taken cannot be hidden from who wants to take it; what has it is, and stays. */
    @Test
    void nothingThatHeDoesNotSeeMakesWay() {
        assertEquals(412, to("MOVE", "edited", folder + "/beside", "Overwrite", "F"));
        assertEquals(404, to("MOVE", "edited", folder + "/beside"));

        assertEquals("x", anna.get(folder + "/beside").body());
        assertTrue(anna.get(folder + "/edited").statusCode() == 200);
    }

    private String etag(String name) {
        return header(ben.get(folder + "/" + name), "ETag");
    }

    private int proppatch(String name) {
        String body = "<propertyupdate xmlns='DAV:'><set><prop><a xmlns='urn:x'>b</a></prop></set></propertyupdate>";
        return ben.send("PROPPATCH", folder + "/" + name, BodyPublishers.ofString(body))
                .statusCode();
    }

    private HttpResponse<String> lock(String name) {
        String body =
                "<lockinfo xmlns='DAV:'><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>";
        return ben.send("LOCK", folder + "/" + name, BodyPublishers.ofString(body));
    }

    private int to(String method, String from, String destination, String... headers) {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 2, headers.length);
        all[0] = "Destination";
        all[1] = "/app" + destination;
        return ben.send(method, folder + "/" + from, all).statusCode();
    }
}
