package io.oxicloud.files;

import io.oxicloud.access.Grant;
import io.oxicloud.access.Permission;
import io.oxicloud.access.PermissionMatrix;
import io.oxicloud.access.PermissionMatrix.Door;
import io.oxicloud.access.PermissionMatrix.Outcome;
import io.oxicloud.access.PermissionMatrix.Thing;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import io.oxicloud.files.zip.Archives;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every method of the doors, as every kind of actor, with every role on the drive, on a folder and on a file. */
@ParameterizedClass
@EnumSource(Engine.class)
class PermissionsTest {
    /**
     * A folder with a file and a folder in it.
     *
     * @param friends on the file, from somebody else than those who ask
     */
    private record Sample(DriveId drive, Node folder, Node file, Node inner, List<String> path, Grant friends) {
        Resource asFile() {
            return Resource.of(file.lineage(), false);
        }
    }

    private static final LockRequest LOCK = new LockRequest(LockKind.SHARED, false, "", null);

    private final TestFiles files;
    private final FileTree tree;
    private final PermissionMatrix matrix;
    private final Actor.User owner;
    private final Actor.User friend;
    private final DriveId drive;
    private int names;

    PermissionsTest(Engine engine) {
        files = new TestFiles(engine);
        tree = files.tree;
        matrix = new PermissionMatrix(files.ground);
        owner = files.user();
        friend = files.user();
        drive = files.drive(owner, "Team");
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void aRoleOnAFolderCountsForAllThatLiesInIt() {
        matrix.check(grantedOn(sample -> Resource.of(sample.folder.lineage(), true)), doors());
    }

    @Test
    void aRoleOnAFileCountsForTheFile() {
        matrix.check(
                grantedOn(sample -> Resource.of(sample.file.lineage(), false)),
                List.of(
                        Door.needing(Permission.READ, "get", (who, it) -> tree.get(who, it.file.id())),
                        Door.needing(
                                Permission.READ,
                                "open",
                                (who, it) -> tree.open(who, it.file).close()),
                        Door.needing(
                                Permission.UPDATE,
                                "rename",
                                (who, it) -> tree.rename(who, it.file.id(), "new", Precondition.NONE)),
                        Door.needing(
                                Permission.DELETE,
                                "delete",
                                (who, it) -> tree.delete(who, it.file.id(), Precondition.NONE)),
                        new Door<>(
                                "the folder around it",
                                square -> hiddenUnlessOwner(square),
                                (who, it) -> tree.get(who, it.folder.id()))));
    }

    @Test
    void aRoleOnTheDriveCountsForAllThatLiesInIt() {
        matrix.check(
                () -> {
                    DriveId fresh = files.drive(owner, "Team " + names++);
                    return new Thing<>(owner, Resource.of(fresh), sample(fresh));
                },
                doors());
    }

    @Test
    void theSameRolesCountForWhatHangsOnIt() {
        matrix.check(grantedOn(sample -> Resource.of(sample.folder.lineage(), true)), doorsToExtras());
    }

    private List<Door<Sample>> doors() {
        return List.of(
                Door.needing(Permission.READ, "resolve", (who, it) -> tree.resolve(who, it.drive, it.path)),
                Door.needing(Permission.READ, "get", (who, it) -> tree.get(who, it.file.id())),
                Door.needing(Permission.READ, "children", (who, it) -> tree.children(who, it.folder.id(), null, 10)),
                Door.needing(Permission.READ, "below", (who, it) -> tree.below(who, it.folder, it.folder, 10)),
                Door.needing(
                        Permission.READ,
                        "archive",
                        (who, it) -> new Archives(tree, files.contents, files.access, files.clock)
                                .folder(who, it.folder.id())
                                .close()),
                Door.needing(Permission.READ, "shared", (who, it) -> files.nodeGrants.shared(who, List.of(it.folder))),
                Door.needing(
                        Permission.READ,
                        "children of a known folder",
                        (who, it) -> tree.children(who, it.folder, null, 10)),
                Door.needing(
                        Permission.READ,
                        "open",
                        (who, it) -> tree.open(who, it.file).close()),
                Door.needing(
                        Permission.CREATE, "createFolder", (who, it) -> tree.createFolder(who, it.folder.id(), "new")),
                Door.needing(
                        Permission.CREATE,
                        "prepareWrite",
                        (who, it) -> tree.prepareWrite(who, it.folder.id(), "new", Precondition.NONE)),
                Door.needing(Permission.CREATE, "commitWrite", (who, it) -> files.commit(who, it.folder.id(), "new")),
                Door.needing(
                        Permission.UPDATE,
                        "prepareWrite over a file",
                        (who, it) -> tree.prepareWrite(who, it.folder.id(), it.file.name(), Precondition.NONE)),
                Door.needing(
                        Permission.UPDATE,
                        "commitWrite over a file",
                        (who, it) -> files.commit(who, it.folder.id(), it.file.name())),
                Door.needing(
                        Permission.CREATE,
                        "uploads.create",
                        (who, it) -> files.uploads.create(who, it.folder.id(), "new", Declared.NOTHING, bytes())),
                Door.needing(
                        Permission.CREATE,
                        "uploads.put",
                        (who, it) -> files.uploads.put(
                                who, it.folder.id(), "new", Declared.NOTHING, Precondition.NONE, bytes(), -1)),
                Door.needing(
                        Permission.UPDATE,
                        "uploads.replace",
                        (who, it) -> files.uploads.replace(
                                who, it.file.id(), Declared.NOTHING, Precondition.NONE, bytes(), -1)),
                Door.needing(
                        Permission.UPDATE,
                        "rename",
                        (who, it) -> tree.rename(who, it.file.id(), "new", Precondition.NONE)),
                Door.needing(
                        Permission.UPDATE,
                        "move",
                        (who, it) -> tree.move(who, it.file.id(), it.inner.id(), "new", Precondition.NONE)),
                Door.needing(
                        Permission.CREATE,
                        "copy",
                        (who, it) -> tree.copy(
                                who,
                                it.file.id(),
                                new Destination(it.inner.id(), "new", Destination.Taken.REFUSE),
                                true,
                                Precondition.NONE)),
                Door.needing(Permission.DELETE, "trash.restore", (who, it) -> {
                    tree.delete(owner, it.file.id(), Precondition.NONE);
                    files.trash.restore(who, it.file.id());
                }),
                Door.needing(Permission.DELETE, "trash.delete", (who, it) -> {
                    tree.delete(owner, it.file.id(), Precondition.NONE);
                    files.trash.delete(who, it.file.id());
                }),
                Door.needing(
                        Permission.DELETE, "delete", (who, it) -> tree.delete(who, it.file.id(), Precondition.NONE)),
                Door.needing(Permission.SHARE, "grants.list", (who, it) -> files.nodeGrants.list(who, it.asFile())),
                Door.needing(
                        Permission.SHARE,
                        "grants.change",
                        (who, it) ->
                                files.nodeGrants.change(who, it.asFile(), it.friends.subject(), Role.COMMENTER, null)),
                Door.needing(Permission.READ, "grants.get", (who, it) -> files.grantLists.get(who, it.friends.id())),
                Door.needing(
                        Permission.SHARE,
                        "grants.give",
                        (who, it) ->
                                files.nodeGrants.give(who, it.asFile(), Subject.of(friend.id()), Role.VIEWER, null)),
                Door.needing(
                        Permission.SHARE, "grants.revoke", (who, it) -> files.nodeGrants.revoke(who, it.friends.id())));
    }

    private static InputStream bytes() {
        return new ByteArrayInputStream(new byte[] {1, 2, 3});
    }

    /** What hangs on nodes: for everybody who holds the permission and is a user. */
    private List<Door<Sample>> doorsToExtras() {
        var query = new MarkQuery(MarkOrder.NAME, false, Set.of(), null, 10);
        return List.of(
                forUsers(
                        Permission.UPDATE,
                        "locks.take",
                        (who, it) -> files.locks.take(who, it.file.id(), LOCK, Precondition.NONE)),
                forUsers(
                        Permission.CREATE,
                        "locks.takeNew",
                        (who, it) -> files.locks.takeNew(who, it.folder.id(), "new", LOCK, Precondition.NONE)),
                Door.needing(Permission.READ, "locks.on", (who, it) -> files.locks.on(who, List.of(it.file))),
                Door.needing(Permission.UPDATE, "locks.refresh", (who, it) -> {
                    try {
                        files.locks.refresh(who, it.file.id(), Set.of("urn:uuid:none"), null);
                    } catch (CloudException e) {
                        // he may, but there is no lock of his
                        if (e.code() != ErrorCode.STALE_ETAG) {
                            throw e;
                        }
                    }
                }),
                Door.needing(Permission.MANAGE, "locks.release of another's", (who, it) -> {
                    FileLock lock = files.locks.take(owner, it.file.id(), LOCK, Precondition.NONE);
                    files.locks.release(who, it.file.id(), lock.token());
                }),
                Door.needing(
                        Permission.READ, "properties.all", (who, it) -> files.properties.all(who, List.of(it.file))),
                Door.needing(
                        Permission.READ,
                        "properties.named",
                        (who, it) -> files.properties.named(who, List.of(it.file), Set.of())),
                Door.needing(
                        Permission.UPDATE,
                        "properties.patch",
                        (who, it) -> files.properties.patch(who, it.file.id(), List.of(), Precondition.NONE)),
                forUsers(Permission.READ, "favorites.add", (who, it) -> files.favorites.add(who, it.file.id())),
                forUsers(Permission.READ, "favorites.remove", (who, it) -> files.favorites.remove(who, it.file.id())),
                anyUser("favorites.list", (who, it) -> files.favorites.list(who, query)),
                anyUser("favorites.among", (who, it) -> files.favorites.among(who, List.of(it.file))),
                forUsers(Permission.READ, "recent.opened", (who, it) -> files.recent.opened(who, it.file.id())),
                forUsers(Permission.READ, "recent.remove", (who, it) -> files.recent.remove(who, it.file.id())),
                anyUser("recent.list", (who, it) -> files.recent.list(who, query)),
                anyUser("recent.clear", (who, it) -> files.recent.clear(who)));
    }

    private static Door<Sample> forUsers(Permission permission, String name, PermissionMatrix.Attempt<Sample> attempt) {
        Door<Sample> all = Door.needing(permission, name, attempt);
        return new Door<>(
                name,
                square -> square.who() == PermissionMatrix.Who.JOB
                        ? Outcome.UNAUTHENTICATED
                        : all.rule().apply(square),
                attempt);
    }

    private static Door<Sample> anyUser(String name, PermissionMatrix.Attempt<Sample> attempt) {
        return new Door<>(
                name,
                square -> Set.of(PermissionMatrix.Who.JOB, PermissionMatrix.Who.ANONYMOUS)
                                .contains(square.who())
                        ? Outcome.UNAUTHENTICATED
                        : Outcome.DONE,
                attempt);
    }

    private static Outcome hiddenUnlessOwner(PermissionMatrix.Square square) {
        return Set.of(PermissionMatrix.Who.OWNER, PermissionMatrix.Who.JOB).contains(square.who())
                ? Outcome.DONE
                : Outcome.ABSENT;
    }

    private Supplier<Thing<Sample>> grantedOn(java.util.function.Function<Sample, Resource> on) {
        return () -> {
            Sample sample = sample(drive);
            return new Thing<>(owner, on.apply(sample), sample);
        };
    }

    private Sample sample(DriveId in) {
        String name = "folder " + names++;
        Node folder = tree.createFolder(owner, new NodeId(in.value()), name);
        Node file = files.write(owner, folder.id(), "file", "content").node();
        Node inner = tree.createFolder(owner, folder.id(), "inner");
        Grant friends =
                files.ground.give(Subject.of(friend.id()), Resource.of(file.lineage(), false), Role.VIEWER, null);
        return new Sample(in, folder, file, inner, List.of(name, "file"), friends);
    }
}
