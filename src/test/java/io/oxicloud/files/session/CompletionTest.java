package io.oxicloud.files.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.ForwardingBlobBackend;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A process makes files of sessions while another one does something to them. */
@ParameterizedClass
@EnumSource(Engine.class)
class CompletionTest {
    private static final int PIECE = (int) NewSession.SHORTEST_PIECE;

    /** What happens when the slow process reads a piece; once. */
    private final List<Runnable> meanwhile = new ArrayList<>();

    private final TestFiles other;
    private final TestFiles slow;
    private final Actor.User alice;
    private final NodeId root;

    CompletionTest(Engine engine) {
        var memory = new MemoryBlobBackend();
        DatabaseSource source = TestDatabase.durableSource(engine);
        other = new TestFiles(source, memory);
        slow = new TestFiles(source, memory, new ForwardingBlobBackend(memory) {
            @Override
            public InputStream open(BlobName name) throws IOException {
                happen();
                return super.open(name);
            }

            @Override
            public InputStream open(BlobName name, ByteRange range) throws IOException {
                happen();
                return super.open(name, range);
            }
        });
        alice = other.user();
        root = new NodeId(other.drive(alice, "Team").value());
    }

    @AfterEach
    void close() {
        slow.close();
        other.close();
    }

    private void happen() {
        List<Runnable> now;
        synchronized (meanwhile) {
            now = List.copyOf(meanwhile);
            meanwhile.clear();
        }
        now.forEach(Runnable::run);
    }

    private UUID whole(String name, int pieces) throws IOException {
        UploadSessions sessions = SessionRig.on(other);
        UUID id = sessions.begin(alice, new NewSession(root, name, null, (long) pieces * PIECE, PIECE))
                .id();
        for (int number = 0; number < pieces; number++) {
            byte[] piece = new byte[PIECE];
            piece[0] = (byte) number;
            piece[1] = (byte) pieces;
            sessions.put(alice, id, number, null, new ByteArrayInputStream(piece), PIECE);
        }
        return id;
    }

    private Node complete(TestFiles by, UUID session) {
        return SessionRig.on(by).complete(alice, session, null);
    }

    @Test
    void whoComesMeanwhileIsToldToComeAgainAndReadsNothing() throws Exception {
        UUID session = whole("film", 2);
        var refused = new ArrayList<CloudException>();
        int[] opens = {0};
        meanwhile.add(() -> {
            int before = other.blobs.calls().opens();
            refused.add(assertThrows(CloudException.class, () -> complete(other, session)));
            opens[0] = other.blobs.calls().opens() - before;
        });

        Node made = complete(slow, session);

        assertEquals(1, refused.size());
        assertEquals(ErrorCode.CONFLICT, refused.get(0).code());
        assertTrue(refused.get(0).retryAfter() != null);
        assertEquals(0, opens[0]);
        assertEquals(made.id(), complete(other, session).id());
    }

    /** Its claim has run out, and the pieces were given back under its hands. */
    @Test
    void whoIsLateGetsTheFileThatWasMade() throws Exception {
        UUID session = whole("film", 2);
        var made = new ArrayList<Node>();
        meanwhile.add(() -> {
            SessionRig.endClaims(other);
            made.add(complete(other, session));
        });

        Node late = complete(slow, session);

        assertEquals(made.get(0).id(), late.id());
        assertEquals(1, other.tree.children(alice, root, null, 10).items().size());
        assertEquals(List.of(), other.fsck().findings());
    }

    @Test
    void whatIsGivenUpMeanwhileIsNotFound() throws Exception {
        UUID session = whole("film", 2);
        meanwhile.add(() -> SessionRig.on(other).abandon(alice, session));

        CloudException gone = assertThrows(CloudException.class, () -> complete(slow, session));

        assertEquals(ErrorCode.NOT_FOUND, gone.code());
        assertEquals(List.of(), other.tree.children(alice, root, null, 10).items());
        assertEquals(List.of(), other.fsck().findings());
    }

    @Test
    void manifestsOfPiecesAreReadByThePage() throws Exception {
        UUID few = whole("few", 4);
        UUID many = whole("many", 36);

        long first = slow.statements(() -> complete(slow, few));
        long second = slow.statements(() -> complete(slow, many));

        assertTrue(second - first < 16, first + " and " + second + " statements");
    }
}
