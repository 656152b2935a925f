package io.oxicloud.dav;

import static io.oxicloud.dav.DavClient.header;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.base.Actor;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import io.oxicloud.files.LockKind;
import io.oxicloud.files.LockRequest;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What was true when a body began to come, and is not when it has come: the file stays as it is. Ben writes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WhileWritingTest {
    private final TestFiles files = new TestFiles(Engine.H2);
    private final ServedFiles served = new ServedFiles("/app", files);
    private final Actor.User annaUser = served.account("anna", null, false);
    private final Actor.User benUser = served.account("ben", null, false);
    private final DavClient anna = new DavClient(served.server, "/app", "anna");
    private final DavClient ben = new DavClient(served.server, "/app", "ben");
    private int drives;
    private DriveId drive = new DriveId(new java.util.UUID(0, 0));
    private String file = "";

    @AfterAll
    void close() {
        served.close();
    }

    @BeforeEach
    void freshDrive() {
        String name = "Team " + drives++;
        drive = files.drive(annaUser, name);
        files.grant(benUser, root(), Role.EDITOR);
        file = "/webdav/@drive/" + drive + "/a";
        assertEquals(201, anna.put(file, "old").statusCode());
    }

    @Test
    void aLockThatComesIsKept() {
        assertEquals(423, put(() -> lock(annaUser)));

        assertEquals("old", anna.get(file).body());
    }

    @Test
    void aGrantThatGoesIsGone() {
        Node top = root();

        int status = put(() -> files.ground.write(
                scope -> files.grants.revoke(scope, Subject.of(benUser.id()), Resource.of(top.lineage(), true))));

        assertEquals(404, status);
        assertEquals("old", anna.get(file).body());
    }

    @Test
    void aDriveThatIsFrozenStaysAsItIs() {
        assertEquals(405, put(() -> files.freeze(drive)));

        assertEquals("old", anna.get(file).body());
    }

    @Test
    void whatAnIfHeaderSaysOfTheContentHoldsToTheEnd() {
        String etag = header(anna.get(file), "ETag");

        assertEquals(412, put(() -> anna.put(file, "newer"), "If", "([" + etag + "])"));

        assertEquals("newer", anna.get(file).body());
    }

    @Test
    void whatWasNotModifiedSinceIsNotToTheEnd() {
        String modified = header(anna.get(file), "Last-Modified");

        assertEquals(412, put(() -> anna.put(file, "newer"), "If-Unmodified-Since", modified));

        assertEquals("newer", anna.get(file).body());
    }

    @Test
    void aLockThatItsHolderCountsOnLastsToTheEnd() {
        String token = lock(benUser);

        int status = put(
                () -> {
                    files.locks.release(benUser, node().id(), token);
                    anna.put(file, "newer");
                },
                "If",
                "(<" + token + ">)");

        assertEquals(412, status);
        assertEquals("newer", anna.get(file).body());
    }

    @Test
    void whatAnIfHeaderSaysOfAnotherFileHoldsToTheEnd() {
        String other = file.replaceFirst("a$", "other");
        String etag = header(anna.put(other, "x"), "ETag");
        String same = "<" + served.server.uri(other) + "> ([" + etag + "])";

        assertEquals(412, put(() -> anna.put(other, "newer"), "If", same));
        assertEquals("old", anna.get(file).body());

        String newer = header(anna.get(other), "ETag");
        assertEquals(204, put(() -> {}, "If", "</app" + other + "> ([" + newer + "])"));
        assertEquals(412, put(() -> anna.send("DELETE", other), "If", "</app" + other + "> ([" + newer + "])"));
        assertEquals(412, put(() -> anna.put(other, "x"), "If", "</app" + other + "> (Not [" + etag + "])"));
    }

    /** RFC 6578 section 5: nothing was done in the folder in between. */
    @Test
    void whatAnIfHeaderSaysOfTheFolderHoldsToTheEnd() {
        String folder = file.replaceFirst("a$", "");
        String token = token(folder);
        String etag = header(anna.get(folder), "ETag");

        assertEquals(412, put(() -> anna.put(folder + "b", "x"), "If", "</app" + folder + "> (<" + token + ">)"));
        assertEquals(412, put(() -> {}, "If", "</app" + folder + "> ([" + etag + "])"));
        assertEquals("old", anna.get(file).body());

        String now = header(anna.get(folder), "ETag");
        String both = "</app" + folder + "> (<" + token(folder) + "> [" + now + "])";
        assertEquals(204, put(() -> {}, "If", both));
        assertEquals(412, put(() -> {}, "If", both));
    }

    private String token(String folder) {
        String body = "<D:propfind xmlns:D='DAV:'><D:prop><D:sync-token/></D:prop></D:propfind>";
        var answer = Multistatus.of(anna.send("PROPFIND", folder, BodyPublishers.ofString(body), "Depth", "0"));
        return answer.text("/app" + folder, "{DAV:}sync-token");
    }

    @Test
    void aDeepLockThatComesAboveIsKept() {
        var wanted = new LockRequest(LockKind.EXCLUSIVE, true, "", null);

        assertEquals(423, put(() -> files.locks.take(annaUser, root().id(), wanted, Precondition.NONE)));

        assertEquals("old", anna.get(file).body());
    }

    private String lock(Actor.User who) {
        var wanted = new LockRequest(LockKind.EXCLUSIVE, false, "", null);
        return files.locks.take(who, node().id(), wanted, Precondition.NONE).token();
    }

    private Node root() {
        return files.tree.resolve(annaUser, drive, List.of());
    }

    private Node node() {
        return files.tree.resolve(annaUser, drive, List.of("a"));
    }

    private int put(Runnable deed, String... headers) {
        return ben.send("PUT", file, BodyPublishers.ofInputStream(() -> new Interrupted(deed)), headers)
                .statusCode();
    }

    /** Half of it is more than the sockets between us hold, so that the server reads already when the deed is done. */
    private static final class Interrupted extends InputStream {
        private static final int HALF = 24 << 20;

        private final Runnable deed;
        private int sent;

        Interrupted(Runnable deed) {
            this.deed = deed;
        }

        @Override
        public int read() {
            return sent++ < 2 * HALF ? 0 : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (sent >= 2 * HALF) {
                return -1;
            }
            if (sent < HALF && sent + length >= HALF) {
                deed.run();
            }
            Arrays.fill(target, offset, offset + length, (byte) 0);
            sent += length;
            return length;
        }
    }
}
