package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.NodeName;
import io.oxicloud.base.Precondition;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ContentLease;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * New content of files: refused early, decided late.
 *
 * <p>A file keeps its former contents: each write's row in the history holds a reference of its own, so nothing is released
 * here.
 */
final class FileWrites {
    private final Guard guard;
    private final Access access;
    private final DriveLedger drives;
    private final ChunkLedger contents;
    private final WriteLimits limits;
    private final Ids ids;
    private final Clock clock;
    private final Nodes nodes = new Nodes();
    private final History history = new History();
    private final LockRule locks = new LockRule();
    private final Surroundings surroundings = new Surroundings();

    FileWrites(
            Guard guard,
            Access access,
            DriveLedger drives,
            ChunkLedger contents,
            WriteLimits limits,
            Ids ids,
            Clock clock) {
        this.guard = guard;
        this.access = access;
        this.drives = drives;
        this.contents = contents;
        this.limits = limits;
        this.ids = ids;
        this.clock = clock;
    }

    WriteIntent prepare(Actor actor, NodeId parent, String given, Precondition precondition, long length) {
        String name = NodeName.of(given);
        Change change = Change.by(actor, access, clock);
        long room = guard.read("files.prepareWrite", scope -> {
            Node folder = nodes.find(scope, parent).orElseThrow(Access::absent);
            Node file = nodes.child(scope, parent, name).orElse(null);
            allow(scope, change, folder, file);
            locks.require(scope, change, precondition, changed(folder, file));
            Conditions.require(precondition, file);
            Guard.requireRoom(folder.lineage());
            long left = drives.room(scope, folder.lineage().drive());
            return left == Long.MAX_VALUE ? left : left + (file == null ? 0 : file.size());
        });
        var bound =
                new WriteBound(limits.maxUploadBytes(), room, limits.freeBytes().getAsLong());
        bound.require(length);
        return new WriteIntent(parent, name, precondition, bound);
    }

    WriteIntent prepareReplace(Actor actor, Node file, Precondition precondition, long length) {
        NodeId parent = file.parent();
        if (file.folder() || parent == null) {
            throw new CloudException(ErrorCode.CONFLICT, "a folder has no content");
        }
        return prepare(actor, parent, file.name(), precondition, length).to(file.id());
    }

    SpliceIntent prepareSplice(Actor actor, Node file, long start, Precondition precondition, long length) {
        NodeId parent = file.parent();
        if (file.folder() || parent == null) {
            throw new CloudException(ErrorCode.CONFLICT, "a folder has no content");
        }
        WriteBound whole = prepare(actor, parent, file.name(), precondition, -1).bound();
        WriteBound bound = whole.forEdit(start, file.size());
        bound.require(length);
        var said = new Declared(file.mediaType(), null);
        var write = new WriteIntent(parent, file.name(), precondition, bound, said, file.content());
        var intent = new SpliceIntent(write, file, start);
        intent.requireBytes(length);
        return intent;
    }

    Written commit(Actor actor, WriteIntent intent, ContentLease lease, AlongWrite along) {
        return commit(actor, intent, NewContent.of(lease, contents), along);
    }

    Written commit(Actor actor, WriteIntent intent, NewContent content, AlongWrite along) {
        Change change = Change.by(actor, access, clock);
        return guard.write("files.commitWrite", scope -> {
            along.begin(scope);
            return commit(scope, change, intent, content, along);
        });
    }

    Written commit(Tx.Scope scope, Change change, WriteIntent intent, ContentLease lease) {
        return commit(scope, change, intent, NewContent.of(lease, contents));
    }

    Written commit(Tx.Scope scope, Change change, WriteIntent intent, NewContent content) {
        return commit(scope, change, intent, content, AlongWrite.NOTHING);
    }

    private Written commit(Tx.Scope scope, Change change, WriteIntent intent, NewContent content, AlongWrite along) {
        UUID parent = intent.parent().value();
        NodeEntity folder = Guard.visible(nodes.lock(scope, surroundings.with(intent.precondition(), List.of(parent)))
                .get(parent));
        NodeEntity file = nodes.lockChild(scope, folder, intent.name());
        Node before = file == null ? null : file.node();
        allow(scope, change, folder.node(), before);
        Lineage changed = changed(folder.node(), before);
        surroundings.require(scope, change, intent.precondition(), changed, file == null ? intent.name() : null);
        List<FileLock> near = locks.require(scope, change, intent.precondition(), changed);
        Conditions.require(intent.precondition(), before);
        requireFormer(intent, before);
        content.take(scope);
        Stamp stamp = change.stamp();
        NodeEntity written = file == null ? create(folder, intent.name(), stamp) : file;
        written.write(content.hash(), content.size(), intent.declared(), stamp);
        if (file == null) {
            scope.session().persist(written);
        }
        history.append(scope, folder, file == null ? RevisionKind.CREATED : RevisionKind.WRITTEN, written, stamp);
        if (before == null) {
            locks.arrive(scope, change, near, intent.name(), written.lineage);
        }
        var result = new Written(written.node(), before == null);
        along.end(scope, result);
        long more = content.size() - (before == null ? 0 : before.size());
        if (more != 0) {
            scope.session().flush();
            drives.charge(scope, folder.lineage.drive(), more);
        }
        return result;
    }

    /** New content changes a file; a new file changes the folder. */
    private static Lineage changed(Node folder, @Nullable Node file) {
        return file == null ? folder.lineage() : file.lineage();
    }

    /** Something new takes CREATE on the folder, something old UPDATE on itself. */
    private void allow(Tx.Scope scope, Change change, Node folder, @Nullable Node file) {
        if (file == null) {
            guard.allow(scope, change, folder.lineage(), Permission.CREATE);
            Guard.requireFolder(folder.folder());
        } else {
            guard.allow(scope, change, file.lineage(), Permission.UPDATE);
            if (file.folder()) {
                throw Guard.nameTaken(null);
            }
        }
    }

    private static void requireFormer(WriteIntent intent, @Nullable Node file) {
        if (intent.target() != null && (file == null || !intent.target().equals(file.id()))) {
            throw new CloudException(ErrorCode.STALE_ETAG, "it was moved in the meantime");
        }
        if (intent.former() != null && (file == null || !intent.former().equals(file.content()))) {
            throw new CloudException(ErrorCode.STALE_ETAG, "it was changed in the meantime");
        }
    }

    private NodeEntity create(NodeEntity folder, String name, Stamp stamp) {
        return NodeEntity.file(Guard.below(folder.lineage, new NodeId(ids.next())), name, stamp);
    }
}
