package io.oxicloud.dav;

import static io.oxicloud.dav.DavClient.header;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.db.Engine;
import io.oxicloud.files.TestFiles;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Where tests of locks begin: Anna and Ben may both write in the drive Team, Carol only reads it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnLockedFiles {
    static final String OWNER =
            "<D:owner><x:who xmlns:x=\"urn:x\" xml:lang=\"de\">Anna &amp; <b>Co</b></x:who></D:owner>";

    final TestFiles files = new TestFiles(Engine.H2);
    final ServedFiles served = new ServedFiles("/app", files);
    final Actor.User annaUser = served.account("anna", null, false);
    final Actor.User benUser = served.account("ben", null, false);
    final Actor.User carolUser = served.account("carol", null, false);
    final DavClient anna = new DavClient(served.server, "/app", "anna");
    final DavClient ben = new DavClient(served.server, "/app", "ben");
    final DavClient carol = new DavClient(served.server, "/app", "carol");
    int folders;
    String folder = "";

    OnLockedFiles() {
        var drive = files.drive(annaUser, "Team");
        var root = files.tree.resolve(annaUser, drive, List.of());
        files.grant(benUser, root, Role.EDITOR);
        files.grant(carolUser, root, Role.VIEWER);
    }

    @AfterAll
    final void close() {
        served.close();
    }

    @BeforeEach
    final void freshFolder() {
        folder = "/webdav/@drive/Team/t" + folders++;
        assertEquals(201, anna.send("MKCOL", folder).statusCode());
        assertEquals(201, anna.put(folder + "/a", "x").statusCode());
    }

    String property(String path, String name) {
        String body = "<D:propfind xmlns:D='DAV:'><D:prop><D:" + name + "/></D:prop></D:propfind>";
        var answer = Multistatus.of(anna.send("PROPFIND", folder + path, BodyPublishers.ofString(body), "Depth", "0"));
        return answer.text("/app" + folder + path, "{DAV:}" + name);
    }

    HttpResponse<String> to(DavClient who, String method, String from, String to, String... headers) {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 2, headers.length);
        all[0] = "Destination";
        all[1] = served.server.uri(folder + to).toString();
        return who.send(method, folder + from, all);
    }

    HttpResponse<String> lock(DavClient who, String path, String scope, String... headers) {
        return who.send("LOCK", folder + path, BodyPublishers.ofString(lockinfo(scope)), headers);
    }

    int unlock(DavClient who, String path, String token) {
        return who.send("UNLOCK", folder + path, "Lock-Token", "<" + token + ">")
                .statusCode();
    }

    static String lockinfo(String scope) {
        return "<?xml version=\"1.0\"?><D:lockinfo xmlns:D=\"DAV:\"><D:lockscope><D:" + scope
                + "/></D:lockscope><D:locktype><D:write/></D:locktype>" + OWNER + "</D:lockinfo>";
    }

    static String token(HttpResponse<String> locked) {
        return header(locked, "Lock-Token").replaceAll("[<>]", "");
    }
}
