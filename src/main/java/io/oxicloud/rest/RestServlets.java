package io.oxicloud.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.oxicloud.account.Accounts;
import io.oxicloud.account.AppPasswords;
import io.oxicloud.account.Blocks;
import io.oxicloud.account.GroupLists;
import io.oxicloud.account.Groups;
import io.oxicloud.account.Setup;
import io.oxicloud.account.SignIn;
import io.oxicloud.drive.DriveMembers;
import io.oxicloud.drive.Drives;
import io.oxicloud.files.Favorites;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.GrantLists;
import io.oxicloud.files.NodeGrants;
import io.oxicloud.files.Trash;
import io.oxicloud.files.Versions;
import io.oxicloud.files.rewind.Rewind;
import io.oxicloud.files.session.UploadSessions;
import io.oxicloud.files.zip.Archives;
import io.oxicloud.rest.file.BatchDownloadResource;
import io.oxicloud.rest.file.FileChangesResource;
import io.oxicloud.rest.file.FileContentResource;
import io.oxicloud.rest.file.FolderArchiveResource;
import io.oxicloud.rest.file.FoldersResource;
import io.oxicloud.rest.file.NodeViews;
import io.oxicloud.rest.rewind.RewindResource;
import io.oxicloud.rest.session.UploadsResource;
import io.oxicloud.rest.storage.StorageDoors;
import io.oxicloud.rest.trash.TrashResource;
import io.oxicloud.rest.upload.ByHashResource;
import io.oxicloud.rest.upload.DedupResource;
import io.oxicloud.rest.upload.DeltaResource;
import io.oxicloud.rest.upload.FileManifestResource;
import io.oxicloud.rest.upload.UploadDoors;
import io.oxicloud.rest.upload.UploadResource;
import jakarta.servlet.Servlet;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the servlet of this package.
 *
 * <p>In front of it belongs whatever makes {@code getRemoteAddr}, {@code isSecure}, {@code getServerName} and {@code
 * getServerPort} tell the client's view where a trusted proxy stands between, and leaves the forwarding headers in place.
 */
public final class RestServlets {
    private final Doors doors;
    private final Supplier<List<CacheUse>> caches;
    private final StorageDoors storage;
    private final RestSettings settings;
    private final String version;
    private final Supplier<@Nullable String> requestId;

    /** What the API is an edge of. */
    public record Doors(
            Setup setup,
            Accounts accounts,
            SignIn signIn,
            AppPasswords appPasswords,
            Groups groups,
            GroupLists groupLists,
            Blocks blocks,
            Drives drives,
            DriveMembers driveMembers,
            NodeGrants nodeGrants,
            GrantLists grantLists,
            Versions versions,
            UploadDoors uploads,
            FileTree files,
            Favorites favorites,
            Archives archives,
            UploadSessions uploadSessions,
            Trash trash,
            Rewind rewind) {}

    /**
     * @param caches what each did so far
     * @param version of the product
     * @param requestId of the request that the calling thread is serving
     */
    public RestServlets(
            Doors doors,
            Supplier<List<CacheUse>> caches,
            StorageDoors storage,
            RestSettings settings,
            String version,
            Supplier<@Nullable String> requestId) {
        this.doors = doors;
        this.caches = caches;
        this.storage = storage;
        this.settings = settings;
        this.version = version;
        this.requestId = requestId;
    }

    /** For {@code /api/*}. */
    public Servlet api() {
        ObjectMapper mapper = Json.mapper(settings.maxJsonBytes());
        List<Object> providers = List.of(
                new JsonBodies(mapper, settings.maxJsonBytes()),
                new BodyPresence(),
                new TypedParameters(),
                new ReadableHeaders(),
                new Protection(doors.signIn()),
                new Counting(doors.uploads().limits()),
                new NoStore(),
                new Delivery(),
                new ErrorAnswers(requestId));
        return new ApiServlet(providers, resources(mapper));
    }

    /** One per family. */
    private List<Object> resources(ObjectMapper mapper) {
        var figures = new UserFigures(doors.drives());
        var views = new NodeViews(doors.files(), doors.favorites(), doors.nodeGrants());
        List<Object> resources = new ArrayList<>(List.of(
                new SetupResource(doors.setup(), new SetupGate(settings.boundToLoopback()), figures),
                new AuthResource(
                        doors.setup(),
                        doors.accounts(),
                        doors.signIn(),
                        figures,
                        new SessionCookies(settings.cookies(), UUID::randomUUID)),
                new AppPasswordsResource(doors.appPasswords(), new PublicAddress(settings.baseUrl())),
                new GroupsResource(doors.groups(), doors.groupLists()),
                new DrivesResource(doors.drives()),
                new DriveMembersResource(doors.driveMembers()),
                new GrantsResource(doors.nodeGrants(), doors.driveMembers(), doors.grantLists()),
                new FileContentResource(doors.files(), views),
                new FileChangesResource(doors.files(), views),
                new FoldersResource(doors.files(), doors.drives(), views),
                new FolderArchiveResource(doors.archives()),
                new BatchDownloadResource(doors.archives()),
                new FileVersionsResource(doors.versions()),
                new UploadResource(doors.uploads()),
                new ByHashResource(doors.uploads()),
                new DedupResource(doors.uploads()),
                new DeltaResource(doors.uploads()),
                new FileManifestResource(doors.uploads()),
                new UploadsResource(doors.uploadSessions(), doors.uploads()),
                new TrashResource(doors.trash(), doors.files()),
                new RewindResource(doors.rewind()),
                new AdminDrivesResource(doors.drives()),
                new AdminBlocksResource(doors.blocks()),
                new AdminCachesResource(caches),
                new VersionResource(version)));
        resources.addAll(storage.resources());
        resources.add(new OpenApiResource(() -> OpenApiDocument.of(Route.of(resources), mapper, version)));
        return resources;
    }
}
