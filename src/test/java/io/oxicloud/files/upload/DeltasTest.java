package io.oxicloud.files.upload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.base.UserId;
import io.oxicloud.chunk.Assembled;
import io.oxicloud.db.Engine;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.LockKind;
import io.oxicloud.files.LockRequest;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import io.oxicloud.files.WriteLimits;
import io.oxicloud.files.Written;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class DeltasTest {
    private static final byte[] CONTENT = random(3 << 20, 1);
    private static final DeltaClient CLIENT = new DeltaClient(CONTENT);
    private static final ChunkSequence CHUNKS = CLIENT.sequence();

    private final TestFiles files;
    private final Deltas deltas;
    private final DeltaCommits commits;
    private final Actor.User alice;
    private final Actor.User bob;
    private final NodeId home;

    DeltasTest(Engine engine) {
        files = new TestFiles(engine);
        deltas = files.deltas;
        commits = files.commits;
        alice = files.user();
        bob = files.user();
        home = files.home(alice);
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void aFileIsMadeOfTheChunksThatWereSent() throws Exception {
        List<Hash> missing = deltas.missing(alice, CHUNKS);
        assertEquals(CLIENT.pieces().stream().map(DeltaClient.Piece::hash).toList(), missing);

        ChunkSequence came = send(alice, missing);
        assertEquals(CHUNKS.count(), came.count());
        assertEquals(CHUNKS.digest(1), came.digest(1));
        assertEquals(CHUNKS.size(1), came.size(1));
        assertEquals(CONTENT.length, held(alice));
        assertEquals(List.of(), deltas.missing(alice, CHUNKS));

        Written made = written(commit(alice, "a"));
        assertTrue(made.created());
        assertArrayEquals(CONTENT, read(made.node()));
        assertEquals(0, held(alice));
        files.sweep();
        assertTrue(files.fsck().isClean());
        assertArrayEquals(CONTENT, read(made.node()));
    }

    @Test
    void aCommitThatWasMadeIsAnsweredAgainAndChangesNothing() throws IOException {
        send(alice, deltas.missing(alice, CHUNKS));
        Written made = written(commit(alice, "a"));
        long used = used();

        Written again = written(commit(alice, "a"));
        Written update = written(commits.commit(
                alice, new DeltaTarget.Existing(made.node().id()), CLIENT.hash(), CHUNKS, Precondition.NONE));

        assertEquals(made, again);
        assertEquals(made.node(), update.node());
        assertFalse(update.created());
        assertEquals(used, used());
        assertEquals(1, files.versions.list(alice, made.node().id()).size());
        files.write(alice, home, "a", "other");
        refused(ErrorCode.NAME_TAKEN, () -> commit(alice, "a"));
    }

    @Test
    void ofAnEditedFileOnlyWhatChangedIsSent() throws IOException {
        send(alice, deltas.missing(alice, CHUNKS));
        Node file = written(commit(alice, "a")).node();
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
        assertArrayEquals(edited, read(written.node()));
        assertEquals(2, files.versions.list(alice, file.id()).size());
        assertEquals(0, held(alice));
    }

    /** Sent, unreferenced, and there: whoever has not sent them may not use them. */
    @Test
    void whatOthersHaveSentIsNotThere() throws IOException {
        send(alice, deltas.missing(alice, CHUNKS));

        assertEquals(CHUNKS.count(), deltas.missing(bob, CHUNKS).size());
        assertStillMissing(bob);

        written(commit(alice, "a"));
        assertEquals(CHUNKS.count(), deltas.missing(bob, CHUNKS).size());
        assertStillMissing(bob);

        List<Hash> all = deltas.missing(bob, CHUNKS);
        send(bob, all.subList(0, 2));
        assertEquals(
                all.subList(2, all.size()),
                commits.commit(bob, fresh(bob, "b"), CLIENT.hash(), CHUNKS, Precondition.NONE)
                        .missing());
        send(bob, all.subList(2, all.size()));
        assertArrayEquals(
                CONTENT,
                read(written(commits.commit(bob, fresh(bob, "b"), CLIENT.hash(), CHUNKS, Precondition.NONE))
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

        send(alice, all());
        assertEquals(asked, probes(CLIENT.hash(), CHUNKS));
        written(commit(alice, "a"));
        assertEquals(asked, probes(CLIENT.hash(), CHUNKS));
        assertEquals(asked, probes(nothing, unknown));

        send(bob, all().subList(0, 1)); // one's own makes no difference to the others
        var mixed = new ChunkSequence.Builder();
        for (int i = 0; i < CHUNKS.count(); i++) {
            mixed.add(i == 0 ? CHUNKS.digest(0) : unknown.digest(i), CHUNKS.size(i));
        }
        ChunkSequence own = mixed.build();
        assertEquals(
                files.statements(() -> commits.commit(bob, fresh(bob, "b"), nothing, own, Precondition.NONE)),
                files.statements(() -> commits.commit(bob, fresh(bob, "b"), CLIENT.hash(), CHUNKS, Precondition.NONE)));
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
                        commits.commit(bob, fresh(bob, "b"), content, chunks, Precondition.NONE))),
                files.statements(() -> assertEquals(each, deltas.missing(bob, chunks))),
                files.statements(() -> assertEquals(each, deltas.notAvailable(bob, each))),
                files.statements(() ->
                        refused(ErrorCode.NOT_FOUND, () -> files.known.create(bob, files.home(bob), "c", content))),
                files.statements(() -> assertEquals(Map.of(), files.known.sizes(bob, List.of(content)))));
    }

    /** What was given up between the first question and the lock is not used. */
    @Test
    void itIsAskedAgainUnderTheLock() throws IOException {
        send(alice, all());
        var asked = new AtomicInteger();

        Assembled none = files.contents.assemble(
                CLIENT.hash(), CHUNKS, (scope, some) -> asked.getAndIncrement() == 0 ? Set.copyOf(some) : Set.of());

        assertEquals(2, asked.get());
        assertNull(none.lease());
        assertEquals(all(), none.missing());
        assertEquals(0, count("PinEntity"));
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

        assertEquals(0, count("ManifestEntity"));
        assertEquals(0, count("PinEntity"));
        deltas.take(
                alice,
                new ByteArrayInputStream(right.frames(
                        right.pieces().stream().map(DeltaClient.Piece::hash).toList())));
        Node made = written(commits.commit(alice, fresh(alice, "a"), right.hash(), right.sequence(), Precondition.NONE))
                .node();
        assertArrayEquals(content, read(made));
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
                () -> commits.commit(alice, fresh(alice, "a"), DeltaClient.hash(content), sent, Precondition.NONE));
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
                commits.commit(alice, fresh(alice, "zeros"), client.hash(), client.sequence(), Precondition.NONE));

        assertEquals(1, files.blobs.calls().opens());
        assertArrayEquals(zeros, read(made.node()));
    }

    /** The answer was lost, and the tag is what the file had before. */
    @Test
    void aCommitThatWasMadeIsAnsweredAgainWhateverItAskedFor() throws IOException {
        send(alice, all());
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

    @Test
    void aSharedFileIsNotPossessed() throws IOException {
        send(alice, deltas.missing(alice, CHUNKS));
        Node file = written(commit(alice, "a")).node();
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

    /** A digest that the bytes do not have never becomes the name of a content, and nothing stays held. */
    @Test
    void aForgedDigestIsRefused() throws Exception {
        send(alice, deltas.missing(alice, CHUNKS));
        Hash forged = DeltaClient.hash(new byte[] {1});
        var swapped = new ChunkSequence.Builder();
        for (int i = CHUNKS.count() - 1; i >= 0; i--) {
            swapped.add(CHUNKS.digest(i), CHUNKS.size(i));
        }

        refused(
                ErrorCode.INVALID_INPUT,
                () -> commits.commit(alice, fresh(alice, "a"), forged, CHUNKS, Precondition.NONE));
        refused(
                ErrorCode.INVALID_INPUT,
                () -> commits.commit(alice, fresh(alice, "a"), CLIENT.hash(), swapped.build(), Precondition.NONE));

        assertEquals(0, count("PinEntity"));
        assertEquals(0, count("ManifestEntity"));
        assertEquals(CONTENT.length, held(alice));
        assertNotNull(commit(alice, "a").written());
        assertTrue(files.fsck().isClean());
    }

    @Test
    void aWrongSizeIsNamed() throws IOException {
        send(alice, deltas.missing(alice, CHUNKS));
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
                    () -> commits.commit(alice, fresh(alice, "a"), CLIENT.hash(), bad, Precondition.NONE));
            assertEquals(ErrorCode.INVALID_INPUT, refusal.code());
            assertTrue(refusal.message().startsWith("chunks: chunk "), refusal.message());
        }
        assertEquals(0, count("PinEntity"));
    }

    @Test
    void whatNoFileCouldHaveIsRefused() {
        for (int size : new int[] {0, -1, (1 << 20) + 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            refused(ErrorCode.INVALID_INPUT, () -> deltas.missing(alice, one(size)));
            refused(
                    ErrorCode.INVALID_INPUT,
                    () -> commits.commit(alice, fresh(alice, "a"), CLIENT.hash(), one(size), Precondition.NONE));
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
    void aRequestHasItsLimit() throws IOException {
        var small = new Deltas(
                files.ground.tx,
                files.access,
                files.tree,
                files.store,
                files.held,
                new UploadSettings(1 << 20, 10, Duration.ofDays(1)));

        small.take(alice, new ByteArrayInputStream(new byte[] {0, 0, 0, 6, 1, 2, 3, 4, 5, 6}));
        refused(
                ErrorCode.INVALID_INPUT,
                () -> small.take(alice, new ByteArrayInputStream(new byte[] {0, 0, 0, 7, 1, 2, 3, 4, 5, 6, 7})));
        assertEquals(6, held(alice));
    }

    /** Bytes bound nothing where a chunk has one of them. */
    @Test
    void aRequestHasAsManyChunksAsItsBytesMayBeCutInto() throws IOException {
        int most = UploadSettings.mostChunks(100 << 20);
        assertEquals(3_200, most);
        var frames = new ByteArrayOutputStream();
        for (int i = 0; i <= most; i++) {
            frames.writeBytes(new byte[] {0, 0, 0, 1, (byte) i});
        }

        CloudException refusal = assertThrows(
                CloudException.class, () -> deltas.take(alice, new ByteArrayInputStream(frames.toByteArray())));

        assertEquals(ErrorCode.INVALID_INPUT, refusal.code());
        assertEquals("one request may have at most 3200 chunks", refusal.message());
        assertEquals(
                most,
                deltas.take(alice, new ByteArrayInputStream(frames.toByteArray(), 0, 5 * most))
                        .count());
        refused(ErrorCode.INVALID_INPUT, () -> deltas.send(alice, Collections.nCopies(most + 1, CLIENT.hash())));
    }

    /** Whether it is the account, its drive or the disk that is full: not a blob is written to be thrown away. */
    @Test
    void whatThereIsNoRoomForIsNotWritten() throws IOException {
        var full = new FileTree.Store(
                files.contents, files.references, new WriteLimits(Long.MAX_VALUE, () -> CONTENT.length - 1));
        var disk = new Deltas(files.ground.tx, files.access, files.tree, full, files.held, UploadSettings.of(1 << 30));
        var small = new HeldBytes(files.ledger, CONTENT.length - 1);
        var account =
                new Deltas(files.ground.tx, files.access, files.tree, files.store, small, UploadSettings.of(1 << 30));
        byte[] frames = CLIENT.frames(all());

        refused(ErrorCode.STORAGE_FULL, () -> disk.take(alice, new ByteArrayInputStream(frames)));
        refused(ErrorCode.OVER_QUOTA, () -> account.take(alice, new ByteArrayInputStream(frames)));

        assertEquals(0, files.memory.names().size());
        assertEquals(0, count("ChunkEntity"));
        send(alice, all());
        account.take(alice, new ByteArrayInputStream(frames)); // what one waits with needs no room
        disk.take(alice, new ByteArrayInputStream(frames));
        assertEquals(CONTENT.length, held(alice));
    }

    /** Each has all of its bytes read again. */
    @Test
    void notManyFilesAreMadeAtOnce() throws IOException {
        send(alice, all());
        send(bob, all());
        makingAlso(alice.id(), 2, () -> {
            refused(ErrorCode.BUSY, () -> commit(alice, "a"));
            written(commit(bob, "b"));
        });
        written(commit(alice, "a"));
    }

    @Test
    void notAllAreOfOneAccountNorMoreThanTheServerBears() {
        UserId some = alice.id();
        makingAlso(
                some,
                Assemblies.OF_ONE,
                () -> makingAlso(
                        null,
                        Assemblies.AT_ONCE - Assemblies.OF_ONE,
                        () -> refused(ErrorCode.BUSY, () -> commits.assemblies.make(bob.id(), () -> true))));
        assertTrue(commits.assemblies.make(bob.id(), () -> true));
    }

    /** @param account null for another one each time */
    private void makingAlso(@Nullable UserId account, int count, Runnable work) {
        if (count == 0) {
            work.run();
            return;
        }
        UserId one = account == null ? new UserId(UUID.randomUUID()) : account;
        commits.assemblies.make(one, () -> {
            makingAlso(account, count - 1, work);
            return true;
        });
    }

    @Test
    void nobodyHoldsMoreThanAnyMay() throws Exception {
        var held = new HeldBytes(files.ledger, CONTENT.length - 1);
        var bounded =
                new Deltas(files.ground.tx, files.access, files.tree, files.store, held, UploadSettings.of(1 << 30));

        refused(ErrorCode.OVER_QUOTA, () -> bounded.take(alice, new ByteArrayInputStream(CLIENT.frames(all()))));

        assertEquals(0, held(alice));
        assertEquals(0, count("PinEntity"));
        assertEquals(CHUNKS.count(), deltas.missing(alice, CHUNKS).size());
        files.sweep();
        assertEquals(0, files.memory.names().size());
        List<Hash> some = all().subList(0, 2);
        bounded.take(alice, new ByteArrayInputStream(CLIENT.frames(some)));
        long once = held(alice);
        bounded.take(alice, new ByteArrayInputStream(CLIENT.frames(some)));
        assertEquals(once, held(alice));
    }

    @Test
    void whatNobodyMakesAFileOfGoesInTheEnd() throws Exception {
        var brief = new Deltas(
                files.ground.tx,
                files.access,
                files.tree,
                files.store,
                files.held,
                new UploadSettings(1 << 30, 1 << 30, Duration.ofMillis(-1)));
        brief.take(alice, new ByteArrayInputStream(CLIENT.frames(all().subList(0, 3))));
        send(bob, all());

        new PendingExpiry(files.database.maintenance(), files.held).run();
        files.sweep();

        assertEquals(0, held(alice));
        assertEquals(CONTENT.length, held(bob));
        assertEquals(CHUNKS.count(), deltas.missing(alice, CHUNKS).size());
        assertEquals(CHUNKS.count(), files.memory.names().size());
        assertNotNull(commits.commit(bob, fresh(bob, "b"), CLIENT.hash(), CHUNKS, Precondition.NONE)
                .written());
    }

    /** A content that one has already is another file of it, whatever the chunks are said to be. */
    @Test
    void aContentThatIsPossessedNeedsNoChunk() throws IOException {
        send(alice, deltas.missing(alice, CHUNKS));
        written(commit(alice, "a"));
        files.blobs.calls();

        Written copy = written(commits.commit(
                alice, fresh(alice, "b"), CLIENT.hash(), new ChunkSequence.Builder().build(), Precondition.NONE));

        assertEquals(0, files.blobs.calls().opens());
        assertArrayEquals(CONTENT, read(copy.node()));
    }

    @Test
    void anEmptyFileHasNoChunk() {
        Written made = written(commits.commit(
                alice,
                fresh(alice, "empty"),
                DeltaClient.hash(new byte[0]),
                new ChunkSequence.Builder().build(),
                Precondition.NONE));

        assertEquals(0, made.node().size());
        refused(
                ErrorCode.INVALID_INPUT,
                () -> commits.commit(
                        alice,
                        fresh(alice, "no"),
                        CLIENT.hash(),
                        new ChunkSequence.Builder().build(),
                        Precondition.NONE));
    }

    @Test
    void locksAndConditionsCountAsEverywhere() throws IOException {
        send(alice, deltas.missing(alice, CHUNKS));
        Node file = files.write(alice, home, "a", "text").node();
        refused(ErrorCode.NAME_TAKEN, () -> commit(alice, "a"));
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
        assertEquals(0, count("PinEntity"));
    }

    @Test
    void chunksGoInTheOrderInWhichTheyWereAskedFor() throws IOException {
        send(alice, deltas.missing(alice, CHUNKS));
        Node file = written(commit(alice, "a")).node();

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

    private List<Hash> all() {
        return CLIENT.pieces().stream().map(DeltaClient.Piece::hash).toList();
    }

    private ChunkSequence send(Actor.User who, List<Hash> wanted) throws IOException {
        return deltas.take(who, new ByteArrayInputStream(CLIENT.frames(wanted)));
    }

    private DeltaOutcome commit(Actor.User who, String name) {
        return commits.commit(who, fresh(who, name), CLIENT.hash(), CHUNKS, Precondition.NONE);
    }

    private DeltaTarget fresh(Actor.User who, String name) {
        return new DeltaTarget.New(files.home(who), name);
    }

    private void assertStillMissing(Actor.User who) {
        DeltaOutcome outcome = commit(who, "b");
        assertNull(outcome.written());
        assertEquals(all(), outcome.missing());
        assertEquals(0, count("PinEntity"));
    }

    private static Written written(DeltaOutcome outcome) {
        return Objects.requireNonNull(outcome.written(), () -> "missing " + outcome.missing());
    }

    private void badFrames(String why, byte[] framed) {
        CloudException refusal =
                assertThrows(CloudException.class, () -> deltas.take(alice, new ByteArrayInputStream(framed)));
        assertEquals(ErrorCode.INVALID_INPUT, refusal.code());
        assertTrue(refusal.message().startsWith(why), refusal.message());
        assertEquals(0, held(alice));
        assertEquals(0, count("PinEntity"));
    }

    private static ChunkSequence one(int size) {
        return new ChunkSequence.Builder().add(CLIENT.hash(), size).build();
    }

    private static void refused(ErrorCode why, Executable work) {
        assertEquals(why, assertThrows(CloudException.class, work).code());
    }

    private long held(Actor.User who) {
        return files.ground.tx.read("held", scope -> files.held.of(scope, who.id()));
    }

    private long used() {
        return files.drives.used(alice).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private long count(String entity) {
        return files.ground.tx.read(
                "count",
                scope -> scope.session()
                        .createSelectionQuery("select count(*) from " + entity, Long.class)
                        .getSingleResult());
    }

    private byte[] read(Node file) throws IOException {
        try (var content = files.tree.open(new Actor.Job("test"), file)) {
            return content.stream().readAllBytes();
        }
    }

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
