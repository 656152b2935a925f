package io.oxicloud.benchmarks;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grants;
import io.oxicloud.access.Subject;
import io.oxicloud.account.AccountDoors;
import io.oxicloud.account.AccountSettings;
import io.oxicloud.account.NewUser;
import io.oxicloud.account.SetupToken;
import io.oxicloud.account.UserView;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.Ids;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.cache.Caches;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.StoreSettings;
import io.oxicloud.db.ClusterEvents;
import io.oxicloud.db.Database;
import io.oxicloud.db.DatabaseSettings;
import io.oxicloud.db.Sealer;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.drive.DriveSelector;
import io.oxicloud.drive.Drives;
import io.oxicloud.drive.NewDrive;
import io.oxicloud.files.DriveRoots;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.files.WriteLimits;
import io.oxicloud.files.zip.Archives;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Files of one user in a PostgreSQL server and a folder of blobs, read through stores with different settings. */
final class ArchiveWorld implements AutoCloseable {
    private final Clock clock = Clock.systemUTC();
    private final Ids ids = new Ids(clock, new SecureRandom());
    private final Database database;
    private final BlobBackend blobs;
    private final ClusterEvents events;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Access access;
    private final DriveLedger ledger;
    private final Actor.User user;
    private final NodeId home;
    private final Reader writer;

    /** The doors over one store. */
    record Reader(FileTree files, Archives archives) {}

    ArchiveWorld(PostgresServer server, BlobBackend blobs) {
        this.blobs = blobs;
        List<Class<?>> entities = new ArrayList<>();
        entities.addAll(io.oxicloud.db.Entities.CLASSES);
        entities.addAll(io.oxicloud.audit.Entities.CLASSES);
        entities.addAll(io.oxicloud.account.Entities.CLASSES);
        entities.addAll(io.oxicloud.access.Entities.CLASSES);
        entities.addAll(io.oxicloud.drive.Entities.CLASSES);
        entities.addAll(io.oxicloud.chunk.Entities.CLASSES);
        entities.addAll(io.oxicloud.files.Entities.CLASSES);
        database = Database.open(IngestWorld.source(server), DatabaseSettings.DEFAULTS, entities);
        events = new ClusterEvents(database, UUID.randomUUID());
        Caches caches = caches();
        Tx tx = database.requests();
        var random = new SecureRandom();
        var audit = new Audit(tx, ids, clock);
        Sealer sealer = Sealer.open(database, new byte[Sealer.KEY_LENGTH], random);
        var ground = new AccountDoors.Ground(database, caches, events, sealer, audit, clock, random);
        var doors = new AccountDoors(ground, AccountSettings.DEFAULTS);
        access = new Access(tx, doors.directory(), caches, events, clock);
        var grants = new Grants(events, ids, clock);
        ledger = new DriveLedger(grants, doors.directory(), List.of(new DriveRoots(clock)), events, ids, clock);
        var drives = new Drives(tx, access, ledger, new DriveSelector(tx, access, caches, events, clock), audit);
        var wanted = new NewUser("owner", null, null, UserView.Role.USER, null, true, false);
        user = new Actor.User(
                doors.accounts(List.of(), () -> Long.MAX_VALUE, SetupToken.of("unused"))
                        .accounts()
                        .create(Product.ADMIN, wanted)
                        .id(),
                false,
                false);
        home = new NodeId(drives.createShared(Product.ADMIN, new NewDrive("Photos", Subject.of(user.id()), null))
                .id()
                .value());
        writer = reader(new StoreSettings(2, 0, 0));
    }

    private Caches caches() {
        var caches = new Caches(System::currentTimeMillis);
        opened.add(0, caches);
        return caches;
    }

    Reader reader(StoreSettings settings) {
        var store = new ChunkStore(database.requests(), blobs, caches(), clock, ids, settings);
        opened.add(0, store);
        var files = new FileTree(
                database.requests(),
                access,
                ledger,
                new FileTree.Store(store, new ChunkLedger(), new WriteLimits(Long.MAX_VALUE, () -> Long.MAX_VALUE)),
                ids,
                clock);
        return new Reader(files, new Archives(files, store, access, clock));
    }

    Actor.User user() {
        return user;
    }

    Node folder(String name) {
        return writer.files().createFolder(user, home, name);
    }

    Node folder(Node in, String name) {
        return writer.files().createFolder(user, in.id(), name);
    }

    void file(Node folder, String name, byte[] bytes) throws IOException {
        FileTree files = writer.files();
        files.write(
                user,
                files.prepareWrite(user, folder.id(), name, Precondition.NONE),
                new ByteArrayInputStream(bytes),
                bytes.length);
    }

    @Override
    public void close() {
        for (AutoCloseable each : opened) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        events.close();
        database.close();
    }
}
