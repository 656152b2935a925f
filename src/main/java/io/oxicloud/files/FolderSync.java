package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Page;
import io.oxicloud.db.Tx;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Door for clients that keep a copy of a folder: what changed among that which lies directly in it (RFC 6578). Thread-safe.
 *
 * <p>What a folder's history says is in the order of the commits, so whoever goes from page to page and from token to token
 * misses nothing, however much is changed meanwhile. A page shows what bears a name at the moment of the page, which may be
 * newer than its token; then the name comes again with a later token.
 *
 * <p>Names are what changes: a renamed file has left one name and has taken another. What came and went since the token is
 * reported as gone. Neither what happens inside a folder that lies in this one nor locks and dead properties are changes here.
 */
public final class FolderSync {
    private static final int MAX_PAGE = 1_000;

    private final Tx tx;
    private final Access access;
    private final SyncRows rows = new SyncRows();
    private final Nodes nodes = new Nodes();

    public FolderSync(Tx tx, Access access) {
        this.tx = tx;
        this.access = access;
    }

    /**
     * A page of what changed in a folder, or of all that lies in it. Two statements however large either is; takes READ.
     *
     * @param since a token from this door, or null to begin with all that lies in the folder
     * @param limit 1 to 1,000; what lies outside is moved in
     * @throws CloudException NOT_FOUND; CONFLICT for a file; SYNC_TOKEN_EXPIRED if it cannot be said what happened since: too
     *     long ago, in a history that a restored backup has replaced, or no token of this folder. The client begins anew then.
     */
    public SyncPage changes(Actor actor, NodeId folder, @Nullable String since, int limit) {
        Rights rights = access.rights(actor);
        int size = Math.max(1, Math.min(limit, MAX_PAGE));
        SyncToken token = since == null ? null : SyncToken.parse(since);
        return tx.read("files.sync", scope -> {
            SyncPoint here = rows.point(scope, folder, token == null ? -1 : token.number())
                    .orElseThrow(Access::absent);
            rights.require(here.lineage(), Permission.READ);
            if (here.kind() != NodeKind.FOLDER) {
                throw new CloudException(ErrorCode.CONFLICT, "a file has no members");
            }
            if (since == null) {
                return listed(scope, here.head(), size);
            }
            if (token == null || !here.knows(token)) {
                throw expired();
            }
            if (token.place() != null) {
                return listed(scope, token, size);
            }
            SyncToken goal = token.done() == null ? here.head() : new SyncToken(folder, token.number(), token.stamp());
            return changed(scope, goal, token.known(), size);
        });
    }

    /**
     * What a client keeps that knows all that lies in these folders now. One statement, so ask for 1,000 at most.
     *
     * @param folders from {@link FileTree}, for this actor; READ is asked again
     * @return of those that are still there
     */
    public Map<NodeId, String> tokens(Actor actor, Collection<Node> folders) {
        Rights rights = access.rights(actor);
        folders.forEach(folder -> rights.require(folder.lineage(), Permission.READ));
        List<UUID> ids = folders.stream().map(folder -> folder.id().value()).toList();
        Map<NodeId, String> tokens = new HashMap<>();
        if (!ids.isEmpty()) {
            tx.read("files.syncTokens", scope -> rows.points(scope, ids))
                    .forEach(point ->
                            tokens.put(point.lineage().self(), point.head().text()));
        }
        return tokens;
    }

    /** What changes while a reader goes through the pages comes after them: the token of the last one is from before the first. */
    private SyncPage listed(Tx.Scope scope, SyncToken token, int size) {
        var all = new SyncToken(token.folder(), token.number(), token.stamp());
        List<ListedNode> found = nodes.page(scope, token.folder(), token.place(), size + 1);
        Page<ListedNode> page =
                Page.of(found, size, last -> all.listedUpTo(last.place()).text());
        List<SyncChange> members =
                page.items().stream().map(row -> SyncChange.of(row.node)).toList();
        String next = page.next();
        return new SyncPage(members, next == null ? all.text() : next, next != null);
    }

    private SyncPage changed(Tx.Scope scope, SyncToken goal, long known, int size) {
        if (known == goal.number()) {
            return new SyncPage(List.of(), goal.text(), false);
        }
        List<SyncRow> found = rows.changes(scope, goal.folder(), known, goal.number(), size + 1);
        // pruned between the two statements
        if (found.isEmpty() || found.get(0).prunedTo > known) {
            throw expired();
        }
        Page<SyncRow> page =
                Page.of(found, size, last -> goal.doneUpTo(last.number).text());
        String next = page.next();
        return new SyncPage(
                page.items().stream().map(SyncRow::change).toList(), next == null ? goal.text() : next, next != null);
    }

    private static CloudException expired() {
        return new CloudException(ErrorCode.SYNC_TOKEN_EXPIRED, "the sync token is too old or not of this folder");
    }
}
