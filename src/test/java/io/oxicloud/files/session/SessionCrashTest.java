package io.oxicloud.files.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.chunk.MortalProcess;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import io.oxicloud.files.FileContent;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process that takes an upload in pieces dies at one call after another. Another one finds every piece that was acknowledged, goes
 * on and makes the file; and when time is over nothing is held by anything but that.
 */
@ParameterizedClass
@EnumSource(Engine.class)
class SessionCrashTest {
    private static final int PIECE = (int) NewSession.SHORTEST_PIECE;
    private static final int COUNT = 2;

    private final MortalProcess process;
    private final TestFiles survivor;
    private final TestFiles mortal;
    private final Actor.User alice;
    private final NodeId root;
    private final Set<Integer> acknowledged = new HashSet<>();
    private int trials;
    private byte[] bytes = {};

    SessionCrashTest(Engine engine) {
        var memory = new MemoryBlobBackend();
        DatabaseSource source = TestDatabase.durableSource(engine);
        survivor = new TestFiles(source, memory);
        process = new MortalProcess(source);
        mortal = new TestFiles(process.database(), memory, process.blobs(memory));
        alice = survivor.user();
        root = new NodeId(survivor.drive(alice, "Team").value());
    }

    @AfterEach
    void close() {
        mortal.close();
        survivor.close();
    }

    private UUID begin() {
        acknowledged.clear();
        bytes = new byte[COUNT * PIECE];
        new Random(trials).nextBytes(bytes);
        return SessionRig.on(survivor)
                .begin(alice, new NewSession(root, "file " + trials++, null, bytes.length, PIECE))
                .id();
    }

    private Node upload(TestFiles by, UUID session) throws IOException {
        UploadSessions sessions = SessionRig.on(by);
        UploadSession now = sessions.get(alice, session);
        for (int number : sessions.missing(alice, now)) {
            byte[] piece = Arrays.copyOfRange(bytes, number * PIECE, (number + 1) * PIECE);
            sessions.put(alice, session, number, null, new ByteArrayInputStream(piece), PIECE);
            acknowledged.add(number);
        }
        return sessions.complete(alice, session, null);
    }

    @Test
    void whatWasAcknowledgedIsThereForTheNextProcess() throws Exception {
        UUID first = begin();
        upload(mortal, first);
        UUID counted = begin();
        int[] moments = process.deaths(() -> upload(mortal, counted));
        int deaths = 0;
        for (int moment : moments) {
            UUID session = begin();
            deaths += process.dies(moment, () -> upload(mortal, session)) ? 1 : 0;
            String when = "died at " + process.death();
            assertEquals(List.of(), survivor.fsck().findings(), when);
            UploadSessions after = SessionRig.on(survivor);
            Set<Integer> there = new HashSet<>(Set.of(0, 1));
            SessionRig.endClaims(survivor);
            there.removeAll(after.missing(alice, after.get(alice, session)));
            assertTrue(there.containsAll(acknowledged), when);

            Node file = upload(survivor, session);

            try (FileContent content = survivor.tree.open(alice, file)) {
                assertArrayEquals(bytes, content.stream().readAllBytes(), when);
            }
            assertEquals(file.id(), after.complete(alice, session, null).id(), when);
            assertEquals(List.of(), survivor.fsck().findings(), when);
        }

        assertTrue(deaths > 0, deaths + " deaths of " + moments.length);
        assertEquals(
                trials, survivor.tree.children(alice, root, null, 1_000).items().size());
        survivor.clock.advance(Duration.ofHours(25));
        new SessionExpiry(survivor.database.maintenance(), survivor.references, survivor.held, survivor.clock).run();
        survivor.sweep();
        assertEquals(List.of(), survivor.fsck().findings());
        assertEquals(0, survivor.rows("upload_session"));
        assertEquals(0, survivor.rows("upload_piece"));
        assertEquals(0, survivor.rows("held_bytes where bytes > 0"));
        assertEquals(0, survivor.rows("chunk where refs = 0"));
    }
}
