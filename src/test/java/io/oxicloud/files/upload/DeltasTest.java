package io.oxicloud.files.upload;

import static io.oxicloud.files.upload.DeltaRig.CHUNKS;
import static io.oxicloud.files.upload.DeltaRig.CLIENT;
import static io.oxicloud.files.upload.DeltaRig.CONTENT;
import static io.oxicloud.files.upload.DeltaRig.refused;
import static io.oxicloud.files.upload.DeltaRig.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import io.oxicloud.files.Written;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is missing of a file, what is sent of it, and what one may see of what others have sent. */
@ParameterizedClass
@EnumSource(Engine.class)
class DeltasTest {
    private final DeltaRig rig;
    private final TestFiles files;
    private final Deltas deltas;
    private final DeltaCommits commits;
    private final Actor.User alice;
    private final Actor.User bob;

    DeltasTest(Engine engine) {
        rig = new DeltaRig(engine);
        files = rig.files;
        deltas = files.deltas;
        commits = files.commits;
        alice = rig.alice;
        bob = rig.bob;
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void aFileIsMadeOfTheChunksThatWereSent() throws Exception {
        List<Hash> missing = deltas.missing(alice, CHUNKS);
        assertEquals(CLIENT.pieces().stream().map(DeltaClient.Piece::hash).toList(), missing);

        ChunkSequence came = rig.send(alice, missing);
        assertEquals(CHUNKS.count(), came.count());
        assertEquals(CHUNKS.digest(1), came.digest(1));
        assertEquals(CHUNKS.size(1), came.size(1));
        assertEquals(CONTENT.length, rig.held(alice));
        assertEquals(List.of(), deltas.missing(alice, CHUNKS));

        Written made = written(rig.commit(alice, "a"));
        assertTrue(made.created());
        assertArrayEquals(CONTENT, rig.read(made.node()));
        assertEquals(0, rig.held(alice));
        files.sweep();
        assertTrue(files.fsck().isClean());
        assertArrayEquals(CONTENT, rig.read(made.node()));
    }

    @Test
    void ofAnEditedFileOnlyWhatChangedIsSent() throws IOException {
        rig.send(alice, deltas.missing(alice, CHUNKS));
        Node file = written(rig.commit(alice, "a")).node();
        byte[] edited = CONTENT.clone();
        edited[1_500_000]++;
        var client = new DeltaClient(edited);

        List<Hash> missing = deltas.missing(alice, client.sequence());
        assertTrue(missing.size() <= 2, missing.toString());
        deltas.take(alice, new ByteArrayInputStream(client.frames(missing)));
        Written written = written(commits.commit(
                alice, new DeltaTarget.Existing(file.id()), client.hash(), client.sequence(), Precondition.NONE));

        assertFalse(written.created());
        assertEquals(file.id(), written.node().id());
        assertArrayEquals(edited, rig.read(written.node()));
        assertEquals(2, files.versions.list(alice, file.id()).size());
        assertEquals(0, rig.held(alice));
    }

    /** Sent, unreferenced, and there: whoever has not sent them may not use them. */
    @Test
    void whatOthersHaveSentIsNotThere() throws IOException {
        rig.send(alice, deltas.missing(alice, CHUNKS));

        assertEquals(CHUNKS.count(), deltas.missing(bob, CHUNKS).size());
        assertStillMissing(bob);

        written(rig.commit(alice, "a"));
        assertEquals(CHUNKS.count(), deltas.missing(bob, CHUNKS).size());
        assertStillMissing(bob);

        List<Hash> all = deltas.missing(bob, CHUNKS);
        rig.send(bob, all.subList(0, 2));
        assertEquals(
                all.subList(2, all.size()),
                commits.commit(bob, rig.fresh(bob, "b"), CLIENT.hash(), CHUNKS, Precondition.NONE)
                        .missing());
        rig.send(bob, all.subList(2, all.size()));
        assertArrayEquals(
                CONTENT,
                rig.read(written(commits.commit(bob, rig.fresh(bob, "b"), CLIENT.hash(), CHUNKS, Precondition.NONE))
                        .node()));
    }

    /** Neither by what is said nor by what is asked of the database: what others have sent, or have files of, is nowhere. */
    @Test
    void whatOthersHaveIsAnsweredAsWhatNobodyHas() throws IOException {
        var nowhere = new ChunkSequence.Builder();
        for (int i = 0; i < CHUNKS.count(); i++) {
            nowhere.add(DeltaClient.hash(new byte[] {(byte) i}), CHUNKS.size(i));
        }
        Hash nothing = DeltaClient.hash("nothing".getBytes(StandardCharsets.UTF_8));
        files.write(bob, files.home(bob), "own", "text");
        ChunkSequence unknown = nowhere.build();
        probes(nothing, unknown);
        List<Long> asked = probes(nothing, unknown);

        rig.send(alice, rig.all());
        assertEquals(asked, probes(CLIENT.hash(), CHUNKS));
        written(rig.commit(alice, "a"));
        assertEquals(asked, probes(CLIENT.hash(), CHUNKS));
        assertEquals(asked, probes(nothing, unknown));

        rig.send(bob, rig.all().subList(0, 1)); // one's own makes no difference to the others
        var mixed = new ChunkSequence.Builder();
        for (int i = 0; i < CHUNKS.count(); i++) {
            mixed.add(i == 0 ? CHUNKS.digest(0) : unknown.digest(i), CHUNKS.size(i));
        }
        ChunkSequence own = mixed.build();
        assertEquals(
                files.statements(() -> commits.commit(bob, rig.fresh(bob, "b"), nothing, own, Precondition.NONE)),
                files.statements(
                        () -> commits.commit(bob, rig.fresh(bob, "b"), CLIENT.hash(), CHUNKS, Precondition.NONE)));
    }

    /** @return the statements of each way to ask */
    private List<Long> probes(Hash content, ChunkSequence chunks) {
        List<Hash> each = new ArrayList<>();
        for (int i = 0; i < chunks.count(); i++) {
            each.add(chunks.digest(i));
        }
        return List.of(
                files.statements(() -> assertEquals(
                        new DeltaOutcome(null, each),
                        commits.commit(bob, rig.fresh(bob, "b"), content, chunks, Precondition.NONE))),
                files.statements(() -> assertEquals(each, deltas.missing(bob, chunks))),
                files.statements(() -> assertEquals(each, deltas.notAvailable(bob, each))),
                files.statements(() ->
                        refused(ErrorCode.NOT_FOUND, () -> files.known.create(bob, files.home(bob), "c", content))),
                files.statements(() -> assertEquals(Map.of(), files.known.sizes(bob, List.of(content)))));
    }

    @Test
    void aSharedFileIsNotPossessed() throws IOException {
        rig.send(alice, deltas.missing(alice, CHUNKS));
        Node file = written(rig.commit(alice, "a")).node();
        files.grant(bob, file, Role.EDITOR);

        assertEquals(CHUNKS.count(), deltas.missing(bob, CHUNKS).size());
        assertEquals(
                KnownContents.NOT_OWNED,
                assertThrows(CloudException.class, () -> deltas.manifest(bob, file.id()))
                        .reason());
        List<Hash> all = CLIENT.pieces().stream().map(DeltaClient.Piece::hash).toList();
        assertEquals(all, deltas.notAvailable(bob, all));
        refused(ErrorCode.NOT_FOUND, () -> deltas.send(bob, all));
    }

    @Test
    void whatNoFileCouldHaveIsRefused() {
        for (int size : new int[] {0, -1, (1 << 20) + 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            refused(ErrorCode.INVALID_INPUT, () -> deltas.missing(alice, one(size)));
            refused(
                    ErrorCode.INVALID_INPUT,
                    () -> commits.commit(alice, rig.fresh(alice, "a"), CLIENT.hash(), one(size), Precondition.NONE));
        }
    }

    @Test
    void whatAreNoFramesIsRefusedWithTheNumberOfTheFrame() {
        badFrames("frame 1 ends within its length", new byte[] {0, 0, 1});
        badFrames("frame 1 says it has 0 bytes", new byte[] {0, 0, 0, 0});
        badFrames("frame 1 says it has 4294967295 bytes", new byte[] {-1, -1, -1, -1, 5});
        badFrames(
                "frame 1 says it has 1048577 bytes",
                ByteBuffer.allocate(4).putInt((1 << 20) + 1).array());
        badFrames("frame 2 ends before its 3 bytes", new byte[] {0, 0, 0, 1, 7, 0, 0, 0, 3, 1, 2});
    }

    @Test
    void chunksGoInTheOrderInWhichTheyWereAskedFor() throws IOException {
        rig.send(alice, deltas.missing(alice, CHUNKS));
        Node file = written(rig.commit(alice, "a")).node();

        FileManifest manifest = deltas.manifest(alice, file.id());
        assertEquals(CLIENT.hash(), manifest.content());
        assertEquals(CHUNKS.count(), manifest.chunks().count());
        assertEquals(CONTENT.length, manifest.chunks().total());
        List<Hash> wanted = List.of(CHUNKS.digest(4), CHUNKS.digest(0), CHUNKS.digest(2));
        var out = new ByteArrayOutputStream();
        try (SentChunks framed = deltas.send(alice, wanted)) {
            framed.writeTo(out);
            assertEquals(framed.length(), out.size());
        }

        assertArrayEquals(CLIENT.frames(wanted), out.toByteArray());
        refused(ErrorCode.INVALID_INPUT, () -> deltas.send(alice, List.of()));
        refused(ErrorCode.INVALID_INPUT, () -> deltas.send(alice, List.of(wanted.get(0), wanted.get(0))));
        refused(ErrorCode.NOT_FOUND, () -> deltas.send(alice, List.of(CLIENT.hash())));
    }

    private void assertStillMissing(Actor.User who) {
        DeltaOutcome outcome = rig.commit(who, "b");
        assertNull(outcome.written());
        assertEquals(rig.all(), outcome.missing());
        assertEquals(0, files.count("PinEntity"));
    }

    private void badFrames(String why, byte[] framed) {
        CloudException refusal =
                assertThrows(CloudException.class, () -> deltas.take(alice, new ByteArrayInputStream(framed)));
        assertEquals(ErrorCode.INVALID_INPUT, refusal.code());
        assertTrue(refusal.message().startsWith(why), refusal.message());
        assertEquals(0, rig.held(alice));
        assertEquals(0, files.count("PinEntity"));
    }

    private static ChunkSequence one(int size) {
        return new ChunkSequence.Builder().add(CLIENT.hash(), size).build();
    }
}
