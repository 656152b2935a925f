package io.oxicloud.dav;

import static io.oxicloud.dav.DavClient.header;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.Engine;
import io.oxicloud.files.DeadProperty;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import io.oxicloud.files.TrashedNode;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What hangs on a file that is written over. PUT changes what is in it; COPY and MOVE first delete what is at their
 * destination (RFC 4918 sections 9.8.4 and 9.9.3), so that nothing of it is left but the lock, which belongs to the place.
 * Who saves a document by a move, holding its lock, is another case ({@code SwapSaveTest}).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OverwriteTest {
    private static final String LOCKINFO =
            "<lockinfo xmlns=\"DAV:\"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>";

    private final TestFiles files = new TestFiles(Engine.H2);
    private final ServedFiles served = new ServedFiles("/app", files);
    private final Actor.User annaUser = served.account("anna", null, false);
    private final Actor.User benUser = served.account("ben", null, false);
    private final DavClient anna = new DavClient(served.server, "/app", "anna");
    private int folders;
    private String name = "";
    private String folder = "";

    @AfterAll
    void close() {
        served.close();
    }

    /** With "old", that all kinds of things hang on, and "new", that has a property of its own. */
    @BeforeEach
    void twoFiles() {
        name = "t" + folders++;
        folder = "/webdav/" + name;
        anna.send("MKCOL", folder);
        anna.put(folder + "/old", "old");
        anna.put(folder + "/new", "new");
        files.grant(benUser, node("old"), Role.VIEWER);
        files.favorites.add(annaUser, node("old").id());
        colour("old", "blue");
        colour("new", "red");
    }

    @Test
    void aPutKeepsIt() {
        Node before = node("old");
        String token = lock("old");

        assertEquals(423, anna.put(folder + "/old", "without the token").statusCode());
        assertEquals(
                204, anna.put(folder + "/old", "other", "If", "(" + token + ")").statusCode());

        Node after = node("old");
        assertEquals("other", anna.get(folder + "/old").body());
        assertEquals(before.id(), after.id());
        assertEquals(before.created(), after.created());
        assertNotEquals(before.etag(), after.etag());
        assertEquals(List.of(benUser.id().value()), granted(after));
        assertEquals(Set.of(after.id()), files.favorites.among(annaUser, List.of(after)));
        assertEquals("blue", colour(after));
        assertTrue(locked("old").contains(token.substring(1, token.length() - 1)), () -> locked("old"));
        assertEquals(List.of(), trashed());
    }

    @Test
    void aCopyTakesThePlaceOfIt() {
        NodeId old = node("old").id();

        assertEquals(412, to("COPY", "F"));
        assertEquals(204, to("COPY", "T"));

        Node copy = node("old");
        assertEquals("new", anna.get(folder + "/old").body());
        assertEquals("new", anna.get(folder + "/new").body());
        assertNotEquals(old, copy.id());
        assertNotEquals(node("new").id(), copy.id());
        assertNothingIsLeft(copy, old);
    }

    @Test
    void aMoveTakesThePlaceOfIt() {
        NodeId old = node("old").id();
        Node moving = node("new");
        files.favorites.add(annaUser, moving.id());

        assertEquals(412, to("MOVE", "F"));
        assertEquals(204, to("MOVE", "T"));

        Node moved = node("old");
        assertEquals("new", anna.get(folder + "/old").body());
        assertEquals(404, anna.get(folder + "/new").statusCode());
        assertEquals(moving.id(), moved.id());
        assertEquals(moving.created(), moved.created());
        assertEquals(Set.of(moved.id()), files.favorites.among(annaUser, List.of(moved)));
        files.favorites.remove(annaUser, moved.id());
        assertNothingIsLeft(moved, old);
    }

    @Test
    void theLockBelongsToThePlace() {
        for (String method : List.of("COPY", "MOVE")) {
            anna.put(folder + "/new", method);
            String token = lock("old");

            assertEquals(423, to(method, "T"), method);
            assertEquals(204, to(method, "T", "If", "<" + address("old") + "> (" + token + ")"), method);

            assertTrue(locked("old").contains(token.substring(1, token.length() - 1)), () -> locked("old"));
            assertEquals(method, anna.get(folder + "/old").body());
            assertEquals(423, anna.put(folder + "/old", "x").statusCode(), method);
            assertEquals(
                    204,
                    anna.send("UNLOCK", folder + "/old", "Lock-Token", token).statusCode(),
                    method);
        }
    }

    /** What was at the destination lies whole in the trash. */
    private void assertNothingIsLeft(Node now, NodeId old) {
        assertEquals("red", colour(now));
        assertEquals(List.of(), granted(now));
        assertEquals(Set.of(), files.favorites.among(annaUser, List.of(now)));
        assertEquals(List.of(old), trashed());
        assertEquals(204, anna.send("DELETE", folder + "/old").statusCode());
        Node restored = files.trash.restore(annaUser, old);
        assertEquals("old", anna.get(folder + "/old").body());
        assertEquals("blue", colour(restored));
        assertEquals(List.of(benUser.id().value()), granted(restored));
        assertEquals(Set.of(old), files.favorites.among(annaUser, List.of(restored)));
    }

    private Node node(String file) {
        return files.tree.resolve(
                annaUser, files.drives.readable(annaUser).get(0).id(), List.of(name, file));
    }

    private void colour(String file, String value) {
        String body = "<D:propertyupdate xmlns:D=\"DAV:\"><D:set><D:prop><colour xmlns=\"urn:x\">" + value
                + "</colour></D:prop></D:set></D:propertyupdate>";
        assertEquals(
                207,
                anna.send("PROPPATCH", folder + "/" + file, BodyPublishers.ofString(body))
                        .statusCode());
    }

    private String colour(Node file) {
        List<DeadProperty> all = files.properties.all(annaUser, List.of(file)).getOrDefault(file.id(), List.of());
        assertEquals(1, all.size());
        return all.get(0).markup().replaceAll("<[^>]*>", "");
    }

    private List<UUID> granted(Node file) {
        return files.nodeGrants.list(annaUser, Resource.of(file.lineage(), false)).stream()
                .map(grant -> grant.subject().id())
                .toList();
    }

    private List<NodeId> trashed() {
        Node inside = files.tree.resolve(
                annaUser, files.drives.readable(annaUser).get(0).id(), List.of(name));
        return files.trash.list(annaUser, null, 100).items().stream()
                .map(TrashedNode::node)
                .filter(trashed -> inside.id().equals(trashed.parent()))
                .map(Node::id)
                .toList();
    }

    /** The token in angle brackets. */
    private String lock(String file) {
        var locked = anna.send("LOCK", folder + "/" + file, BodyPublishers.ofString(LOCKINFO), "Depth", "0");
        assertEquals(200, locked.statusCode());
        return header(locked, "Lock-Token");
    }

    private String locked(String file) {
        String body = "<propfind xmlns=\"DAV:\"><prop><lockdiscovery/></prop></propfind>";
        return anna.send("PROPFIND", folder + "/" + file, BodyPublishers.ofString(body), "Depth", "0")
                .body();
    }

    private int to(String method, String overwrite, String... headers) {
        String[] all = new String[headers.length + 4];
        all[0] = "Destination";
        all[1] = address("old");
        all[2] = "Overwrite";
        all[3] = overwrite;
        System.arraycopy(headers, 0, all, 4, headers.length);
        return anna.send(method, folder + "/new", all).statusCode();
    }

    private String address(String file) {
        return served.server.uri(folder + "/" + file).toString();
    }
}
