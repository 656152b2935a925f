package io.oxicloud.rest;

import io.oxicloud.access.Access;
import io.oxicloud.access.Grants;
import io.oxicloud.account.AccountDoors;
import io.oxicloud.account.AccountSettings;
import io.oxicloud.account.Client;
import io.oxicloud.account.NewUser;
import io.oxicloud.account.PasswordLogin;
import io.oxicloud.account.SetupProof;
import io.oxicloud.account.SetupToken;
import io.oxicloud.account.Signed;
import io.oxicloud.account.TestClock;
import io.oxicloud.account.UserView;
import io.oxicloud.account.limit.LimitSettings;
import io.oxicloud.account.limit.RateLimits;
import io.oxicloud.account.password.HashSettings;
import io.oxicloud.account.session.TokenSettings;
import io.oxicloud.app.CacheReport;
import io.oxicloud.app.StorageReport;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Secret;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.blob.remote.MeasuredBlobBackend;
import io.oxicloud.cache.Caches;
import io.oxicloud.chunk.BlobsOutsideTransactions;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.job.Checks;
import io.oxicloud.chunk.job.Moves;
import io.oxicloud.chunk.job.NodeSetup;
import io.oxicloud.chunk.job.NodeTurn;
import io.oxicloud.chunk.job.Rekeys;
import io.oxicloud.chunk.job.Sweeps;
import io.oxicloud.dav.DavServlet;
import io.oxicloud.dav.DavSettings;
import io.oxicloud.db.ClusterEvents;
import io.oxicloud.db.Database;
import io.oxicloud.db.Engine;
import io.oxicloud.db.Sealer;
import io.oxicloud.db.TestDatabase;
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
import io.oxicloud.files.Locks;
import io.oxicloud.files.NodeGrants;
import io.oxicloud.files.Trash;
import io.oxicloud.files.VersionSettings;
import io.oxicloud.files.Versions;
import io.oxicloud.files.WriteLimits;
import io.oxicloud.files.rewind.Rewind;
import io.oxicloud.files.session.SessionLimits;
import io.oxicloud.files.session.UploadSessions;
import io.oxicloud.files.upload.DeltaCommits;
import io.oxicloud.files.upload.Deltas;
import io.oxicloud.files.upload.HeldBytes;
import io.oxicloud.files.upload.KnownContents;
import io.oxicloud.files.upload.UploadSettings;
import io.oxicloud.files.upload.Uploads;
import io.oxicloud.files.zip.Archives;
import io.oxicloud.rest.storage.StorageDoors;
import io.oxicloud.rest.upload.UploadDoors;
import io.oxicloud.web.WebServlets;
import jakarta.servlet.Servlet;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The real doors over a fresh database, and the edges over them in a real server. */
public final class World implements AutoCloseable {
    public static final String SETUP_TOKEN = "the-setup-token";
    public static final Secret PASSWORD = new Secret("correct horse");
    public static final String CONTEXT = "/some/context";

    private static final int MANY = 10_000;

    /** Everything by default but hashes that cost little and as many sign-ins as a table of requests needs. */
    public static final AccountSettings MANY_SIGN_INS = settings(MANY);

    /** Everything by default but hashes that cost little. */
    public static final AccountSettings REAL_LIMITS = settings(10);

    private static final Client HOME = new Client("192.0.2.10", "test", true);

    public final TestClock clock = new TestClock();
    public final EdgeServer server;

    /** What {@link #server} runs for {@code /api/*}. */
    final ApiServlet api;

    /** Where contents lie. */
    final MemoryBlobBackend memory = new MemoryBlobBackend();

    /** The way there. */
    final BlobsOutsideTransactions calls = new BlobsOutsideTransactions(memory);

    private final MeasuredBlobBackend blobs = new MeasuredBlobBackend(calls);
    private final Database database;
    private final ClusterEvents events;
    private final Caches caches;
    private final DavServlet.Doors dav;
    private final RestServlets.Doors doors;

    public World(Engine engine, AccountSettings settings, boolean boundToLoopback) {
        var random = new SecureRandom();
        var ids = new Ids(clock, random);
        database = TestDatabase.open(
                engine,
                io.oxicloud.db.Entities.CLASSES,
                io.oxicloud.audit.Entities.CLASSES,
                io.oxicloud.account.Entities.CLASSES,
                io.oxicloud.access.Entities.CLASSES,
                io.oxicloud.drive.Entities.CLASSES,
                io.oxicloud.chunk.Entities.CLASSES,
                io.oxicloud.chunk.job.Entities.CLASSES,
                io.oxicloud.files.Entities.CLASSES,
                io.oxicloud.files.session.Entities.CLASSES);
        events = new ClusterEvents(database, UUID.randomUUID());
        caches = new Caches(clock::millis);
        var tx = database.requests();
        var audit = new Audit(tx, ids, clock);
        Sealer sealer = Sealer.open(database, new byte[Sealer.KEY_LENGTH], random);
        var accounts = new AccountDoors(
                new AccountDoors.Ground(database, caches, events, sealer, audit, clock, random), settings);
        var access = new Access(tx, accounts.directory(), caches, events, clock);
        var grants = new Grants(events, ids, clock);
        var ledger = new DriveLedger(grants, accounts.directory(), List.of(new DriveRoots(clock)), events, ids, clock);
        var ownership = new DriveOwnership(ledger, grants, accounts.directory());
        AccountDoors.Doors changing =
                accounts.accounts(List.of(ownership), () -> Long.MAX_VALUE, SetupToken.of(SETUP_TOKEN));
        var selector = new DriveSelector(tx, access, caches, events, clock);
        var contents = new ChunkStore(tx, blobs, caches, clock, ids);
        var limits = new WriteLimits(Long.MAX_VALUE, () -> Long.MAX_VALUE);
        var store = new FileTree.Store(contents, new ChunkLedger(), limits);
        var files = new FileTree(tx, access, ledger, store, ids, clock);
        var drives = new Drives(tx, access, ledger, selector, audit);
        var held = new HeldBytes(ledger, Long.MAX_VALUE);
        var bounds = UploadSettings.of(10L << 30);
        var uploads = new UploadDoors(
                files,
                new Favorites(tx, access, clock),
                new Uploads(files, drives),
                new KnownContents(tx, access, files, store.references()),
                new Deltas(tx, access, files, store, held, bounds),
                new DeltaCommits(tx, access, files, store, held, bounds),
                new RateLimits(tx, clock));
        var versions = new Versions(tx, access, ledger, store, VersionSettings.DEFAULTS, ids, clock);
        var trash = new Trash(tx, access, grants, ledger, store.references(), clock, Duration.ofDays(30));
        doors = new RestServlets.Doors(
                changing.setup(),
                changing.accounts(),
                accounts.signIn(),
                changing.appPasswords(),
                accounts.groups(List.of(ownership)),
                accounts.groupLists(),
                accounts.blocks(),
                drives,
                new DriveMembers(tx, access, grants, accounts.directory(), audit, clock),
                new NodeGrants(tx, access, grants, ledger, accounts.directory(), audit, clock),
                new GrantLists(tx, access, grants, accounts.directory()),
                versions,
                uploads,
                files,
                new Favorites(tx, access, clock),
                new Archives(files, contents, access, clock),
                new UploadSessions(tx, files, held, store, SessionLimits.DEFAULTS, ids, clock),
                trash,
                new Rewind(tx, access, ledger, new Rewind.Doors(files, trash, versions), Duration.ofDays(30), clock));
        dav = new DavServlet.Doors(
                doors.signIn(),
                doors.accounts(),
                doors.drives(),
                files,
                new Locks(tx, access, ledger, store, ids, clock),
                new DeadProperties(tx, access, ledger, clock),
                new FolderSync(tx, access));
        var restSettings =
                new RestSettings(CookieSecurity.AUTO, null, boundToLoopback, RestSettings.DEFAULT_JSON_BYTES);
        var turn = new NodeTurn(
                database.maintenance(), new NodeSetup("memory", null, null), UUID.randomUUID(), System::nanoTime);
        api = (ApiServlet) new RestServlets(
                        doors,
                        new CacheReport(caches),
                        new StorageDoors(
                                new StorageReport(blobs, null),
                                new Moves(tx, turn, null),
                                new Checks(tx),
                                new Sweeps(tx),
                                new Rekeys(tx, new NodeSetup("memory", null, null))),
                        restSettings,
                        "1.2.3",
                        () -> "request-17")
                .api();
        server = EdgeServer.start(CONTEXT, servlets());
    }

    /** On H2, with an administrator, and as many sign-ins as one likes. */
    static World inUse() {
        var world = new World(Engine.H2, MANY_SIGN_INS, false);
        world.setUp();
        return world;
    }

    private Map<String, Servlet> servlets() {
        var web = new WebServlets(doors.setup(), doors.accounts(), doors.signIn(), false);
        return Map.of(
                "/api/*",
                api,
                "/webdav/*",
                new DavServlet(dav, DavSettings.DEFAULTS),
                "",
                web.pages(),
                "/login",
                web.pages(),
                "/setup",
                web.pages(),
                "/assets/*",
                web.assets());
    }

    public RestServlets.Doors doors() {
        return doors;
    }

    public FileTree files() {
        return dav.files();
    }

    public Database database() {
        return database;
    }

    /** The first account: an administrator called {@code admin}. */
    public UserView setUp() {
        return doors.setup()
                .setUp(
                        NewUser.of("admin", "admin@example.com", PASSWORD),
                        new SetupProof.Token(new Secret(SETUP_TOKEN)),
                        HOME);
    }

    public UserView user(String username, boolean external) {
        return doors.accounts()
                .create(
                        new Actor.Job("test"),
                        new NewUser(
                                username,
                                username + "@example.com",
                                PASSWORD,
                                UserView.Role.USER,
                                null,
                                true,
                                external));
    }

    /** A session of somebody made here. */
    public Signed session(String username) {
        return doors.signIn().login(new PasswordLogin(username, PASSWORD), HOME);
    }

    /** Somebody made here, signed in. */
    Credential bearer(String username) {
        return Credential.bearer(session(username));
    }

    /** Makes an account that is no administrator's, and signs it in. */
    Credential member(String username) {
        user(username, false);
        return bearer(username);
    }

    /** The root folder of the first drive that one can read: the own one. */
    String root(Credential who) {
        return Answers.json(call(who, "GET", "/api/drives", ""))
                .path(0)
                .path("root_folder_id")
                .asText();
    }

    /** @param body JSON, or empty for none */
    HttpResponse<String> call(Credential who, String method, String path, String body) {
        var request = who.on(server.request(path));
        return server.send(
                body.isEmpty()
                        ? request.method(method, HttpRequest.BodyPublishers.noBody())
                        : request.header("Content-Type", "application/json")
                                .method(method, HttpRequest.BodyPublishers.ofString(body)));
    }

    @Override
    public void close() {
        server.close();
        events.close();
        caches.close();
        database.close();
    }

    private static AccountSettings settings(int logins) {
        return new AccountSettings(
                new HashSettings(8, 1, 1, 2, 64),
                TokenSettings.DEFAULTS,
                new LimitSettings(
                        new LimitSettings.Limit("rate-limit.login", logins, Duration.ofMinutes(1)),
                        new LimitSettings.Limit("rate-limit.register", logins, Duration.ofHours(1)),
                        new LimitSettings.Limit("rate-limit.refresh", logins, Duration.ofMinutes(1)),
                        new LimitSettings.Limit("rate-limit.basic", logins, Duration.ofMinutes(1)),
                        logins < MANY ? LimitSettings.DEFAULTS.lockoutFailures() : MANY,
                        LimitSettings.DEFAULTS.lockoutTime()),
                new AccountSettings.Basic(false, true),
                AccountSettings.DEFAULTS.adminQuotaBytes(),
                AccountSettings.DEFAULTS.userQuotaBytes());
    }
}
