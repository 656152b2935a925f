package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grants;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.access.TestGround;
import io.oxicloud.account.TestClock;
import io.oxicloud.base.Actor;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.chunk.BlobsOutsideTransactions;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.ChunkSweeper;
import io.oxicloud.chunk.ContentLease;
import io.oxicloud.chunk.Fsck;
import io.oxicloud.chunk.FsckReport;
import io.oxicloud.chunk.Grace;
import io.oxicloud.db.Database;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.drive.DriveOwnership;
import io.oxicloud.drive.DriveSelector;
import io.oxicloud.drive.Drives;
import io.oxicloud.drive.NewDrive;
import io.oxicloud.drive.Policy;
import io.oxicloud.files.session.SessionReferences;
import io.oxicloud.files.upload.DeltaCommits;
import io.oxicloud.files.upload.Deltas;
import io.oxicloud.files.upload.HeldBytes;
import io.oxicloud.files.upload.KnownContents;
import io.oxicloud.files.upload.UploadSettings;
import io.oxicloud.files.upload.Uploads;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Files on a fresh database with everything real beneath, but for the blobs: they lie in memory, guarded. */
public final class TestFiles implements AutoCloseable {
    private static final WriteLimits UNLIMITED = new WriteLimits(Long.MAX_VALUE, () -> Long.MAX_VALUE);
    private static final WriteBound UNBOUNDED = new WriteBound(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    /** How long something stays in the trash. */
    public static final Duration RETENTION = Duration.ofDays(30);

    public final TestGround ground;
    public final TestClock clock;
    public final Database database;
    public final Access access;
    public final Grants grants;
    public final DriveLedger ledger;
    public final Drives drives;
    public final MemoryBlobBackend memory;
    public final BlobsOutsideTransactions blobs;
    public final ChunkStore contents;
    public final FileTree.Store store;
    public final FileTree tree;
    public final FolderSync sync;
    public final NodeGrants nodeGrants;
    public final Locks locks;
    public final DeadProperties properties;
    public final Favorites favorites;
    public final Recent recent;
    public final GrantLists grantLists;
    public final ChunkLedger references = new ChunkLedger();
    public final Trash trash;
    public final Versions versions;
    public final HeldBytes held;
    public final Uploads uploads;
    public final KnownContents known;
    public final Deltas deltas;
    public final DeltaCommits commits;

    /** What one account may hold. */
    public static final long MOST_HELD = 64 << 20;

    public TestFiles(Engine engine) {
        this(engine, UNLIMITED);
    }

    public TestFiles(Engine engine, WriteLimits limits) {
        this(TestDatabase.source(engine), new MemoryBlobBackend(), limits);
    }

    /** For tests with two processes: two of these on one source and one backend. */
    public TestFiles(DatabaseSource source, MemoryBlobBackend memory) {
        this(source, memory, memory, UNLIMITED);
    }

    /** @param seen the backend as the store sees it, over {@code memory} */
    public TestFiles(DatabaseSource source, MemoryBlobBackend memory, BlobBackend seen) {
        this(source, memory, seen, UNLIMITED);
    }

    private TestFiles(DatabaseSource source, MemoryBlobBackend memory, WriteLimits limits) {
        this(source, memory, memory, limits);
    }

    private TestFiles(DatabaseSource source, MemoryBlobBackend memory, BlobBackend seen, WriteLimits limits) {
        this.memory = memory;
        blobs = new BlobsOutsideTransactions(seen);
        var entities = Stream.of(
                        Entities.CLASSES,
                        io.oxicloud.files.session.Entities.CLASSES,
                        io.oxicloud.chunk.Entities.CLASSES,
                        io.oxicloud.drive.Entities.CLASSES)
                .flatMap(List::stream)
                .toList();
        ground = new TestGround(source, entities);
        clock = ground.clock;
        database = ground.database;
        access = ground.access;
        grants = ground.grants;
        var directory = ground.doors.directory();
        var roots = new DriveRoots(clock);
        ledger = new DriveLedger(grants, directory, List.of(roots), ground.events, ground.ids, clock);
        var ownership = new DriveOwnership(ledger, grants, directory);
        ground.open(List.of(ownership), List.of(ownership));
        var selector = new DriveSelector(ground.tx, access, ground.caches, ground.events, clock);
        drives = new Drives(ground.tx, access, ledger, selector, ground.audit);
        contents = new ChunkStore(ground.tx, blobs, ground.caches, clock, ground.ids);
        store = new FileTree.Store(contents, references, limits);
        tree = new FileTree(ground.tx, access, ledger, store, ground.ids, clock);
        sync = new FolderSync(ground.tx, access);
        locks = new Locks(ground.tx, access, ledger, store, ground.ids, clock);
        properties = new DeadProperties(ground.tx, access, ledger, clock);
        favorites = new Favorites(ground.tx, access, clock);
        recent = new Recent(ground.tx, access, clock);
        nodeGrants = new NodeGrants(ground.tx, access, grants, ledger, directory, ground.audit, clock);
        grantLists = new GrantLists(ground.tx, access, grants, directory);
        versions = new Versions(ground.tx, access, ledger, store, VersionSettings.DEFAULTS, ground.ids, clock);
        held = new HeldBytes(ledger, MOST_HELD);
        uploads = new Uploads(tree, drives);
        known = new KnownContents(ground.tx, access, tree, references);
        var bounds = UploadSettings.of(limits.maxUploadBytes());
        deltas = new Deltas(ground.tx, access, tree, store, held, bounds);
        commits = new DeltaCommits(ground.tx, access, tree, store, held, bounds);
        trash = new Trash(ground.tx, access, grants, ledger, references, clock, RETENTION);
    }

    /** With a personal drive. */
    public Actor.User user() {
        return ground.user();
    }

    /** A shared drive without quota. */
    public DriveId drive(Actor.User owner, String name) {
        return drives.createShared(TestGround.ADMIN, new NewDrive(name, Subject.of(owner.id()), null))
                .id();
    }

    /** The root folder of the user's personal drive. */
    public NodeId home(Actor.User user) {
        return new NodeId(drives.readable(user).get(0).id().value());
    }

    /** Makes a file or gives it other content. */
    public Written write(Actor actor, NodeId folder, String name, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        WriteIntent intent = tree.prepareWrite(actor, folder, name, Precondition.NONE);
        try {
            return tree.write(actor, intent, new ByteArrayInputStream(bytes), bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Brings the bytes first and asks then, so that only the second question is put. */
    public Written commit(Actor actor, NodeId folder, String name) throws IOException {
        try (ContentLease lease = contents.ingest(new ByteArrayInputStream(new byte[] {1, 2, 3}))) {
            return tree.commitWrite(actor, new WriteIntent(folder, name, Precondition.NONE, UNBOUNDED), lease);
        }
    }

    public String read(Actor actor, Node file) {
        try (FileContent content = tree.open(actor, file)) {
            return new String(content.stream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void grant(Actor.User to, Node node, Role role) {
        ground.give(Subject.of(to.id()), Resource.of(node.lineage(), node.folder()), role, null);
    }

    /**
     * Below a new folder, {@code fan} files and copies of what is one level less deep: {@code (fan ^ levels - 1) / (fan - 1)}
     * folders for a fan above 1, and as many files in each.
     */
    public Node forest(Actor actor, NodeId folder, String name, int fan, int levels) {
        Node top = tree.createFolder(actor, folder, name);
        for (int i = 0; i < fan; i++) {
            write(actor, top.id(), "file " + i, "content " + i);
        }
        if (levels > 1) {
            Node below = forest(actor, top.id(), "folder 0", fan, levels - 1);
            for (int i = 1; i < fan; i++) {
                var to = new Destination(top.id(), "folder " + i, Destination.Taken.REFUSE);
                tree.copy(actor, below.id(), to, true, Precondition.NONE);
            }
        }
        return tree.get(actor, top.id());
    }

    /** Until nothing can be swept any more. */
    public void sweep() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            new ChunkSweeper(database.maintenance(), blobs, new Grace(Duration.ZERO, Duration.ZERO)).run();
        }
    }

    public void freeze(DriveId drive) {
        drives.setPolicies(TestGround.ADMIN, drive, Map.of(Policy.READ_ONLY.key(), true));
    }

    /** The check of everything that is stored, deep. */
    public FsckReport fsck() throws InterruptedException {
        return new Fsck(database.maintenance(), blobs, List.of(new ContentReferences(), new SessionReferences()), clock)
                .checkDeep();
    }

    /** @param entity with conditions, if wanted */
    public long count(String entity) {
        return database.requests()
                .read(
                        "test.count",
                        scope -> scope.session()
                                .createSelectionQuery("select count(*) from " + entity, Long.class)
                                .getSingleResult());
    }

    /** @param table with conditions, if wanted; for what no entity says */
    public long rows(String table) {
        return database.requests()
                .read(
                        "test.rows",
                        scope -> scope.session()
                                .createNativeQuery("select count(*) as n from " + table, Long.class)
                                .addScalar("n", Long.class)
                                .getSingleResult());
    }

    public long statements(Runnable work) {
        return ground.statements(work);
    }

    @Override
    public void close() {
        ground.close();
    }
}
