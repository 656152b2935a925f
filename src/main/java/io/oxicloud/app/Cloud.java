package io.oxicloud.app;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grants;
import io.oxicloud.account.AccountDoors;
import io.oxicloud.account.Setup;
import io.oxicloud.account.limit.RateLimits;
import io.oxicloud.app.http.Component;
import io.oxicloud.app.http.HealthServlet;
import io.oxicloud.app.http.NothingServlet;
import io.oxicloud.app.http.RequestIdFilter;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.base.Ids;
import io.oxicloud.base.PeriodicTask;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.dav.DavServlet;
import io.oxicloud.dav.DavSettings;
import io.oxicloud.db.Leases;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.drive.DriveMembers;
import io.oxicloud.drive.DriveOwnership;
import io.oxicloud.drive.DriveSelector;
import io.oxicloud.drive.Drives;
import io.oxicloud.files.DeadProperties;
import io.oxicloud.files.DriveRoots;
import io.oxicloud.files.Favorites;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.FolderSync;
import io.oxicloud.files.GrantLists;
import io.oxicloud.files.HistoryPruning;
import io.oxicloud.files.LockPurge;
import io.oxicloud.files.Locks;
import io.oxicloud.files.NodeGrants;
import io.oxicloud.files.Trash;
import io.oxicloud.files.TrashPurge;
import io.oxicloud.files.TreeFlusher;
import io.oxicloud.files.UsageReconciliation;
import io.oxicloud.files.VersionThinning;
import io.oxicloud.files.Versions;
import io.oxicloud.files.rewind.Rewind;
import io.oxicloud.files.session.SessionExpiry;
import io.oxicloud.files.session.UploadSessions;
import io.oxicloud.files.upload.DeltaCommits;
import io.oxicloud.files.upload.Deltas;
import io.oxicloud.files.upload.HeldBytes;
import io.oxicloud.files.upload.KnownContents;
import io.oxicloud.files.upload.PendingExpiry;
import io.oxicloud.files.upload.UploadSettings;
import io.oxicloud.files.upload.Uploads;
import io.oxicloud.files.zip.Archives;
import io.oxicloud.rest.RestServlets;
import io.oxicloud.rest.upload.UploadDoors;
import io.oxicloud.web.WebServlets;
import jakarta.servlet.Filter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** The whole product, put together by hand. Read it as the table of contents. */
final class Cloud implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Cloud.class);

    private final Closing opened;
    private final Ground ground;

    private final Setup setup;
    private final List<Mount> mounts;
    private final Filter atRoot;

    private Cloud(Closing opened, Ground ground, Setup setup, List<Mount> mounts, Filter atRoot) {
        this.opened = opened;
        this.ground = ground;
        this.setup = setup;
        this.mounts = mounts;
        this.atRoot = atRoot;
    }

    /**
     * Starts everything. After a failure nothing stays open.
     *
     * @throws StartFailure or SettingException if the person who runs it must mend something first
     */
    static Cloud start(Surroundings surroundings) {
        var opened = new Closing();
        try {
            Ground ground = Ground.open(surroundings, opened);
            Storage.check(ground);
            ground.storage().join(ground, opened);
            return start(ground, opened, surroundings.launched().loopback());
        } catch (RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    private static Cloud start(Ground ground, Closing opened, boolean boundToLoopback) {
        var concerns = new Concerns(ground.settings());
        Clock clock = ground.clock();
        Ids ids = ground.ids();
        Tx tx = ground.database().requests();
        Tx maintenance = ground.database().maintenance();

        // who
        var accountGround = new AccountDoors.Ground(
                ground.database(),
                ground.caches(),
                ground.events(),
                ground.sealer(),
                ground.audit(),
                clock,
                ground.random());
        var people = new AccountDoors(accountGround, concerns.accounts());

        // may they
        var access = new Access(tx, people.directory(), ground.caches(), ground.events(), clock);
        var grants = new Grants(ground.events(), ids, clock);

        // where
        var driveLedger = new DriveLedger(
                grants, people.directory(), List.of(new DriveRoots(clock)), ground.events(), ids, clock);
        var ownership = new DriveOwnership(driveLedger, grants, people.directory());
        var selector = new DriveSelector(tx, access, ground.caches(), ground.events(), clock);
        var drives = new Drives(tx, access, driveLedger, selector, ground.audit());
        var members = new DriveMembers(tx, access, grants, people.directory(), ground.audit(), clock);

        // what
        var chunks = opened.add(new ChunkStore(
                tx,
                ground.blobs(),
                ground.caches(),
                clock,
                ids,
                concerns.store(Runtime.getRuntime().maxMemory())));
        var free = new FreeSpace(() -> Storage.freeBytes(ground.blobs()), clock);
        var references = new ChunkLedger();
        var store = new FileTree.Store(chunks, references, concerns.writes(free));
        var files = new FileTree(tx, access, driveLedger, store, ids, clock);
        var locks = new Locks(tx, access, driveLedger, store, ids, clock);
        var properties = new DeadProperties(tx, access, driveLedger, clock);
        var sync = new FolderSync(tx, access);
        var nodeGrants = new NodeGrants(tx, access, grants, driveLedger, people.directory(), ground.audit(), clock);
        var grantLists = new GrantLists(tx, access, grants, people.directory());

        var held = new HeldBytes(driveLedger, concerns.heldBytes());
        var bounds = UploadSettings.of(store.limits().maxUploadBytes());
        var uploads = new UploadDoors(
                files,
                new Favorites(tx, access, clock),
                new Uploads(files, drives),
                new KnownContents(tx, access, files, references),
                new Deltas(tx, access, files, store, held, bounds),
                new DeltaCommits(tx, access, files, store, held, bounds),
                new RateLimits(tx, clock));

        var versions = new Versions(tx, access, driveLedger, store, concerns.versions(), ids, clock);
        var trash = new Trash(tx, access, grants, driveLedger, references, clock, concerns.trashRetention());

        // first start
        FirstStart first = FirstStart.in(ground.data(), ground.random());
        AccountDoors.Doors accounts = people.accounts(List.of(ownership, first), free, first.token());
        first.begin(accounts.setup(), ground.settings());

        // seen from outside
        var restDoors = new RestServlets.Doors(
                accounts.setup(),
                accounts.accounts(),
                people.signIn(),
                accounts.appPasswords(),
                people.groups(List.of(ownership)),
                people.groupLists(),
                people.blocks(),
                drives,
                members,
                nodeGrants,
                grantLists,
                versions,
                uploads,
                files,
                new Favorites(tx, access, clock),
                new Archives(files, chunks, access, clock),
                new UploadSessions(tx, files, held, store, concerns.sessions(), ids, clock),
                trash,
                new Rewind(
                        tx,
                        access,
                        driveLedger,
                        new Rewind.Doors(files, trash, versions),
                        concerns.syncRetention(),
                        clock));
        var rest = new RestServlets(
                restDoors,
                new CacheReport(ground.caches()),
                ground.storage().doors(ground),
                concerns.rest(boundToLoopback),
                Version.ofThisBuild(),
                () -> MDC.get(RequestIdFilter.KEY));
        var davDoors =
                new DavServlet.Doors(people.signIn(), accounts.accounts(), drives, files, locks, properties, sync);
        DavSettings dav = concerns.dav();
        var webdav = new DavServlet(davDoors, dav);
        var web = new WebServlets(
                accounts.setup(),
                accounts.accounts(),
                people.signIn(),
                dav.drivePrefix().isEmpty());
        List<Component> components =
                List.of(new Component("db", ground.database()::ping), Storage.component(ground.blobs()));
        List<Mount> mounts = List.of(
                Mount.getOnly("health", new HealthServlet(components), "/health", "/ready"),
                Mount.of("api", rest.api(), "/api/*"),
                Mount.of("webdav", webdav, "/webdav/*"),
                Mount.of("principals", webdav.principals(), "/caldav/principals/*"),
                Mount.getOnly("pages", web.pages(), "", "/login", "/setup"),
                Mount.getOnly("assets", web.assets(), "/assets/*"),
                Mount.of("well-known", web.wellKnown(), "/.well-known/caldav", "/.well-known/carddav"),
                Mount.of("nothing", new NothingServlet(), "/"));

        // by itself
        List<PeriodicTask> tasks = new ArrayList<>(people.tasks());
        tasks.add(new LockPurge(maintenance));
        tasks.add(new UsageReconciliation(maintenance, driveLedger, concerns.usageReconciliation()));
        tasks.add(new TrashPurge(
                new Trash(maintenance, access, grants, driveLedger, references, clock, concerns.trashRetention())));
        tasks.add(new PendingExpiry(maintenance, held));
        tasks.add(new HistoryPruning(maintenance, clock, concerns.syncRetention(), concerns.syncSweep()));
        tasks.add(new VersionThinning(maintenance, driveLedger, references, concerns.versions(), clock));
        tasks.add(new SessionExpiry(maintenance, references, held, clock));
        tasks.addAll(ground.storage().tasks(ground));
        ground.events().start();
        var leases = new Leases(maintenance, ids);
        opened.add(new TreeFlusher(maintenance, leases, concerns.treeFlush())).start();
        opened.add(new TaskRunner(leases, tasks)).start();
        return new Cloud(opened, ground, accounts.setup(), mounts, webdav.rootFilter());
    }

    Settings settings() {
        return ground.settings();
    }

    Ids ids() {
        return ground.ids();
    }

    Setup setup() {
        return setup;
    }

    List<Mount> mounts() {
        return mounts;
    }

    /** What the root of the application answers besides its pages. */
    Filter atRoot() {
        return atRoot;
    }

    @Override
    public void close() {
        opened.close();
        LOG.info("stop.done");
    }
}
