package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Ids;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.Content;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Door to what files were made of before. {@link VersionThinning} says how long that is kept. Whoever may read a file may read its
 * former contents. Refusals are those of {@link FileTree}; a version that is gone is NOT_FOUND. Thread-safe.
 */
public final class Versions {
    private static final int MAX_LABEL = 200;

    private final Tx tx;
    private final Access access;
    private final ChunkStore contents;
    private final ChunkLedger references;
    private final DriveLedger drives;
    private final VersionSettings settings;
    private final Guard guard;
    private final FileWrites writes;
    private final Clock clock;
    private final Nodes nodes = new Nodes();
    private final VersionRows rows = new VersionRows();

    public Versions(
            Tx tx,
            Access access,
            DriveLedger drives,
            FileTree.Store store,
            VersionSettings settings,
            Ids ids,
            Clock clock) {
        this.tx = tx;
        this.drives = drives;
        this.settings = settings;
        this.access = access;
        this.contents = store.contents();
        this.references = store.references();
        this.guard = new Guard(tx, drives);
        this.writes = new FileWrites(guard, access, drives, references, store.limits(), ids, clock);
        this.clock = clock;
    }

    /** The contents that a file has and had, the newest first; some hundreds at most. Takes READ. */
    public List<FileVersion> list(Actor actor, NodeId file) {
        Rights rights = access.rights(actor);
        return tx.read("versions.list", scope -> {
            Node node = readable(scope, rights, file);
            List<RevisionEntity> all = rows.of(scope, List.of(file.value())).getOrDefault(file.value(), List.of());
            RevisionEntity current = VersionRows.current(node.content(), all);
            return all.stream()
                    .map(version -> shown(version, version == current))
                    .toList();
        });
    }

    /** One of them. Takes READ. */
    public FileVersion get(Actor actor, NodeId file, String version) {
        return list(actor, file).stream()
                .filter(one -> one.id().equals(version))
                .findFirst()
                .orElseThrow(Access::absent);
    }

    /** The bytes of one. Takes READ. */
    public FileContent open(Actor actor, NodeId file, String version) {
        Content content = contents.open(get(actor, file, version).content());
        return new FileContent(content.size(), content.stream());
    }

    /**
     * Gives a file a content again that it had; what it has now becomes a former one. Takes UPDATE. Does nothing if it has that
     * content.
     */
    public Node restore(Actor actor, NodeId file, String version, Precondition precondition) {
        RevisionId id = VersionId.parse(version);
        Rights rights = access.rights(actor);
        Node now = tx.read("versions.file", scope -> readable(scope, rights, file));
        FileVersion wanted = get(actor, file, version);
        NodeId parent = Objects.requireNonNull(now.parent(), "a file lies in a folder");
        WriteBound bound = writes.prepare(actor, parent, now.name(), precondition, wanted.size())
                .bound();
        if (wanted.content().equals(now.content())) {
            return now;
        }
        var said = new Declared(now.mediaType(), null);
        var intent = new WriteIntent(parent, now.name(), precondition, bound, said, now.content());
        Change change = Change.by(actor, access, clock);
        return guard.write("versions.restore", scope -> writes.commit(scope, change, intent, former(file, id, wanted)))
                .node();
    }

    /**
     * Calls a version something, so that it is kept for ever; or nothing any more. Takes UPDATE. OVER_QUOTA if the named versions
     * of the drive would take more than their share.
     *
     * @param label 1 to {@value #MAX_LABEL} characters, or null
     */
    public FileVersion name(Actor actor, NodeId file, String version, @Nullable String label) {
        RevisionId id = VersionId.parse(version);
        if (label != null && (label.isBlank() || label.length() > MAX_LABEL)) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "a version's name has 1 to " + MAX_LABEL + " characters, not all blank");
        }
        Change change = Change.by(actor, access, clock);
        return guard.write("versions.name", scope -> {
            Node node = readable(scope, change.rights(), file);
            guard.allow(scope, change, node.lineage(), Permission.UPDATE);
            nodes.lock(scope, List.of(file.value()));
            RevisionEntity row = rows.lock(scope, file, id).orElseThrow(Access::absent);
            if (label != null && row.label == null) {
                requireRoom(scope, node, row);
            }
            row.label = label;
            return shown(row, row.content != null && row.content.equals(node.content()));
        });
    }

    /** What has a name is never thinned out, and so it has a bound of its own. */
    private void requireRoom(Tx.Scope scope, Node file, RevisionEntity row) {
        drives.charge(scope, file.drive(), 0);
        long room = drives.room(scope, file.drive());
        long named = rows.namedBytes(scope, file.drive()) + (row.size == null ? 0 : row.size);
        if (room != Long.MAX_VALUE && named > settings.most(drives.used(scope, file.drive()) + room)) {
            throw new CloudException(ErrorCode.OVER_QUOTA, "the named versions of a drive have no more room");
        }
    }

    private Node readable(Tx.Scope scope, Rights rights, NodeId file) {
        Node node = nodes.find(scope, file).orElseThrow(Access::absent);
        rights.require(node.lineage(), Permission.READ);
        if (node.folder()) {
            throw new CloudException(ErrorCode.CONFLICT, "a folder has no content");
        }
        return node;
    }

    /** The file's row is locked when the reference is taken: from then on nobody thins its versions out. */
    private NewContent former(NodeId file, RevisionId id, FileVersion wanted) {
        return new NewContent() {
            @Override
            public Hash hash() {
                return wanted.content();
            }

            @Override
            public long size() {
                return wanted.size();
            }

            @Override
            public void take(Tx.Scope scope) {
                if (rows.lock(scope, file, id).isEmpty()) {
                    throw Access.absent();
                }
                references.retain(scope, new TreeMap<>(Map.of(wanted.content(), 1L)));
            }
        };
    }

    private static FileVersion shown(RevisionEntity row, boolean current) {
        return new FileVersion(
                VersionId.text(row.id),
                Objects.requireNonNull(row.content),
                row.size == null ? 0 : row.size,
                row.at,
                row.actor,
                row.label,
                current);
    }
}
