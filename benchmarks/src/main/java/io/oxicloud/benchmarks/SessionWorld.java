package io.oxicloud.benchmarks;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grants;
import io.oxicloud.account.AccountDoors;
import io.oxicloud.account.AccountSettings;
import io.oxicloud.account.NewUser;
import io.oxicloud.account.SetupToken;
import io.oxicloud.account.UserView;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.Ids;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Secret;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.cache.Caches;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.StoreSettings;
import io.oxicloud.db.ClusterEvents;
import io.oxicloud.db.Database;
import io.oxicloud.db.DatabaseSettings;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Sealer;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.drive.DriveOwnership;
import io.oxicloud.drive.DriveSelector;
import io.oxicloud.drive.Drives;
import io.oxicloud.files.DriveRoots;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.WriteLimits;
import io.oxicloud.files.session.NewSession;
import io.oxicloud.files.session.SessionLimits;
import io.oxicloud.files.session.UploadSession;
import io.oxicloud.files.session.UploadSessions;
import io.oxicloud.files.upload.HeldBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The product's upload sessions over a PostgreSQL server; blobs lie in memory. */
final class SessionWorld implements AutoCloseable {
    static final int PIECE = (int) NewSession.SHORTEST_PIECE;

    private static final Actor ADMIN = new Actor.User(new io.oxicloud.base.UserId(new UUID(0, 0xad)), true, false);

    private final Database database;
    private final Caches caches = new Caches(System::currentTimeMillis);
    private final ClusterEvents events;
    private final ChunkStore contents;
    private final UploadSessions sessions;
    private final Actor.User user;
    private final NodeId home;
    private int made;

    SessionWorld(PostgresServer server) {
        var clock = Clock.systemUTC();
        var random = new SecureRandom();
        var ids = new Ids(clock, random);
        var source = new DatabaseSource.Url(server.url(), PostgresServer.USER, new Secret(PostgresServer.USER));
        database = Database.open(source, DatabaseSettings.DEFAULTS, entities());
        events = new ClusterEvents(database, UUID.randomUUID());
        Tx tx = database.requests();
        var audit = new Audit(tx, ids, clock);
        Sealer sealer = Sealer.open(database, new byte[Sealer.KEY_LENGTH], random);
        var doors = new AccountDoors(
                new AccountDoors.Ground(database, caches, events, sealer, audit, clock, random),
                AccountSettings.DEFAULTS);
        var access = new Access(tx, doors.directory(), caches, events, clock);
        var grants = new Grants(events, ids, clock);
        var ledger = new DriveLedger(grants, doors.directory(), List.of(new DriveRoots(clock)), events, ids, clock);
        var ownership = new DriveOwnership(ledger, grants, doors.directory());
        var accounts = doors.accounts(List.of(ownership), () -> Long.MAX_VALUE, SetupToken.of("unused"))
                .accounts();
        user = new Actor.User(
                accounts.create(ADMIN, new NewUser("anna", null, null, UserView.Role.USER, 1L << 50, true, false))
                        .id(),
                false,
                false);
        contents = new ChunkStore(tx, new MemoryBlobBackend(), caches, clock, ids, StoreSettings.DEFAULTS);
        var store =
                new FileTree.Store(contents, new ChunkLedger(), new WriteLimits(Long.MAX_VALUE, () -> Long.MAX_VALUE));
        var tree = new FileTree(tx, access, ledger, store, ids, clock);
        var held = new HeldBytes(ledger, Long.MAX_VALUE);
        sessions = new UploadSessions(tx, tree, held, store, SessionLimits.DEFAULTS, ids, clock);
        var selector = new DriveSelector(tx, access, caches, events, clock);
        home = new NodeId(new Drives(tx, access, ledger, selector, audit)
                .readable(user)
                .get(0)
                .id()
                .value());
    }

    private static List<Class<?>> entities() {
        return Stream.of(
                        io.oxicloud.db.Entities.CLASSES,
                        io.oxicloud.audit.Entities.CLASSES,
                        io.oxicloud.account.Entities.CLASSES,
                        io.oxicloud.access.Entities.CLASSES,
                        io.oxicloud.drive.Entities.CLASSES,
                        io.oxicloud.chunk.Entities.CLASSES,
                        io.oxicloud.files.Entities.CLASSES,
                        io.oxicloud.files.session.Entities.CLASSES)
                .<Class<?>>flatMap(List::stream)
                .toList();
    }

    UUID begin(int pieces) {
        return sessions.begin(user, new NewSession(home, "file " + made++, null, (long) pieces * PIECE, PIECE))
                .id();
    }

    /** @return what has come in all */
    long put(UUID session, int number, byte[] piece) throws IOException {
        return sessions.put(user, session, number, null, new ByteArrayInputStream(piece), piece.length)
                .receivedBytes();
    }

    UploadSession get(UUID session) {
        return sessions.get(user, session);
    }

    @Override
    public void close() {
        contents.close();
        events.close();
        caches.close();
        database.close();
    }
}
