package io.oxicloud.files.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.Role;
import io.oxicloud.access.TestGround;
import io.oxicloud.account.NewUser;
import io.oxicloud.account.UserView;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Engine;
import io.oxicloud.files.LockKind;
import io.oxicloud.files.LockRequest;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class UploadSessionsTest {
    private static final int PIECE = (int) NewSession.SHORTEST_PIECE;

    private final TestFiles files;
    private final UploadSessions sessions;
    private final Actor.User alice;
    private final DriveId drive;
    private final NodeId root;
    private final byte[] bytes = new byte[2 * PIECE + 17];

    UploadSessionsTest(Engine engine) {
        files = new TestFiles(engine);
        sessions = on(files);
        alice = files.user();
        drive = files.drive(alice, "Team");
        root = new NodeId(drive.value());
        new Random(20).nextBytes(bytes);
    }

    @AfterEach
    void close() {
        files.close();
    }

    static UploadSessions on(TestFiles files) {
        return on(files, () -> Long.MAX_VALUE);
    }

    private static UploadSessions on(TestFiles files, LongSupplier free) {
        return new UploadSessions(
                files.ground.tx,
                files.tree,
                files.held,
                new io.oxicloud.files.FileTree.Store(
                        files.contents, files.references, new io.oxicloud.files.WriteLimits(Long.MAX_VALUE, free)),
                SessionLimits.DEFAULTS,
                files.ground.ids,
                files.clock);
    }

    private UploadSession begin() {
        return sessions.begin(alice, new NewSession(root, "film.mp4", null, bytes.length, PIECE));
    }

    private UploadSession put(UploadSession session, int number) throws IOException {
        return sessions.put(alice, session.id(), number, null, piece(number), -1);
    }

    private InputStream piece(int number) {
        return new ByteArrayInputStream(
                Arrays.copyOfRange(bytes, number * PIECE, Math.min(bytes.length, (number + 1) * PIECE)));
    }

    private UploadSession whole() throws IOException {
        UploadSession session = begin();
        for (int number : List.of(2, 0, 1)) {
            put(session, number);
        }
        return sessions.get(alice, session.id());
    }

    private void assertFile(Node file) throws Exception {
        try (var content = files.tree.open(alice, file)) {
            assertArrayEquals(bytes, content.stream().readAllBytes());
        }
    }

    /** Nothing is held but by the files that there are. */
    private void assertNothingLeft() throws Exception {
        assertEquals(List.of(), files.fsck().findings());
        assertEquals(0, rows("upload_piece"));
        assertEquals(0, held());
    }

    private long held() {
        return files.database.requests().read("test", scope -> files.held.of(scope, alice.id()));
    }

    private long rows(String table) {
        return files.database
                .requests()
                .read(
                        "test",
                        scope -> scope.session()
                                .createNativeQuery("select count(*) as n from " + table, Long.class)
                                .addScalar("n", Long.class)
                                .getSingleResult());
    }

    private static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }

    @Test
    void piecesInAnyOrderBecomeTheFile() throws Exception {
        UploadSession session = begin();
        assertEquals(3, session.pieces().count());
        assertEquals(bytes.length, held());

        UploadSession last = put(session, 2);
        assertEquals(17, last.receivedBytes());
        assertEquals(List.of(0, 1), sessions.missing(alice, last));
        put(session, 0);
        UploadSession all = put(session, 1);
        assertTrue(all.whole());
        assertEquals(1.0, all.progress());
        assertEquals(List.of(), files.fsck().findings());
        Node file = sessions.complete(alice, session.id(), null);

        assertEquals("film.mp4", file.name());
        assertFile(file);
        assertEquals(bytes.length, files.drives.used(alice).get(drive));
        assertNothingLeft();
    }

    @Test
    void aPieceComesOnceWithItsLengthAndItsChecksum() throws Exception {
        UploadSession session = begin();
        byte[] md5 = MessageDigest.getInstance("MD5").digest(piece(0).readAllBytes());
        byte[] sha = MessageDigest.getInstance("SHA-256").digest(piece(1).readAllBytes());

        refused(ErrorCode.INVALID_INPUT, () -> sessions.put(alice, session.id(), 3, null, piece(2), -1));
        refused(ErrorCode.INVALID_INPUT, () -> sessions.put(alice, session.id(), -1, null, piece(2), -1));
        refused(ErrorCode.INVALID_INPUT, () -> sessions.put(alice, session.id(), 0, null, piece(2), -1));
        refused(ErrorCode.INVALID_INPUT, () -> sessions.put(alice, session.id(), 2, null, piece(0), -1));
        refused(ErrorCode.INVALID_INPUT, () -> sessions.put(alice, session.id(), 1, Checksum.md5(md5), piece(1), -1));
        refused(
                ErrorCode.INVALID_INPUT,
                () -> sessions.put(alice, session.id(), 1, Checksum.parse("blake3", "00".repeat(32)), piece(1), -1));
        refused(ErrorCode.INVALID_INPUT, () -> sessions.put(alice, session.id(), 1, null, piece(1), 17));
        refused(ErrorCode.TOO_LARGE, () -> sessions.put(alice, session.id(), 1, null, piece(1), (100L << 20) + 1));
        assertEquals(0, sessions.get(alice, session.id()).receivedPieces());
        assertEquals(0, rows("chunk_lease"));

        sessions.put(alice, session.id(), 0, Checksum.md5(md5), piece(0), -1);
        sessions.put(
                alice, session.id(), 1, Checksum.parse("SHA-256", HexFormat.of().formatHex(sha)), piece(1), -1);
        refused(ErrorCode.INVALID_INPUT, () -> put(session, 0));
        assertEquals(2L * PIECE, sessions.get(alice, session.id()).receivedBytes());
        for (String algorithm : List.of("crc32", "", "md5")) {
            refused(ErrorCode.INVALID_INPUT, () -> Checksum.parse(algorithm, "00"));
        }
        refused(ErrorCode.INVALID_INPUT, () -> Checksum.parse("md5", "zz".repeat(16)));
    }

    @Test
    void onePieceSentTwiceAtOnceCountsOnce() throws Exception {
        UploadSession session = begin();
        var lanes = Executors.newFixedThreadPool(4);
        try {
            Callable<Integer> send = () -> {
                try {
                    put(session, 0);
                    return 1;
                } catch (CloudException e) {
                    assertTrue(
                            e.code() == ErrorCode.INVALID_INPUT
                                    || (e.code() == ErrorCode.CONFLICT && e.retryAfter() != null),
                            e.message());
                    return 0;
                }
            };
            int kept = 0;
            for (Future<Integer> one : lanes.invokeAll(List.of(send, send, send, send))) {
                kept += one.get();
            }
            assertEquals(1, kept);
        } finally {
            lanes.shutdownNow();
        }
        assertEquals(PIECE, sessions.get(alice, session.id()).receivedBytes());
        assertEquals(List.of(), files.fsck().findings());
    }

    @Test
    void aSessionIsItsOwnersAndNobodyElsesThereIsOne() throws Exception {
        UploadSession session = whole();
        Actor.User eve = files.user();
        files.grant(eve, files.tree.get(alice, root), Role.EDITOR);

        refused(ErrorCode.NOT_FOUND, () -> sessions.get(eve, session.id()));
        refused(ErrorCode.NOT_FOUND, () -> sessions.missing(eve, session));
        refused(ErrorCode.NOT_FOUND, () -> sessions.put(eve, session.id(), 0, null, piece(0), -1));
        refused(ErrorCode.NOT_FOUND, () -> sessions.complete(eve, session.id(), null));
        refused(ErrorCode.NOT_FOUND, () -> sessions.abandon(eve, session.id()));
        refused(ErrorCode.NOT_FOUND, () -> sessions.get(alice, UUID.randomUUID()));
        assertFile(sessions.complete(alice, session.id(), null));
    }

    @Test
    void whatIsNotWholeOrNotWhatWasSentIsNoFileAndCanStillBecomeOne() throws Exception {
        UploadSession session = begin();
        put(session, 0);
        refused(ErrorCode.INVALID_INPUT, () -> sessions.complete(alice, session.id(), null));
        put(session, 1);
        put(session, 2);
        refused(
                ErrorCode.INVALID_INPUT,
                () -> sessions.complete(alice, session.id(), Checksum.parse("sha256", "00".repeat(32))));
        String md5 = HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));

        assertFile(sessions.complete(alice, session.id(), Checksum.parse("md5", md5)));
    }

    @Test
    void everythingIsAskedAgainAtTheEnd() throws Exception {
        UploadSession session = whole();
        files.drives.setQuota(TestGround.ADMIN, drive, 5L);
        refused(ErrorCode.OVER_QUOTA, () -> sessions.complete(alice, session.id(), null));
        files.drives.setQuota(TestGround.ADMIN, drive, null);
        var lock =
                files.locks.take(alice, root, new LockRequest(LockKind.EXCLUSIVE, true, "me", null), Precondition.NONE);
        refused(ErrorCode.LOCKED, () -> sessions.complete(alice, session.id(), null));
        files.locks.release(alice, root, lock.token());
        Node other = files.write(alice, root, "film.mp4", "other").node();
        refused(ErrorCode.NAME_TAKEN, () -> sessions.complete(alice, session.id(), null));
        files.tree.delete(alice, other.id(), Precondition.NONE);
        files.freeze(drive);
        refused(ErrorCode.NOT_ALLOWED_HERE, () -> sessions.complete(alice, session.id(), null));
        files.drives.setPolicies(
                TestGround.ADMIN, drive, java.util.Map.of(io.oxicloud.drive.Policy.READ_ONLY.key(), false));

        assertFile(sessions.complete(alice, session.id(), null));
        assertNothingLeft();
    }

    @Test
    void completingAgainGivesTheSameFileAndMakesNoOther() throws Exception {
        UploadSession session = whole();
        Node file = sessions.complete(alice, session.id(), null);

        assertEquals(file.id(), sessions.complete(alice, session.id(), null).id());
        refused(ErrorCode.INVALID_INPUT, () -> put(session, 0));
        assertEquals(List.of(), sessions.missing(alice, sessions.get(alice, session.id())));
        assertEquals(1, files.tree.children(alice, root, null, 10).items().size());
        files.clock.advance(Duration.ofHours(25));
        new SessionExpiry(files.database.maintenance(), files.references, files.held, files.clock).run();
        refused(ErrorCode.NOT_FOUND, () -> sessions.complete(alice, session.id(), null));
        assertEquals(0, rows("upload_session"));
    }

    @Test
    void twoWhoCompleteAtOnceMakeOneFile() throws Exception {
        UploadSession session = whole();
        var lanes = Executors.newFixedThreadPool(3);
        try {
            Callable<String> complete = () -> {
                try {
                    return sessions.complete(alice, session.id(), null).id().toString();
                } catch (CloudException e) {
                    assertTrue(e.retryAfter() != null, e.message());
                    return e.code().name();
                }
            };
            var made = new java.util.HashSet<String>();
            for (Future<String> one : lanes.invokeAll(List.of(complete, complete, complete))) {
                made.add(one.get());
            }
            made.remove(ErrorCode.CONFLICT.name());
            assertEquals(
                    Set.of(sessions.complete(alice, session.id(), null).id().toString()), made);
        } finally {
            lanes.shutdownNow();
        }
        assertNothingLeft();
    }

    @Test
    void anotherProcessGoesOnWithWhatThisOneTook() throws Exception {
        UploadSession session = begin();
        put(session, 1);
        UploadSessions other = on(files);

        other.put(alice, session.id(), 0, null, piece(0), -1);
        other.put(alice, session.id(), 2, null, piece(2), -1);

        assertFile(other.complete(alice, session.id(), null));
        assertTrue(sessions.get(alice, session.id()).whole());
    }

    @Test
    void timeEndsASessionAndFreesAllItHeld() throws Exception {
        UploadSession kept = sessions.begin(alice, new NewSession(root, "late.bin", null, PIECE, PIECE));
        UploadSession session = begin();
        put(session, 0);
        files.clock.advance(Duration.ofHours(23));
        UploadSession late = sessions.begin(alice, new NewSession(root, "b.bin", null, PIECE, PIECE));
        sessions.put(alice, late.id(), 0, null, piece(1), -1);
        files.clock.advance(Duration.ofHours(2));

        refused(ErrorCode.NOT_FOUND, () -> put(session, 1));
        refused(ErrorCode.NOT_FOUND, () -> sessions.get(alice, kept.id()));
        new SessionExpiry(files.database.maintenance(), files.references, files.held, files.clock).run();

        assertEquals(1, rows("upload_session"));
        assertEquals(1, rows("upload_piece"));
        assertEquals(List.of(), files.fsck().findings());
        sessions.complete(alice, late.id(), null);
        assertNothingLeft();
    }

    @Test
    void whatIsGivenUpIsFreedAtOnce() throws Exception {
        UploadSession session = whole();

        sessions.abandon(alice, session.id());

        refused(ErrorCode.NOT_FOUND, () -> sessions.get(alice, session.id()));
        refused(ErrorCode.NOT_FOUND, () -> sessions.abandon(alice, session.id()));
        assertNothingLeft();
        files.sweep();
        for (int first = 0; first < 256; first++) {
            assertEquals(List.of(), files.memory.list(first));
        }
    }

    @Test
    void openSessionsTakeTheRoomThatTheyWillNeed() throws Exception {
        files.drives.setQuota(TestGround.ADMIN, drive, (long) bytes.length + PIECE);
        UploadSession first = begin();
        var more = new NewSession(root, "b", null, PIECE + 1L, PIECE);

        refused(ErrorCode.OVER_QUOTA, () -> sessions.begin(alice, more));
        sessions.begin(alice, new NewSession(root, "c", null, PIECE, PIECE));
        sessions.abandon(alice, first.id());
        sessions.begin(alice, more);
    }

    @Test
    void whatOthersAnnounceIsInNobodysWay() {
        files.drives.setQuota(TestGround.ADMIN, drive, 10L * PIECE);
        Actor.User eve = files.user();
        files.grant(eve, files.tree.get(alice, root), Role.EDITOR);
        sessions.begin(eve, new NewSession(root, "nothing comes", null, 10L * PIECE, PIECE));

        sessions.begin(alice, new NewSession(root, "one byte", null, 1, PIECE));
        sessions.begin(alice, new NewSession(root, "the rest", null, 10L * PIECE - 1, PIECE));
        CloudException full = assertThrows(
                CloudException.class, () -> sessions.begin(eve, new NewSession(root, "more", null, 1, PIECE)));
        assertEquals(ErrorCode.OVER_QUOTA, full.code());
        assertTrue(
                full.message().contains(String.valueOf(10L * PIECE)), "what she announced herself: " + full.message());
        refused(
                ErrorCode.OVER_QUOTA,
                () -> sessions.begin(
                        eve, new NewSession(files.home(eve), "too much", null, TestFiles.MOST_HELD, PIECE)));
    }

    @Test
    void whoIsFullAtHomeMayUploadWhereThereIsRoom() throws Exception {
        UserId id = files.ground
                .accounts()
                .create(
                        new Actor.Job("test"),
                        new NewUser("carl", "carl@example.com", null, UserView.Role.USER, 100L, true, false))
                .id();
        Actor.User carl = new Actor.User(id, false, false);
        files.write(carl, files.home(carl), "all", "0123456789".repeat(10));
        files.grant(carl, files.tree.get(alice, root), Role.EDITOR);
        refused(
                ErrorCode.OVER_QUOTA,
                () -> sessions.begin(carl, new NewSession(files.home(carl), "a", null, 1, PIECE)));

        UploadSession session = sessions.begin(carl, new NewSession(root, "a", null, 17, PIECE));
        sessions.put(carl, session.id(), 0, null, piece(2), -1);
        assertEquals(17, sessions.complete(carl, session.id(), null).size());
    }

    /** The first one has begun, and its bytes do not end before the second one was refused. */
    @Test
    void onlyOneWritesAPieceAndNothingIsReadOfTheOther() throws Exception {
        UploadSession session = begin();
        boolean[] refused = {false};
        var first = new FilterInputStream(piece(0)) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                if (!refused[0]) {
                    refused[0] = true;
                    CloudException busy = assertThrows(
                            CloudException.class,
                            () -> sessions.put(alice, session.id(), 0, null, unreadable(), PIECE));
                    assertEquals(ErrorCode.CONFLICT, busy.code());
                    assertTrue(busy.retryAfter() != null);
                    put(session, 1);
                }
                return super.read(into, offset, length);
            }
        };

        sessions.put(alice, session.id(), 0, null, first, PIECE);
        assertTrue(refused[0]);
        assertEquals(2, sessions.get(alice, session.id()).receivedPieces());
        assertEquals(0, rows("upload_claim"));
    }

    @Test
    void nothingIsReadIfTheDiskHasNoRoomForIt() {
        long[] free = {Long.MAX_VALUE};
        UploadSessions full = on(files, () -> free[0]);
        UploadSession session = begin();
        free[0] = PIECE - 1;

        refused(ErrorCode.STORAGE_FULL, () -> full.put(alice, session.id(), 0, null, unreadable(), -1));
    }

    @Test
    void whatIsNotKeptEndsSomeTime() throws Exception {
        UploadSession session = sessions.begin(alice, new NewSession(root, "s", null, 17, PIECE));
        Checksum wrong = Checksum.parse("blake3", "00".repeat(32));
        for (int i = 0; i < 32; i++) {
            refused(ErrorCode.INVALID_INPUT, () -> sessions.put(alice, session.id(), 0, wrong, piece(2), -1));
        }

        refused(ErrorCode.CONFLICT, () -> sessions.put(alice, session.id(), 0, wrong, unreadable(), -1));
        sessions.abandon(alice, session.id());
    }

    @Test
    void aClaimWhoseHolderIsGoneEndsByItself() throws Exception {
        UploadSession session = begin();
        claim(session, 0).run();
        refused(ErrorCode.CONFLICT, () -> put(session, 0));
        put(session, 1);
        put(session, 2);
        endClaims(files);
        put(session, 0);
        Runnable renew = claim(session, Claim.WHOLE);
        renew.run();
        CloudException busy = assertThrows(CloudException.class, () -> sessions.complete(alice, session.id(), null));
        assertEquals(ErrorCode.CONFLICT, busy.code());
        assertTrue(busy.retryAfter() != null);
        endClaims(files);

        assertFile(sessions.complete(alice, session.id(), null));
        refused(ErrorCode.CONFLICT, renew::run);
        assertNothingLeft();
    }

    /** Takes it first, and renews it then. */
    private Runnable claim(UploadSession session, int number) {
        var claim = new Claim(session.id(), number, UUID.randomUUID());
        boolean[] taken = {false};
        return () -> {
            if (taken[0]) {
                claim.renew(files.ground.tx);
            } else {
                files.ground.tx.retryingWrite("test.claim", scope -> {
                    claim.take(scope);
                    return claim;
                });
                taken[0] = true;
            }
        };
    }

    static void endClaims(TestFiles files) {
        files.ground.tx.retryingWrite(
                "test.end", scope -> scope.change("update upload_claim set until = current_timestamp"));
    }

    private static InputStream unreadable() {
        return new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("nothing is to be read");
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                return read();
            }
        };
    }

    @Test
    void whatCannotBecomeAFileIsRefusedAtTheBeginning() {
        Actor.User eve = files.user();
        files.write(alice, root, "film.mp4", "there");

        refused(ErrorCode.NAME_TAKEN, this::begin);
        refused(ErrorCode.INVALID_INPUT, () -> new NewSession(root, "a", null, 0, PIECE));
        refused(ErrorCode.INVALID_INPUT, () -> new NewSession(root, "a", null, 1, PIECE - 1));
        refused(ErrorCode.INVALID_INPUT, () -> sessions.begin(alice, new NewSession(root, "a/b", null, 1, PIECE)));
        refused(ErrorCode.TOO_LARGE, () -> sessions.begin(alice, new NewSession(root, "a", null, 1, (100L << 20) + 1)));
        refused(ErrorCode.NOT_FOUND, () -> sessions.begin(eve, new NewSession(root, "a", null, 1, PIECE)));
        files.grant(eve, files.tree.get(alice, root), Role.VIEWER);
        refused(ErrorCode.FORBIDDEN, () -> sessions.begin(eve, new NewSession(root, "a", null, 1, PIECE)));
    }

    @Test
    void apieceCostsTheSameHoweverManyCameBefore() throws Exception {
        UploadSession session = sessions.begin(alice, new NewSession(root, "long", null, 40L * PIECE, PIECE));
        sessions.put(alice, session.id(), 0, null, new ByteArrayInputStream(new byte[PIECE]), PIECE);
        long early = cost(session, 1);
        for (int number = 2; number < 38; number++) {
            cost(session, number);
        }

        assertEquals(early, cost(session, 38));
        assertFalse(sessions.get(alice, session.id()).whole());
        assertEquals(1, files.statements(() -> sessions.get(alice, session.id())));
    }

    private long cost(UploadSession session, int number) {
        byte[] fresh = new byte[PIECE];
        fresh[0] = (byte) number;
        return files.statements(() -> {
            try {
                sessions.put(alice, session.id(), number, null, new ByteArrayInputStream(fresh), PIECE);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }
}
