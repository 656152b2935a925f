package io.oxicloud.dav;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A lock stays with the name when an editor swaps files below it. */
class LockedSwapSaveTest extends OnLockedFiles {
    // W-43
    @Test
    void wordSavesByMovingTheLockedFileAway() {
        anna.put(folder + "/d.docx", "old");
        String id = property("/d.docx", "resource-id");
        String token = token(lock(anna, "/d.docx", "exclusive", "Timeout", "Second-3600"));
        String mine = "(<" + token + ">)";
        anna.put(folder + "/~WRD0001.tmp", "new");

        assertEquals(
                201, to(anna, "MOVE", "/d.docx", "/~WRL0002.tmp", "If", mine).statusCode());
        assertEquals(423, ben.put(folder + "/d.docx", "between").statusCode());
        assertEquals(
                201, to(anna, "MOVE", "/~WRD0001.tmp", "/d.docx", "If", mine).statusCode());
        assertEquals(204, anna.send("DELETE", folder + "/~WRL0002.tmp").statusCode());
        assertEquals(423, ben.put(folder + "/d.docx", "after").statusCode());
        var refreshed = anna.send("LOCK", folder + "/d.docx", "If", mine, "Timeout", "Second-3600");
        assertEquals(204, unlock(anna, "/d.docx", token));

        assertTrue(refreshed.body().contains(token), refreshed.body());
        assertEquals("new", anna.get(folder + "/d.docx").body());
        assertEquals(id, property("/d.docx", "resource-id"));
        assertEquals(204, ben.put(folder + "/d.docx", "free").statusCode());
        assertEquals(
                List.of("~WRL0002.tmp"),
                files.trash.list(annaUser, null, 10).items().stream()
                        .map(trashed -> trashed.node().name())
                        .filter(name -> name.startsWith("~WRL"))
                        .toList());
    }

    // W-43
    @Test
    void whatReplacesALockedFileIsLockedInItsPlace() {
        String id = property("/a", "resource-id");
        String token = token(lock(anna, "/a", "exclusive"));
        anna.put(folder + "/new", "new");

        assertEquals(
                204, to(anna, "MOVE", "/new", "/a", "If", "(<" + token + ">)").statusCode());

        assertEquals(423, ben.put(folder + "/a", "y").statusCode());
        assertEquals(204, unlock(anna, "/a", token));
        assertEquals("new", anna.get(folder + "/a").body());
        assertEquals(id, property("/a", "resource-id"));
        assertEquals(404, anna.get(folder + "/new").statusCode());
    }

    /** Though the list of conditions names the very place. */
    @Test
    void whatMustNotBeReplacedIsNotSavedEither() {
        String token = token(lock(anna, "/a", "exclusive"));
        anna.put(folder + "/new", "new");
        String tagged = "</app" + folder + "/a> (<" + token + ">)";

        assertEquals(
                412,
                to(anna, "MOVE", "/new", "/a", "If", tagged, "Overwrite", "F").statusCode());

        assertEquals("x", anna.get(folder + "/a").body());
        assertEquals("new", anna.get(folder + "/new").body());
        assertEquals(204, to(anna, "MOVE", "/new", "/a", "If", tagged).statusCode());
    }

    @Test
    void aLockThatWaitsCoversNothingAndGoesOnForItsHolderOnly() {
        String token = token(lock(anna, "/a", "exclusive"));
        assertEquals(
                201, to(anna, "MOVE", "/a", "/b", "If", "(<" + token + ">)").statusCode());

        assertEquals(204, ben.put(folder + "/b", "y").statusCode());
        assertEquals(201, ben.put(folder + "/c", "y").statusCode());
        assertEquals(423, ben.put(folder + "/a", "y").statusCode());
        assertEquals(201, lock(anna, "/a", "exclusive").statusCode());
        assertEquals(409, unlock(anna, "/a", token));
    }

    @Test
    void whatTakesTheNameOfAFileThatWasMovedAwayTakesItsLock() {
        for (String method : List.of("PUT", "MKCOL", "COPY", "MOVE")) {
            anna.put(folder + "/from", "new");
            String token = token(lock(anna, "/" + method, "exclusive"));
            String mine = "(<" + token + ">)";
            assertEquals(
                    201,
                    to(anna, "MOVE", "/" + method, "/away-" + method, "If", mine)
                            .statusCode());

            int status = method.equals("PUT") || method.equals("MKCOL")
                    ? anna.send(method, folder + "/" + method, "If", mine).statusCode()
                    : to(anna, method, "/from", "/" + method, "If", mine).statusCode();

            assertEquals(201, status, method);
            assertEquals(204, unlock(anna, "/" + method, token), method);
        }
    }
}
