package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Actor;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.NodeName;
import io.oxicloud.base.Page;
import io.oxicloud.base.Precondition;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.Content;
import io.oxicloud.chunk.ContentLease;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Door to files and folders. Thread-safe.
 *
 * <p>What does not exist, lies in the trash, or may not be read by the actor is NOT_FOUND, in the same words; what may be
 * read but not changed is FORBIDDEN. A change that meets a drive policy is NOT_ALLOWED_HERE. A change of something locked is
 * LOCKED, naming the node that the lock was taken on, unless its holder submits its token in the {@link Precondition}:
 * of a node's content, of what lies in a folder, of all that goes along with a node. Every change is written to the history
 * of its folder in the same transaction.
 */
public final class FileTree {
    /** Folders on the longest way from a drive's root to a node, both included. An index entry holds the whole way. */
    public static final int MAX_DEPTH = 128;

    private static final int MAX_PAGE = 1_000;

    private final Tx tx;
    private final Access access;
    private final Nodes nodes = new Nodes();
    private final TreeChanges changes;
    private final TreeCopy copies;
    private final FileWrites writes;
    private final ChunkStore contents;

    /** Where contents are kept, and how much of them. */
    public record Store(ChunkStore contents, ChunkLedger references, WriteLimits limits) {}

    public FileTree(Tx tx, Access access, DriveLedger drives, Store store, Ids ids, Clock clock) {
        this.tx = tx;
        this.access = access;
        this.contents = store.contents();
        var guard = new Guard(tx, drives);
        changes = new TreeChanges(guard, access, drives, store.references(), ids, clock);
        copies = new TreeCopy(guard, access, drives, store.references(), ids, clock);
        writes = new FileWrites(guard, access, drives, store.references(), store.limits(), ids, clock);
    }

    /**
     * The node at the end of a path.
     *
     * @param path names from the drive's root down, in any normalisation form; empty for the root folder
     * @throws CloudException INVALID_INPUT if a segment cannot be a name
     */
    public Node resolve(Actor actor, DriveId drive, List<String> path) {
        List<String> names = path.stream().map(NodeName::of).toList();
        if (names.size() >= MAX_DEPTH) {
            throw Access.absent();
        }
        Node found = tx.read("files.resolve", scope -> nodes.resolve(scope, drive, names))
                .orElseThrow(Access::absent);
        access.require(actor, found.lineage(), Permission.READ);
        return found;
    }

    public Node get(Actor actor, NodeId id) {
        Node found = tx.read("files.get", scope -> nodes.find(scope, id)).orElseThrow(Access::absent);
        access.require(actor, found.lineage(), Permission.READ);
        return found;
    }

    /**
     * What bears a name in a folder.
     *
     * @throws CloudException NOT_FOUND if nothing does; INVALID_INPUT if it cannot be a name
     */
    public Node child(Actor actor, NodeId folder, String name) {
        String stored = NodeName.of(name);
        Node found = tx.read("files.child", scope -> nodes.child(scope, folder, stored))
                .orElseThrow(Access::absent);
        access.require(actor, found.lineage(), Permission.READ);
        return found;
    }

    /**
     * What the actor may do to a node and what lies in it.
     *
     * @param asked from this door, for this actor
     */
    public Set<Permission> permissions(Actor actor, Node asked) {
        return access.permissions(actor, asked.lineage());
    }

    /** Those among these nodes that are there and that the actor may read. One statement for each 1,000. */
    public Map<NodeId, Node> found(Actor actor, Collection<NodeId> ids) {
        Rights rights = access.rights(actor);
        List<UUID> wanted = ids.stream().map(NodeId::value).toList();
        Map<NodeId, Node> found = new HashMap<>();
        tx
                .read(
                        "files.found",
                        scope -> Slices.of(wanted, MAX_PAGE).stream()
                                .flatMap(slice -> nodes.all(scope, slice).stream())
                                .toList())
                .stream()
                .filter(node -> rights.test(node.lineage(), Permission.READ))
                .forEach(node -> found.put(node.id(), node));
        return found;
    }

    /**
     * A page of what lies in a folder, by name without regard to case, files and folders mixed.
     *
     * @param cursor {@link Page#next} of the page before; null, or what is no cursor, for the first page
     * @param limit 1 to 1,000; what lies outside is moved in
     */
    public Page<Node> children(Actor actor, NodeId folder, @Nullable String cursor, int limit) {
        get(actor, folder);
        return page(folder, cursor, limit);
    }

    /**
     * As above, for who walks through all pages of a folder: one statement for each.
     *
     * @param folder from this door, for this actor; READ is asked again
     * @throws CloudException NOT_FOUND if the folder went away between two pages: its list must not look complete
     */
    public Page<Node> children(Actor actor, Node folder, @Nullable String cursor, int limit) {
        access.require(actor, folder.lineage(), Permission.READ);
        Page<Node> page = page(folder.id(), cursor, limit);
        if (cursor != null && page.items().isEmpty()) {
            get(actor, folder.id());
        }
        return page;
    }

    private Page<Node> page(NodeId folder, @Nullable String cursor, int limit) {
        int size = Math.max(1, Math.min(limit, MAX_PAGE));
        Place after = Place.parse(cursor);
        List<ListedNode> rows = tx.read("files.children", scope -> nodes.page(scope, folder, after, size + 1));
        Page<ListedNode> page = Page.of(rows, size, last -> last.place().cursor());
        return new Page<>(page.items().stream().map(row -> row.node).toList(), page.next());
    }

    /**
     * A part of all that lies below a folder, however deep: folders before what lies in them, and the whole of a folder before
     * what comes after it. One statement.
     *
     * @param folder from this door, for this actor; READ is asked again
     * @param after the last node of the part before, or the folder itself
     * @param limit of nodes; that many come unless there are no more
     */
    public List<Node> below(Actor actor, Node folder, Node after, int limit) {
        access.require(actor, folder.lineage(), Permission.READ);
        return tx.read(
                "files.below",
                scope -> nodes.below(scope, folder.lineage(), after.lineage(), Math.max(1, Math.min(limit, MAX_PAGE))));
    }

    /**
     * The path of each of these nodes, from the drive's name down, with slashes between and none around; what the actor may not
     * read is left out at its beginning. One statement for each 1,000 folders above them, so one for a page of a folder.
     *
     * @param asked from this door, for this actor; READ is asked again
     */
    public Map<NodeId, String> paths(Actor actor, List<Node> asked) {
        Rights rights = access.rights(actor);
        asked.forEach(node -> rights.require(node.lineage(), Permission.READ));
        List<Lineage> lineages = asked.stream().map(Node::lineage).toList();
        return tx.read("files.paths", scope -> {
            Paths above = Paths.above(scope, lineages, folder -> rights.test(folder, Permission.READ));
            Map<NodeId, String> paths = new LinkedHashMap<>();
            asked.forEach(node -> paths.put(node.id(), above.of(node.lineage(), node.name())));
            return paths;
        });
    }

    /**
     * Makes an empty folder; takes CREATE on the parent.
     *
     * @throws CloudException INVALID_INPUT if it cannot be a name or lies too deep; NAME_TAKEN; CONFLICT
     *     if the parent is a file
     */
    public Node createFolder(Actor actor, NodeId parent, String name) {
        return createFolder(actor, parent, name, Precondition.NONE);
    }

    /**
     * @param precondition about the folder that is not there yet, and the locks on its parent
     * @throws CloudException also STALE_ETAG by the precondition
     */
    public Node createFolder(Actor actor, NodeId parent, String name, Precondition precondition) {
        return createFolder(actor, parent, name, List.of(), NodeTimes.UNCHANGED, precondition);
    }

    /**
     * @param properties dead ones, that the folder has from the beginning
     * @param times that it has in the place of now
     * @throws CloudException also TOO_LARGE, as {@link DeadProperties#patch}
     */
    public Node createFolder(
            Actor actor,
            NodeId parent,
            String name,
            List<PropertyChange> properties,
            NodeTimes times,
            Precondition precondition) {
        return changes.createFolder(actor, parent, name, properties, times, precondition);
    }

    /**
     * Asks whether a file may be written, before its bytes are taken. Takes CREATE on the folder for a new file, UPDATE on one
     * that is there.
     *
     * @throws CloudException INVALID_INPUT if it cannot be a name or lies too deep; CONFLICT if the parent is a file;
     *     NAME_TAKEN if a folder has the name; STALE_ETAG by the precondition
     */
    public WriteIntent prepareWrite(Actor actor, NodeId parent, String name, Precondition precondition) {
        return prepareWrite(actor, parent, name, precondition, -1);
    }

    /**
     * As above, and asks for room: for {@code length} bytes at once, else for those that come while they come.
     *
     * @param length how many bytes will come, or -1 if that is not known
     * @throws CloudException also TOO_LARGE for more than any file may have; OVER_QUOTA for more than fits into the drive or
     *     the owner's quota; STORAGE_FULL for more than the store has free
     */
    public WriteIntent prepareWrite(Actor actor, NodeId parent, String name, Precondition precondition, long length) {
        return writes.prepare(actor, parent, name, precondition, length);
    }

    /**
     * As {@link #prepareWrite}, for a file that is known by its id: if another one bears the name when the bytes have come, the
     * write is STALE_ETAG.
     *
     * @throws CloudException also CONFLICT for a folder
     */
    public WriteIntent prepareReplace(Actor actor, NodeId file, Precondition precondition, long length) {
        return writes.prepareReplace(actor, get(actor, file), precondition, length);
    }

    /**
     * Makes the file or gives it the new content, after everything that {@link #prepareWrite} asked was asked again under
     * locks: what was true when the bytes began to come need not be true now.
     *
     * @param lease adopted if this returns, untouched if it throws
     * @throws CloudException as {@link #prepareWrite}; OVER_QUOTA if the drive or its owner's quota is full
     */
    public Written commitWrite(Actor actor, WriteIntent intent, ContentLease lease) {
        return writes.commit(actor, intent, lease, AlongWrite.NOTHING);
    }

    /** As above, with something that is done in the same transaction. */
    public Written commitWrite(Actor actor, WriteIntent intent, ContentLease lease, AlongWrite along) {
        return writes.commit(actor, intent, lease, along);
    }

    /** As above, for a content that is taken in another way. */
    public Written commitWrite(Actor actor, WriteIntent intent, NewContent content) {
        return writes.commit(actor, intent, content, AlongWrite.NOTHING);
    }

    /**
     * Takes the bytes to their end and commits them as {@link #commitWrite}. When this returns, they are on stable storage.
     *
     * @param bytes not closed
     * @param length how many bytes there have to be, or -1 if that is not known
     * @throws IOException if {@code bytes} fails; the file is as it was then, and after any other failure
     * @throws CloudException as {@link #commitWrite}; TOO_LARGE or OVER_QUOTA as soon as there are more bytes than the intent
     *     has room for; INVALID_INPUT if it is another number of bytes; STORAGE_FULL,
     *     BACKEND_DOWN or BUSY from the content store
     */
    public Written write(Actor actor, WriteIntent intent, InputStream bytes, long length) throws IOException {
        try (ContentLease lease = contents.ingest(intent.bound().guard(bytes))) {
            requireLength(length, lease.size());
            return commitWrite(actor, intent, lease);
        }
    }

    /**
     * Asks whether a part of a file may be written over or bytes be added to it, before they are taken: as {@link
     * #prepareWrite}, and for UPDATE in any case. Of what the file holds then, only these bytes count against the longest file.
     *
     * @param file from this door, for this actor
     * @param start of the edit in the file; behind its end, zeros are filled in between, and count as if they were sent
     * @param length of the edit, or -1 if that is not known
     * @throws CloudException also CONFLICT for a folder
     */
    public SpliceIntent prepareSplice(Actor actor, Node file, long start, Precondition precondition, long length) {
        return writes.prepareSplice(actor, file, start, precondition, length);
    }

    /**
     * Takes the bytes to their end and puts them into the file, over those that are there; the rest stays. Otherwise as {@link
     * #write}. Reads the file as a whole.
     *
     * @param length how many bytes there have to be, or -1 if that is not known
     * @throws CloudException also STALE_ETAG if the file has another content than {@link SpliceIntent#file} by now;
     *     INVALID_INPUT if there are no bytes to put behind the end
     */
    public Node splice(Actor actor, SpliceIntent intent, InputStream bytes, long length) throws IOException {
        Content former = contents.open(content(actor, intent.file()));
        WriteIntent write = intent.write();
        try (var whole = new SplicedBytes(former, intent.start(), write.bound().guard(bytes));
                ContentLease lease = contents.ingest(whole)) {
            requireLength(length, whole.edited());
            intent.requireBytes(whole.edited());
            return commitWrite(actor, write, lease).node();
        }
    }

    private static void requireLength(long announced, long came) {
        if (announced >= 0 && came != announced) {
            throw new CloudException(ErrorCode.INVALID_INPUT, announced + " bytes were announced, " + came + " came");
        }
    }

    /**
     * The content of a file as it was looked up: later writes do not show. The first bytes are read at once.
     *
     * @param file from this door, for this actor; READ is asked again
     * @throws CloudException CONFLICT for a folder; CORRUPT_CONTENT or BACKEND_DOWN if the bytes cannot be read
     */
    public FileContent open(Actor actor, Node file) {
        Content content = contents.open(content(actor, file));
        return new FileContent(content.size(), content.stream());
    }

    /**
     * A range of the content; otherwise as {@link #open(Actor, Node)}.
     *
     * @throws CloudException INVALID_INPUT if the range goes past the end
     */
    public FileContent open(Actor actor, Node file, ByteRange range) {
        return new FileContent(range.length(), contents.open(content(actor, file), range));
    }

    private Hash content(Actor actor, Node file) {
        access.require(actor, file.lineage(), Permission.READ);
        Hash hash = file.content();
        if (hash == null) {
            throw new CloudException(ErrorCode.CONFLICT, "a folder has no content");
        }
        return hash;
    }

    /** {@link #move} without leaving the folder. */
    public Node rename(Actor actor, NodeId node, String name, Precondition precondition) {
        return changes.rename(actor, node, name, precondition);
    }

    /** {@link #move(Actor, NodeId, Destination, Precondition)} to a place that has to be free. */
    public Node move(Actor actor, NodeId node, NodeId parent, String name, Precondition precondition) {
        var to = new Destination(parent, name, Destination.Taken.REFUSE);
        return changes.move(actor, node, to, precondition).node();
    }

    /**
     * Gives a node another folder and name at once, with all that lies in it; its id stays. Takes UPDATE on the node and, if
     * the folder is another one, CREATE there. Into another drive it takes DELETE as well, for the old drive loses it; what was
     * deleted in it stays in the old drive's trash.
     *
     * <p>A new file that its maker moves to the place of a document that he holds the lock on gives its content to that document
     * instead: see {@link SwapSave}.
     *
     * @param precondition on the node
     * @return what is in the place then
     * @throws CloudException INVALID_INPUT if it cannot be a name, the way becomes too deep, or a folder
     *     would lie in itself or replace what it lies in; NAME_TAKEN; CONFLICT if the new parent is a file; STALE_ETAG by the
     *     precondition; FORBIDDEN for a root folder; NOT_ALLOWED_HERE out of a drive whose policy forbids it; OVER_QUOTA if
     *     the other drive is full
     */
    public Moved move(Actor actor, NodeId node, Destination to, Precondition precondition) {
        return changes.move(actor, node, to, precondition);
    }

    /**
     * Copies a node with all that can be seen in it, as it was at one moment, also into another drive. Takes READ on the node
     * and CREATE on the folder. The copies are new nodes with new ids and without grants; they are made now and keep the time
     * of their last change. The contents are shared, their size counts again.
     *
     * <p>One transaction: there is the whole copy or nothing. The folder can be read, but not changed by others meanwhile.
     *
     * @param whole false to copy a folder without what lies in it
     * @param precondition on the node
     * @throws CloudException INVALID_INPUT if it cannot be a name, the way becomes too deep, or a whole folder would be copied
     *     into itself or over what it lies in; NAME_TAKEN; CONFLICT if the new parent is a file; STALE_ETAG by the precondition;
     *     OVER_QUOTA if the drive is full; BUSY if it takes longer than a transaction may
     */
    public Copied copy(Actor actor, NodeId node, Destination to, boolean whole, Precondition precondition) {
        return copies.copy(actor, node, to, whole, precondition);
    }

    /**
     * Puts a node into the trash with all that lies in it; takes DELETE on it.
     *
     * @throws CloudException STALE_ETAG by the precondition; FORBIDDEN for a root folder
     */
    public void delete(Actor actor, NodeId node, Precondition precondition) {
        changes.delete(actor, node, precondition);
    }
}
