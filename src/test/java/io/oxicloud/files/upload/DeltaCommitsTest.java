package io.oxicloud.files.upload;

import static io.oxicloud.files.upload.DeltaRig.CHUNKS;
import static io.oxicloud.files.upload.DeltaRig.CLIENT;
import static io.oxicloud.files.upload.DeltaRig.CONTENT;
import static io.oxicloud.files.upload.DeltaRig.refused;
import static io.oxicloud.files.upload.DeltaRig.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.chunk.Assembled;
import io.oxicloud.db.Engine;
import io.oxicloud.files.LockKind;
import io.oxicloud.files.LockRequest;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import io.oxicloud.files.Written;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes a file of chunks that were sent, and what does not. */
@ParameterizedClass
@EnumSource(Engine.class)
class DeltaCommitsTest {
    private final DeltaRig rig;
    private final TestFiles files;
    private final Deltas deltas;
    private final DeltaCommits commits;
    private final Actor.User alice;
    private final NodeId home;

    DeltaCommitsTest(Engine engine) {
        rig = new DeltaRig(engine);
        files = rig.files;
        deltas = files.deltas;
        commits = files.commits;
        alice = rig.alice;
        home = files.home(alice);
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void aCommitThatWasMadeIsAnsweredAgainAndChangesNothing() throws IOException {
        rig.send(alice, deltas.missing(alice, CHUNKS));
        Written made = written(rig.commit(alice, "a"));
        long used = used();

        Written again = written(rig.commit(alice, "a"));
        Written update = written(commits.commit(
                alice, new DeltaTarget.Existing(made.node().id()), CLIENT.hash(), CHUNKS, Precondition.NONE));

        assertEquals(made, again);
        assertEquals(made.node(), update.node());
        assertFalse(update.created());
        assertEquals(used, used());
        assertEquals(1, files.versions.list(alice, made.node().id()).size());
        files.write(alice, home, "a", "other");
        refused(ErrorCode.NAME_TAKEN, () -> rig.commit(alice, "a"));
    }

    /** The answer was lost, and the tag is what the file had before. */
    @Test
    void aCommitThatWasMadeIsAnsweredAgainWhateverItAskedFor() throws IOException {
        rig.send(alice, rig.all());
        Node before = files.write(alice, home, "a", "text").node();
        var condition = new Precondition(false, false, Set.of(before.etag()), Set.of(), Set.of());
        var target = new DeltaTarget.Existing(before.id());

        Written made = written(commits.commit(alice, target, CLIENT.hash(), CHUNKS, condition));
        Written again = written(commits.commit(alice, target, CLIENT.hash(), CHUNKS, condition));

        assertEquals(made, again);
        files.write(alice, home, "a", "other");
        refused(ErrorCode.STALE_ETAG, () -> commits.commit(alice, target, CLIENT.hash(), CHUNKS, condition));
        files.locks.take(alice, before.id(), new LockRequest(LockKind.EXCLUSIVE, false, "", null), Precondition.NONE);
        refused(ErrorCode.LOCKED, () -> commits.commit(alice, target, CLIENT.hash(), CHUNKS, Precondition.NONE));
    }

    /** What was given up between the first question and the lock is not used. */
    @Test
    void itIsAskedAgainUnderTheLock() throws IOException {
        rig.send(alice, rig.all());
        var asked = new AtomicInteger();

        Assembled none = files.contents.assemble(
                CLIENT.hash(), CHUNKS, (scope, some) -> asked.getAndIncrement() == 0 ? Set.copyOf(some) : Set.of());

        assertEquals(2, asked.get());
        assertNull(none.lease());
        assertEquals(rig.all(), none.missing());
        assertEquals(0, files.count("PinEntity"));
    }

    /** Else whoever brings a content first decides how it is cut for all. */
    @Test
    void whatIsCutInAnotherWayIsRefused() throws IOException {
        byte[] content = Arrays.copyOf(CONTENT, 600_000);
        var right = new DeltaClient(content);
        assertTrue(right.pieces().size() > 1);
        int first = right.pieces().get(0).length();

        cutDifferently(content, 0, 1_000, 2_000);
        cutDifferently(content, 0, first + 70_000);
        cutDifferently(content, 1, first, first + 70_000);
        cutDifferently(content, 0, 599_999);
        cutDifferently(content, 0);

        assertEquals(0, files.count("ManifestEntity"));
        assertEquals(0, files.count("PinEntity"));
        deltas.take(
                alice,
                new ByteArrayInputStream(right.frames(
                        right.pieces().stream().map(DeltaClient.Piece::hash).toList())));
        Node made = written(
                        commits.commit(alice, rig.fresh(alice, "a"), right.hash(), right.sequence(), Precondition.NONE))
                .node();
        assertArrayEquals(content, rig.read(made));
    }

    private void cutDifferently(byte[] content, int index, int... cuts) throws IOException {
        var frames = new ByteArrayOutputStream();
        int at = 0;
        for (int i = 0; i <= cuts.length; i++) {
            int end = i == cuts.length ? content.length : cuts[i];
            frames.writeBytes(ByteBuffer.allocate(4).putInt(end - at).array());
            frames.write(content, at, end - at);
            at = end;
        }
        ChunkSequence sent = deltas.take(alice, new ByteArrayInputStream(frames.toByteArray()));
        CloudException refusal = assertThrows(
                CloudException.class,
                () -> commits.commit(alice, rig.fresh(alice, "a"), DeltaClient.hash(content), sent, Precondition.NONE));
        assertEquals(ErrorCode.INVALID_INPUT, refusal.code());
        assertEquals(
                "chunks: cut differently than the server cuts a file of these bytes, first at chunks[" + index + "]",
                refusal.message());
    }

    @Test
    void aChunkThatComesAgainAtOnceIsReadOnce() throws IOException {
        byte[] zeros = new byte[8 << 20];
        var client = new DeltaClient(zeros);
        assertEquals(8, client.pieces().size());
        deltas.take(
                alice,
                new ByteArrayInputStream(
                        client.frames(Set.of(client.pieces().get(0).hash()))));
        files.blobs.calls();

        Written made = written(
                commits.commit(alice, rig.fresh(alice, "zeros"), client.hash(), client.sequence(), Precondition.NONE));

        assertEquals(1, files.blobs.calls().opens());
        assertArrayEquals(zeros, rig.read(made.node()));
    }

    /** A digest that the bytes do not have never becomes the name of a content, and nothing stays held. */
    @Test
    void aForgedDigestIsRefused() throws Exception {
        rig.send(alice, deltas.missing(alice, CHUNKS));
        Hash forged = DeltaClient.hash(new byte[] {1});
        var swapped = new ChunkSequence.Builder();
        for (int i = CHUNKS.count() - 1; i >= 0; i--) {
            swapped.add(CHUNKS.digest(i), CHUNKS.size(i));
        }

        refused(
                ErrorCode.INVALID_INPUT,
                () -> commits.commit(alice, rig.fresh(alice, "a"), forged, CHUNKS, Precondition.NONE));
        refused(
                ErrorCode.INVALID_INPUT,
                () -> commits.commit(alice, rig.fresh(alice, "a"), CLIENT.hash(), swapped.build(), Precondition.NONE));

        assertEquals(0, files.count("PinEntity"));
        assertEquals(0, files.count("ManifestEntity"));
        assertEquals(CONTENT.length, rig.held(alice));
        assertNotNull(rig.commit(alice, "a").written());
        assertTrue(files.fsck().isClean());
    }

    @Test
    void aWrongSizeIsNamed() throws IOException {
        rig.send(alice, deltas.missing(alice, CHUNKS));
        var wrong = new ChunkSequence.Builder();
        var twice = new ChunkSequence.Builder();
        for (int i = 0; i < CHUNKS.count(); i++) {
            wrong.add(CHUNKS.digest(i), CHUNKS.size(i) - (i == 3 ? 1 : 0));
            twice.add(CHUNKS.digest(i), CHUNKS.size(i));
        }
        twice.add(CHUNKS.digest(0), 1);

        for (ChunkSequence bad : List.of(wrong.build(), twice.build())) {
            CloudException refusal = assertThrows(
                    CloudException.class,
                    () -> commits.commit(alice, rig.fresh(alice, "a"), CLIENT.hash(), bad, Precondition.NONE));
            assertEquals(ErrorCode.INVALID_INPUT, refusal.code());
            assertTrue(refusal.message().startsWith("chunks: chunk "), refusal.message());
        }
        assertEquals(0, files.count("PinEntity"));
    }

    /** A content that one has already is another file of it, whatever the chunks are said to be. */
    @Test
    void aContentThatIsPossessedNeedsNoChunk() throws IOException {
        rig.send(alice, deltas.missing(alice, CHUNKS));
        written(rig.commit(alice, "a"));
        files.blobs.calls();

        Written copy = written(commits.commit(
                alice, rig.fresh(alice, "b"), CLIENT.hash(), new ChunkSequence.Builder().build(), Precondition.NONE));

        assertEquals(0, files.blobs.calls().opens());
        assertArrayEquals(CONTENT, rig.read(copy.node()));
    }

    @Test
    void anEmptyFileHasNoChunk() {
        Written made = written(commits.commit(
                alice,
                rig.fresh(alice, "empty"),
                DeltaClient.hash(new byte[0]),
                new ChunkSequence.Builder().build(),
                Precondition.NONE));

        assertEquals(0, made.node().size());
        refused(
                ErrorCode.INVALID_INPUT,
                () -> commits.commit(
                        alice,
                        rig.fresh(alice, "no"),
                        CLIENT.hash(),
                        new ChunkSequence.Builder().build(),
                        Precondition.NONE));
    }

    @Test
    void locksAndConditionsCountAsEverywhere() throws IOException {
        rig.send(alice, deltas.missing(alice, CHUNKS));
        Node file = files.write(alice, home, "a", "text").node();
        refused(ErrorCode.NAME_TAKEN, () -> rig.commit(alice, "a"));
        refused(
                ErrorCode.STALE_ETAG,
                () -> commits.commit(
                        alice,
                        new DeltaTarget.Existing(file.id()),
                        CLIENT.hash(),
                        CHUNKS,
                        new Precondition(false, false, Set.of("\"no\""), Set.of(), Set.of())));
        files.locks.take(alice, file.id(), new LockRequest(LockKind.EXCLUSIVE, false, "", null), Precondition.NONE);

        refused(
                ErrorCode.LOCKED,
                () -> commits.commit(
                        alice, new DeltaTarget.Existing(file.id()), CLIENT.hash(), CHUNKS, Precondition.NONE));
        assertEquals(0, files.count("PinEntity"));
    }

    private long used() {
        return files.drives.used(alice).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
