package io.oxicloud.dav;

import static io.oxicloud.dav.DavClient.header;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LockMethodTest extends OnLockedFiles {
    @Test
    void aLockIsGivenAndShown() {
        var locked = lock(anna, "/a", "exclusive", "Depth", "0", "Timeout", "Second-600");

        String token = token(locked);
        assertEquals(200, locked.statusCode());
        assertEquals("application/xml;charset=utf-8", header(locked, "Content-Type"));
        assertTrue(token.startsWith("urn:uuid:"), token);
        assertTrue(
                locked.body().contains("<D:lockscope><D:exclusive/></D:lockscope><D:depth>0</D:depth>"), locked.body());
        assertTrue(locked.body().contains("<D:timeout>Second-600</D:timeout>"), locked.body());
        assertTrue(locked.body().contains("<D:locktoken><D:href>" + token + "</D:href>"), locked.body());
        assertTrue(
                locked.body().contains("<D:lockroot><D:href>/app" + folder + "/a</D:href></D:lockroot>"),
                locked.body());
        assertTrue(locked.body().contains("Anna &amp; <b>Co</b>"), locked.body());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Second-4100000000 | 86400",
                "Infinite | 86400",
                "Infinite, Second-4100000000 | 86400",
                "Extended, Second-60, Second-30 | 60",
                "second-0 | 1",
                "Second-99999999999999999999 | 1800",
                "soon | 1800"
            })
    void timeoutsAreWishes(String asked, int given) {
        var locked = lock(anna, "/a", "exclusive", "Timeout", asked);

        assertTrue(locked.body().contains("<D:timeout>Second-" + given + "</D:timeout>"), locked.body());
    }

    // W-09
    @Test
    void aLockIsRefreshedWithoutABody() {
        String token = token(lock(anna, "/a", "exclusive", "Timeout", "Second-60"));

        var refreshed = anna.send("LOCK", folder + "/a", "If", "(<" + token + ">)", "Timeout", "Second-3600");

        assertEquals(200, refreshed.statusCode());
        assertTrue(refreshed.body().contains(token), refreshed.body());
        assertTrue(refreshed.body().contains("<D:timeout>Second-3600</D:timeout>"), refreshed.body());
        assertEquals(400, anna.send("LOCK", folder + "/a").statusCode());
        var other = anna.send("LOCK", folder + "/a", "If", "(<urn:uuid:" + UUID.randomUUID() + ">)");
        assertEquals(412, other.statusCode());
        assertTrue(
                other.body().contains("<D:lock-token-matches-request-uri/>")
                        || other.body().contains("<D:lock-token-matches-request-uri>"),
                other.body());
        assertEquals(
                404,
                anna.send("LOCK", folder + "/no", "If", "(<" + token + ">)").statusCode());
        // W-09 (c)
        unlock(anna, "/a", token);
        assertEquals(
                412, anna.send("LOCK", folder + "/a", "If", "(<" + token + ">)").statusCode());
    }

    @Test
    void aDeepLockIsRefreshedByWayOfAMember() {
        String token = token(lock(anna, "", "exclusive"));

        var refreshed = anna.send("LOCK", folder + "/a", "If", "(<" + token + ">)");

        assertEquals(200, refreshed.statusCode());
        assertTrue(refreshed.body().contains("<D:href>/app" + folder + "/</D:href></D:lockroot>"), refreshed.body());
        assertEquals(
                412, ben.send("LOCK", folder + "/a", "If", "(<" + token + ">)").statusCode());
    }

    @Test
    void aLockOnNothingMakesAFile() {
        var locked = lock(anna, "/new", "exclusive");

        assertEquals(201, locked.statusCode());
        assertEquals("", anna.get(folder + "/new").body());
        assertEquals(423, ben.put(folder + "/new", "x").statusCode());
        assertEquals(
                204,
                anna.put(folder + "/new", "x", "If", "(<" + token(locked) + ">)")
                        .statusCode());
        assertEquals(409, lock(anna, "/no/new", "exclusive").statusCode());
        assertEquals(404, lock(anna, "/folder/", "exclusive").statusCode());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<D:lockinfo xmlns:D='DAV:'><D:lockscope><D:exclusive/></D:lockscope></D:lockinfo>",
                "<D:lockinfo xmlns:D='DAV:'><D:locktype><D:write/></D:locktype></D:lockinfo>",
                "<D:lockinfo xmlns:D='DAV:'><D:lockscope><D:exclusive/><D:shared/></D:lockscope>"
                        + "<D:locktype><D:write/></D:locktype></D:lockinfo>",
                "<D:lockinfo xmlns:D='DAV:'><D:lockscope><D:exclusive/></D:lockscope>"
                        + "<D:locktype><D:read/></D:locktype></D:lockinfo>",
                "<lockinfo><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>",
                "<D:lockinfo xmlns:D='DAV:'>",
                "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"
            })
    void whatIsNoLockinfoLocksNothing(String body) {
        assertEquals(
                400,
                anna.send("LOCK", folder + "/a", BodyPublishers.ofString(body)).statusCode());
        assertEquals(204, ben.put(folder + "/a", "y").statusCode());
    }

    @Test
    void aDepthOfOneMakesNoLock() {
        assertEquals(400, lock(anna, "", "exclusive", "Depth", "1").statusCode());
        assertEquals(400, lock(anna, "", "exclusive", "Depth", "all").statusCode());
        assertEquals(204, ben.put(folder + "/a", "y").statusCode());
    }

    @Test
    void whatIsLockedChangesOnlyWithTheToken() {
        String token = token(lock(anna, "/a", "exclusive"));

        var refused = ben.put(folder + "/a", "y");

        assertEquals(423, refused.statusCode());
        assertEquals("application/xml;charset=utf-8", header(refused, "Content-Type"));
        assertTrue(
                refused.body()
                        .contains("<D:error xmlns:D=\"DAV:\"><D:lock-token-submitted><D:href>/app/webdav/@drive/"),
                refused.body());
        assertTrue(refused.body().contains("/a</D:href></D:lock-token-submitted><D:responsedescription>"));
        anna.put(folder + "/c", "z");
        assertEquals(423, anna.put(folder + "/a", "y").statusCode());
        assertEquals(423, anna.send("DELETE", folder + "/a").statusCode());
        assertEquals(423, anna.send("DELETE", folder).statusCode());
        assertEquals(423, to(anna, "MOVE", "/a", "/b").statusCode());
        assertEquals(423, to(anna, "COPY", "/c", "/a").statusCode());
        assertEquals(423, to(anna, "MOVE", "/c", "/a").statusCode());
        assertEquals(423, ben.put(folder + "/a", "y", "If", "(<" + token + ">)").statusCode());
        assertEquals("x", anna.get(folder + "/a").body());
        assertEquals(
                204, anna.put(folder + "/a", "y", "If", "(<" + token + ">)").statusCode());
        assertEquals(201, to(anna, "COPY", "/a", "/copy").statusCode());
        assertEquals(204, ben.put(folder + "/copy", "free").statusCode());
        assertEquals(
                204,
                anna.send("DELETE", folder + "/a", "If", "(<" + token + ">)").statusCode());
        assertEquals(201, ben.put(folder + "/a", "free").statusCode());
    }

    // W-29
    @Test
    void anIfHeaderIsEvaluatedBesidesTheTokensInIt() {
        var locked = lock(anna, "/a", "exclusive");
        String token = "<" + token(locked) + ">";
        String etag = header(anna.get(folder + "/a"), "ETag");

        assertEquals(412, put("(" + token + " [\"wrong\"]) (Not <DAV:no-lock> [\"wrong\"])"));
        assertEquals(412, put("(<DAV:no-lock> [" + etag + "])"));
        assertEquals(423, put("(<urn:uuid:" + UUID.randomUUID() + ">) (Not <DAV:no-lock>)"));
        assertEquals(400, put("(" + token));
        assertEquals("x", anna.get(folder + "/a").body());
        assertEquals(204, put("(" + token + " [" + etag + "]) (Not <DAV:no-lock> [\"wrong\"])"));
        assertEquals(204, put("</app" + folder + "/a> (" + token + ")"));
        assertEquals(204, put("<" + served.server.uri(folder + "/%61") + "> (" + token + ")"));
        assertEquals(412, put("<http://other.example.com/app" + folder + "/a> (" + token + ")"));
    }

    private int put(String condition) {
        return anna.put(folder + "/a", "y", "If", condition).statusCode();
    }

    @Test
    void newThingsInALockedFolderTakeItsToken() {
        String token = token(lock(anna, "", "exclusive", "Depth", "0"));

        assertEquals(423, ben.put(folder + "/new", "x").statusCode());
        assertEquals(423, ben.send("MKCOL", folder + "/sub").statusCode());
        assertEquals(423, to(ben, "COPY", "/a", "/b").statusCode());
        assertEquals(204, ben.put(folder + "/a", "y").statusCode());
        String tagged = "</app" + folder + "> (<" + token + ">)";
        assertEquals(201, anna.put(folder + "/new", "x", "If", tagged).statusCode());
        assertEquals(201, anna.send("MKCOL", folder + "/sub", "If", tagged).statusCode());
        assertEquals(201, to(anna, "COPY", "/a", "/b", "If", tagged).statusCode());
    }

    // W-31
    @Test
    void aDeepLockAndALockInsideAreNotBesideEachOther() {
        String bens = token(lock(ben, "/a", "exclusive", "Depth", "0"));

        var refused = lock(anna, "", "exclusive", "Depth", "infinity");

        assertEquals(423, refused.statusCode());
        assertTrue(refused.body().contains("<D:no-conflicting-lock><D:href>/app/webdav/@drive/"), refused.body());
        assertTrue(refused.body().contains("/a</D:href></D:no-conflicting-lock>"), refused.body());
        assertEquals(201, anna.put(folder + "/free", "x").statusCode());
        unlock(ben, "/a", bens);
        assertEquals(200, lock(anna, "", "exclusive", "Depth", "infinity").statusCode());
        assertEquals(423, ben.put(folder + "/new", "x").statusCode());
        assertEquals(423, lock(ben, "/a", "shared").statusCode());
    }

    @Test
    void sharedLocksAreBesideEachOtherAndAllAreShown() {
        String annas = token(lock(anna, "/a", "shared"));

        var second = lock(ben, "/a", "shared");

        assertEquals(200, second.statusCode());
        assertTrue(second.body().contains(annas) && second.body().contains(token(second)), second.body());
        assertNotEquals(annas, token(second));
        assertEquals(423, lock(ben, "/a", "exclusive").statusCode());
        assertEquals(423, ben.put(folder + "/a", "y").statusCode());
        assertEquals(
                204,
                ben.put(folder + "/a", "y", "If", "(<" + token(second) + ">)").statusCode());
    }

    @Test
    void aLockIsGivenBackByItsHolder() {
        String token = token(lock(anna, "/a", "exclusive"));

        assertEquals(400, anna.send("UNLOCK", folder + "/a").statusCode());
        assertEquals(
                400, anna.send("UNLOCK", folder + "/a", "Lock-Token", token).statusCode());
        assertEquals(403, unlock(ben, "/a", token));
        assertEquals(404, unlock(anna, "/no", token));
        var other = anna.send("UNLOCK", folder, "Lock-Token", "<" + token + ">");
        assertEquals(409, other.statusCode());
        assertTrue(other.body().contains("lock-token-matches-request-uri"), other.body());
        assertEquals(204, unlock(anna, "/a", token));
        assertEquals(409, unlock(anna, "/a", token));
        assertEquals(204, ben.put(folder + "/a", "y").statusCode());
    }

    // W-40
    @Test
    void aLockWhoseTimeIsOverIsGone() {
        String token = token(lock(anna, "/a", "exclusive"));
        files.ground.write(scope -> scope.session()
                .createNativeMutationQuery("update file_lock set expires_at = :then where id = :id")
                .setParameter("then", scope.databaseTime())
                .setParameter("id", UUID.fromString(token.substring(9)))
                .executeUpdate());

        assertTrue(discovery(anna, "/a").contains("<D:lockdiscovery></D:lockdiscovery>"), discovery(anna, "/a"));
        assertEquals(204, ben.put(folder + "/a", "y").statusCode());
        assertEquals(409, unlock(anna, "/a", token));
        assertEquals(
                412, anna.put(folder + "/a", "y", "If", "(<" + token + ">)").statusCode());
        assertFalse(lock(ben, "/a", "shared").body().contains(token));
    }

    // W-05
    @Test
    void explorerSetsTimesOfTheFileThatItHasLocked() {
        String token = token(lock(anna, "/plan.xlsx", "exclusive", "Timeout", "Second-3600"));
        String mine = "(<" + token + ">)";
        String times = "<D:propertyupdate xmlns:D=\"DAV:\" xmlns:Z=\"urn:schemas-microsoft-com:\"><D:set><D:prop>"
                + "<Z:Win32LastModifiedTime>Sun, 06 Nov 2022 08:49:37 GMT</Z:Win32LastModifiedTime>"
                + "</D:prop></D:set></D:propertyupdate>";

        assertEquals(204, anna.put(folder + "/plan.xlsx", "x", "If", mine).statusCode());
        var set = anna.send("PROPPATCH", folder + "/plan.xlsx", BodyPublishers.ofString(times), "If", mine);
        var bens = ben.send("PROPPATCH", folder + "/plan.xlsx", BodyPublishers.ofString(times));
        assertEquals(204, unlock(anna, "/plan.xlsx", token));

        assertEquals(207, set.statusCode());
        assertTrue(set.body().contains("HTTP/1.1 200 OK"), set.body());
        assertEquals(423, bens.statusCode());
        assertEquals("Sun, 06 Nov 2022 08:49:37 GMT", header(anna.get(folder + "/plan.xlsx"), "Last-Modified"));
    }

    @Test
    void aPropertyTellsOfLocksAsTheirAnswersDid() {
        String token = token(lock(anna, "", "exclusive", "Timeout", "Second-600"));

        String found = discovery(ben, "/a");

        assertTrue(found.contains("<D:href>" + token + "</D:href>"), found);
        assertTrue(found.contains("<D:depth>infinity</D:depth>"), found);
        assertTrue(found.contains("<D:lockroot><D:href>/app" + folder + "/</D:href></D:lockroot>"), found);
    }

    private String discovery(DavClient who, String path) {
        String body = "<D:propfind xmlns:D=\"DAV:\"><D:prop><D:lockdiscovery/></D:prop></D:propfind>";
        return who.send("PROPFIND", folder + path, BodyPublishers.ofString(body), "Depth", "0")
                .body();
    }
    /** RFC 4918 section 9.6.1: all tokens of what lies in it, or nothing goes; the answer names one that is missing. */
    @Test
    void aFolderGoesWithTheTokensOfAllThatLiesInIt() {
        anna.send("MKCOL", folder + "/in");
        anna.send("MKCOL", folder + "/in/deep");
        String one = token(lock(anna, "/in/one", "exclusive"));
        String two = token(lock(anna, "/in/deep/two", "exclusive"));
        String both = "</app" + folder + "/in/one> (<" + one + ">) </app" + folder + "/in/deep/two> (<" + two + ">)";

        for (String method : List.of("DELETE", "MOVE")) {
            String[] to = {"Destination", "/app" + folder + "/out", "If", "(Not <DAV:no-lock>)"};
            var bare = anna.send(method, folder + "/in", to);
            to[3] = "</app" + folder + "/in/one> (<" + one + ">)";
            var half = anna.send(method, folder + "/in", to);

            assertEquals(List.of(423, 423), List.of(bare.statusCode(), half.statusCode()));
            assertTrue(half.body().contains("<D:lock-token-submitted><D:href>/app/webdav/@drive/"), half.body());
            assertTrue(half.body().contains("/in/deep/two</D:href></D:lock-token-submitted>"), half.body());
        }
        assertEquals(
                423,
                ben.send("MOVE", folder + "/in", "Destination", "/app" + folder + "/out", "If", both)
                        .statusCode());
        assertEquals(200, anna.get(folder + "/in/deep/two").statusCode());
        assertEquals(
                201,
                anna.send("MOVE", folder + "/in", "Destination", "/app" + folder + "/out", "If", both)
                        .statusCode());
        assertEquals(204, ben.put(folder + "/out/one", "free").statusCode());
        String three = token(lock(anna, "/out/one", "exclusive"));
        assertEquals(
                204,
                anna.send("DELETE", folder + "/out", "If", "</app" + folder + "/out/one> (<" + three + ">)")
                        .statusCode());
        assertEquals(201, anna.send("MKCOL", folder + "/out").statusCode());
    }

    /** A lock on the folder alone guards the list of what lies in it, not what lies there (RFC 4918 section 7.4). */
    @Test
    void membersComeAndGoWithTheTokenOfTheirFolder() {
        anna.put(folder + "/b", "x");
        anna.send("MKCOL", folder + "/free");
        String token = token(lock(anna, "", "exclusive", "Depth", "0"));
        String mine = "</app" + folder + "/> (<" + token + ">)";

        assertEquals(423, anna.send("DELETE", folder + "/a").statusCode());
        assertEquals(423, to(ben, "MOVE", "/a", "/c").statusCode());
        assertEquals(423, to(ben, "MOVE", "/a", "/free/a").statusCode());
        assertEquals(423, to(anna, "COPY", "/a", "/b").statusCode());
        assertEquals(423, lock(ben, "/new", "exclusive").statusCode());
        assertEquals(423, anna.send("DELETE", folder).statusCode());
        assertEquals(201, to(ben, "COPY", "/a", "/free/a").statusCode());
        assertEquals(201, ben.put(folder + "/free/b", "x").statusCode());
        assertEquals(204, ben.put(folder + "/a", "y").statusCode());
        assertEquals(201, to(anna, "MOVE", "/a", "/c", "If", mine).statusCode());
        assertEquals(204, to(anna, "COPY", "/c", "/b", "If", mine).statusCode());
        assertEquals(204, anna.send("DELETE", folder + "/b", "If", mine).statusCode());
    }

    @Test
    void whoMayOnlyReadLocksNothing() {
        assertEquals(403, lock(carol, "/a", "exclusive").statusCode());
        assertEquals(403, lock(carol, "/new", "exclusive").statusCode());
        assertEquals(404, anna.get(folder + "/new").statusCode());
    }

    @Test
    void aLockOnAFolderThatMayNotBeSeenIsNotNamed() {
        var dave = served.account("dave" + folders, null, false);
        var daves = new DavClient(served.server, "/app", "dave" + folders);
        anna.send("MKCOL", folder + "/secret");
        anna.put(folder + "/secret/shown", "x");
        var drive = files.drives.select(annaUser, "Team").id();
        var shown = files.tree.resolve(annaUser, drive, List.of(folder.substring(20), "secret", "shown"));
        files.grant(dave, shown, Role.EDITOR);
        lock(anna, "/secret", "exclusive");
        String path = "/webdav/@drive/" + drive + "/" + folder.substring(20) + "/secret/shown";

        var conflict = daves.send("LOCK", path, BodyPublishers.ofString(lockinfo("shared")));

        assertEquals(423, conflict.statusCode());
        assertTrue(conflict.body().contains("<D:href>/app" + path + "</D:href>"), conflict.body());
    }
}
