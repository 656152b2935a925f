package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.base.Actor;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.Ids;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Page;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Door to files and folders. Thread-safe.
 *
 * <p>What does not exist, lies in the trash, or may not be read by the actor is NOT_FOUND, in the same words; what may be
 * read but not changed is FORBIDDEN. A change that meets a drive policy is NOT_ALLOWED_HERE. Every change is written to the
 * history of its folder in the same transaction.
 */
public final class FileTree {
    /** Folders on the longest way from a drive's root to a node, both included. An index entry holds the whole way. */
    public static final int MAX_DEPTH = 128;

    private static final int MAX_PAGE = 1_000;

    private final Tx tx;
    private final Access access;
    private final Nodes nodes = new Nodes();
    private final TreeChanges changes;

    public FileTree(Tx tx, Access access, DriveLedger drives, Ids ids, Clock clock) {
        this.tx = tx;
        this.access = access;
        changes = new TreeChanges(new Guard(tx, drives), access, ids, clock);
    }

    /**
     * The node at the end of a path.
     *
     * @param path names from the drive's root down, in any normalisation form; empty for the root folder
     * @throws io.oxicloud.base.CloudException INVALID_INPUT if a segment cannot be a name
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
     * A page of what lies in a folder, by name without regard to case, files and folders mixed.
     *
     * @param cursor {@link Page#next} of the page before; null, or what is no cursor, for the first page
     * @param limit 1 to 1,000; what lies outside is moved in
     */
    public Page<Node> children(Actor actor, NodeId folder, @Nullable String cursor, int limit) {
        get(actor, folder);
        int size = Math.max(1, Math.min(limit, MAX_PAGE));
        Place after = Place.parse(cursor);
        List<ListedNode> rows = tx.read("files.children", scope -> nodes.page(scope, folder, after, size + 1));
        Page<ListedNode> page = Page.of(rows, size, last -> last.place().cursor());
        return new Page<>(page.items().stream().map(row -> row.node).toList(), page.next());
    }

    /**
     * Makes an empty folder; takes CREATE on the parent.
     *
     * @throws io.oxicloud.base.CloudException INVALID_INPUT if it cannot be a name or lies too deep; NAME_TAKEN; CONFLICT
     *     if the parent is a file
     */
    public Node createFolder(Actor actor, NodeId parent, String name) {
        return changes.createFolder(actor, parent, name);
    }

    /** {@link #move} without leaving the folder. */
    public Node rename(Actor actor, NodeId node, String name, Precondition precondition) {
        return changes.rename(actor, node, name, precondition);
    }

    /**
     * Gives a node another folder and name at once, with all that lies in it; its id stays. Takes UPDATE on the node and, if
     * the folder is another one, CREATE there.
     *
     * @throws io.oxicloud.base.CloudException INVALID_INPUT if it cannot be a name, the way becomes too deep, or a folder
     *     would lie in itself; NAME_TAKEN; CONFLICT if the new parent is a file; STALE_ETAG by the precondition; FORBIDDEN
     *     for a root folder; NOT_ALLOWED_HERE into another drive
     */
    public Node move(Actor actor, NodeId node, NodeId parent, String name, Precondition precondition) {
        return changes.move(actor, node, parent, name, precondition);
    }

    /**
     * Puts a node into the trash with all that lies in it; takes DELETE on it.
     *
     * @throws io.oxicloud.base.CloudException STALE_ETAG by the precondition; FORBIDDEN for a root folder
     */
    public void delete(Actor actor, NodeId node, Precondition precondition) {
        changes.delete(actor, node, precondition);
    }
}
