package io.oxicloud.dav.property;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Access;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlName;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.db.Engine;
import io.oxicloud.files.FileLock;
import io.oxicloud.files.LockKind;
import io.oxicloud.files.LockRequest;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** W-44: what is wrong with one node is not wrong with its folder. */
class FactLoaderTest {
    private static final XmlName LOCKS = XmlName.dav("lockdiscovery");

    private final TestFiles files = new TestFiles(Engine.H2);
    private final Actor.User anna = files.user();
    private final Node folder = files.tree.get(anna, files.home(anna));
    private final List<Node> nodes = new ArrayList<>();
    private int asked;

    @BeforeEach
    void fill() {
        for (int i = 0; i < 5; i++) {
            nodes.add(files.write(anna, folder.id(), "file " + i, "x").node());
        }
        var request = new LockRequest(LockKind.EXCLUSIVE, false, "", null);
        files.locks.take(anna, nodes.get(4).id(), request, Precondition.NONE);
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void whatCannotBeReadOfOneNodeIsMissingForThatOneOnly() throws IOException {
        String answer = answer(new IllegalArgumentException("a damaged row"), PropertyQuery.Kind.NAMED);

        assertEquals(5, answer.split("<D:response>", -1).length - 1);
        assertEquals(1, answer.split("500 Internal", -1).length - 1);
        assertTrue(answer.contains("/file%202</D:href><D:propstat><D:prop><D:getetag>"), answer);
        assertEquals(1, answer.split("<D:activelock>", -1).length - 1);
        assertEquals(6, asked);
    }

    @Test
    void whoAsksForAllGetsAllTheRest() throws IOException {
        String answer = answer(new IllegalArgumentException("a damaged row"), PropertyQuery.Kind.ALL);

        assertEquals(5, answer.split("<D:response>", -1).length - 1);
        assertEquals(4, answer.split("<D:lockdiscovery>", -1).length - 1);
    }

    @Test
    void whatMayNotBeSeenAnyMoreIsLeftOut() throws IOException {
        String answer = answer(Access.absent(), PropertyQuery.Kind.NAMED);

        assertEquals(4, answer.split("<D:response>", -1).length - 1);
        assertTrue(!answer.contains("file%202") && !answer.contains(" 404 "), answer);
    }

    @Test
    void aDatabaseThatIsDownIsNotAskedForEachNode() {
        var down = new CloudException(ErrorCode.BACKEND_DOWN, "down");

        assertEquals(down, assertThrows(CloudException.class, () -> answer(down, PropertyQuery.Kind.NAMED)));
        assertEquals(1, asked);
    }

    private String answer(RuntimeException failure, PropertyQuery.Kind kind) throws IOException {
        var loader = new FactLoader((actor, some) -> locks(actor, some, failure), files.properties, files.sync);
        Set<XmlName> names = kind == PropertyQuery.Kind.NAMED ? Set.of(XmlName.dav("getetag"), LOCKS) : Set.of();
        PropertyPlan plan = PropertyPlan.of(new Catalogue(List::of), new PropertyQuery(kind, names));
        var bytes = new ByteArrayOutputStream();
        var writer = new MultistatusWriter(bytes, XmlOutput.LARGE);
        var place = new Place(List.of("dav"), List.of());
        var responses = new Responses(writer, plan, new Viewer(anna, files.tree, List.of()), place, null);

        Facts facts = loader.load(anna, plan, nodes);
        writer.open();
        for (Node node : nodes) {
            responses.child(node, facts);
        }
        writer.close();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private Map<NodeId, List<FileLock>> locks(Actor actor, List<Node> some, RuntimeException failure) {
        asked++;
        if (some.contains(nodes.get(2))) {
            throw failure;
        }
        return files.locks.on(actor, some);
    }
}
