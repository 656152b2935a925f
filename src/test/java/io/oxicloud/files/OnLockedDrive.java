package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.access.Role;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Engine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;

/** Where tests of locks begin: Bob may write in the drive of Alice. */
abstract class OnLockedDrive extends OnTeamDrive {
    static final String OWNER = "<D:href xmlns:D=\"DAV:\" xml:lang=\"de\">mailto:\u00e4@x</D:href>";

    final Locks locks;
    final Actor.User bob;

    OnLockedDrive(Engine engine) {
        super(engine);
        locks = files.locks;
        bob = files.user();
        files.grant(bob, tree.get(alice, root), Role.EDITOR);
    }

    int count(NodeId folder) {
        return tree.children(alice, folder, null, 1_000).items().size();
    }

    NodeId other(String name) {
        return files.write(alice, root, name, "x").node().id();
    }

    void write(Actor actor, String name, Precondition submitted) {
        WriteIntent intent = tree.prepareWrite(actor, root, name, submitted);
        try {
            tree.write(actor, intent, new ByteArrayInputStream("new".getBytes(StandardCharsets.UTF_8)), -1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The one lock that covers it, as Bob sees it. */
    FileLock the(Node node) {
        List<FileLock> found = locks.on(bob, List.of(node)).getOrDefault(node.id(), List.of());
        assertEquals(1, found.size());
        return found.get(0);
    }

    void end(FileLock lock) {
        files.ground.write(scope -> scope.session()
                .createNativeMutationQuery("update file_lock set expires_at = :then where id = :id")
                .setParameter("then", scope.databaseTime())
                .setParameter("id", lock.id())
                .executeUpdate());
    }

    long stored() {
        return files.count("LockEntity");
    }

    static List<String> tokens(@Nullable List<FileLock> found) {
        return found == null ? List.of() : found.stream().map(FileLock::token).toList();
    }

    static Precondition with(FileLock lock) {
        return new Precondition(false, false, null, Set.of(), Set.of("urn:uuid:foreign", lock.token()));
    }

    static LockRequest exclusive(boolean deep) {
        return new LockRequest(LockKind.EXCLUSIVE, deep, OWNER, null);
    }

    static LockRequest shared(boolean deep) {
        return new LockRequest(LockKind.SHARED, deep, "", null);
    }

    static void locked(Node by, Executable call) {
        CloudException refused = assertThrows(CloudException.class, call);
        assertEquals(ErrorCode.LOCKED, refused.code());
        assertEquals(by.id(), refused.node());
    }

    static void refused(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(CloudException.class, call).code());
    }
}
