package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.access.TestGround;
import io.oxicloud.account.NewUser;
import io.oxicloud.account.UserView;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.cache.Herd;
import io.oxicloud.db.Engine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class QuotasTest {
    private static final int PIECE = 8_192;
    private static final long LONGEST = 1_000_000;

    private final AtomicLong disk = new AtomicLong(Long.MAX_VALUE);
    private final TestFiles files;
    private final FileTree tree;
    private final Actor.User alice;
    private final NodeId home;
    private final DriveId team;
    private final NodeId root;

    QuotasTest(Engine engine) {
        files = new TestFiles(engine, new WriteLimits(LONGEST, disk::get));
        tree = files.tree;
        alice = user("alice", 100_000);
        home = files.home(alice);
        team = files.drive(alice, "Team");
        root = new NodeId(team.value());
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void whatIsAnnouncedTooLongIsRefusedBeforeAByteIsTaken() {
        files.drives.setQuota(TestGround.ADMIN, team, 500_000L);

        prepare(root, "a", 500_000);
        refused(ErrorCode.OVER_QUOTA, () -> prepare(root, "a", 500_001));
        prepare(home, "a", 100_000);
        refused(ErrorCode.OVER_QUOTA, () -> prepare(home, "a", 100_001));
        refused(ErrorCode.TOO_LARGE, () -> prepare(home, "a", LONGEST + 1));
        disk.set(99_999);
        refused(ErrorCode.STORAGE_FULL, () -> prepare(home, "a", 100_000));
        prepare(home, "a", 99_999);
    }

    @Test
    void whatComesUnannouncedIsTakenUpToTheBoundOnly() {
        files.drives.setQuota(TestGround.ADMIN, team, 500_000L);
        Set<?> before = Set.copyOf(files.memory.names());

        assertStopped(ErrorCode.OVER_QUOTA, root, 500_000);
        assertStopped(ErrorCode.OVER_QUOTA, home, 100_000);
        files.drives.setQuota(TestGround.ADMIN, team, null);
        assertStopped(ErrorCode.TOO_LARGE, root, LONGEST);
        disk.set(200_000);
        assertStopped(ErrorCode.STORAGE_FULL, root, 200_000);

        assertEquals(before, Set.copyOf(files.memory.names()));
        assertEquals(List.of(), tree.children(alice, root, null, 10).items());
        assertEquals(0, used(root) + used(home));
    }

    @Test
    void aFileMayBeReplacedByOneThatFitsInItsPlace() throws IOException {
        put(alice, home, "a", 60_000);
        put(alice, home, "b", 40_000);

        refused(ErrorCode.OVER_QUOTA, () -> put(alice, home, "c", 1));
        put(alice, home, "a", 60_000);
        refused(ErrorCode.OVER_QUOTA, () -> put(alice, home, "a", 60_001));
        put(alice, home, "a", 10_000);
        put(alice, home, "c", 50_000);

        assertEquals(100_000, used(home));
    }

    @Test
    void theUsersQuotaIsForPersonalDrivesAndTheDrivesForItself() throws IOException {
        put(alice, home, "a", 100_000);

        put(alice, root, "a", 300_000);

        Actor.User free = user("free", 0);
        put(free, files.home(free), "a", 900_000);
        put(free, files.home(free), "b", 900_000);
        assertEquals(1_800_000, used(files.home(free)));
    }

    @Test
    void ofWritersThatEachFitAloneOnlySoManyCommitAsFitTogether() throws Exception {
        Queue<WriteIntent> prepared = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 8; i++) {
            prepared.add(prepare(home, "file " + i, 30_000));
        }

        List<Object> outcomes = Herd.of(8, () -> {
            WriteIntent intent = prepared.remove();
            return tree.write(alice, intent, new ByteArrayInputStream(content(30_000, intent.name())), 30_000);
        });

        assertEquals(3, outcomes.stream().filter(Written.class::isInstance).count());
        assertTrue(outcomes.stream()
                .filter(outcome -> !(outcome instanceof Written))
                .allMatch(outcome -> outcome instanceof CloudException e && e.code() == ErrorCode.OVER_QUOTA));
        assertEquals(90_000, used(home));
        assertEquals(3, tree.children(alice, home, null, 100).items().size());
    }

    @Test
    void theUsersQuotaCostsOneStatementMoreInAPersonalDrive() throws IOException {
        put(alice, home, "warm", 1);
        put(alice, root, "warm", 1);

        long shared = files.statements(() -> prepare(root, "a", 10));
        long personal = files.statements(() -> prepare(home, "a", 10));

        assertEquals(4, shared, "folder, name, drive, locks");
        assertEquals(5, personal, "and the owner's quota");
        long sharedWrite = files.statements(() -> files.write(alice, root, "b", "x"));
        long personalWrite = files.statements(() -> files.write(alice, home, "b", "y"));
        assertEquals(sharedWrite + 2, personalWrite, "once early, once when it is decided");
    }

    private void assertStopped(ErrorCode code, NodeId folder, long bound) {
        var endless = new Endless();
        WriteIntent intent = prepare(folder, "endless", -1);

        refused(code, () -> tree.write(alice, intent, endless, -1));

        assertTrue(endless.given > bound && endless.given <= bound + PIECE, "bytes taken: " + endless.given);
    }

    private WriteIntent prepare(NodeId folder, String name, long length) {
        return tree.prepareWrite(alice, folder, name, Precondition.NONE, length);
    }

    private void put(Actor.User actor, NodeId folder, String name, int length) throws IOException {
        WriteIntent intent = tree.prepareWrite(actor, folder, name, Precondition.NONE, length);
        tree.write(actor, intent, new ByteArrayInputStream(content(length, name)), length);
    }

    private static byte[] content(int length, String name) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) name.hashCode());
        return bytes;
    }

    private long used(NodeId root) {
        DriveId drive = new DriveId(root.value());
        return files.database
                .requests()
                .read(
                        "test",
                        scope -> files.ledger.page(scope, null, 100).stream()
                                .filter(row -> row.id().equals(drive))
                                .findFirst()
                                .orElseThrow()
                                .usedBytes());
    }

    private Actor.User user(String name, long quota) {
        UserView made = files.ground
                .accounts()
                .create(
                        TestGround.ADMIN,
                        new NewUser(name, name + "@example.org", null, UserView.Role.USER, quota, true, false));
        return new Actor.User(made.id(), false, false);
    }

    private static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }

    /** Bytes without end, a piece at a time, as a network gives them. */
    private static final class Endless extends InputStream {
        private long given;

        @Override
        public int read() {
            given++;
            return 7;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            int piece = Math.min(length, PIECE);
            for (int i = 0; i < piece; i++) {
                into[offset + i] = (byte) (given + i);
            }
            given += piece;
            return piece;
        }
    }
}
