package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A client's copy of a folder: what it was told lies in it. */
final class SyncedFolder {
    private static final int LIMIT = 1_000;

    private final FolderSync sync;
    private final Actor actor;
    private final NodeId folder;
    private final Map<String, String> members = new HashMap<>();
    private final List<String> reported = new ArrayList<>();
    private final Set<String> once = new HashSet<>();
    private @Nullable String token;

    SyncedFolder(FolderSync sync, Actor actor, NodeId folder) {
        this.sync = sync;
        this.actor = actor;
        this.folder = folder;
    }

    /** Until there is nothing more. */
    SyncedFolder sync() {
        return sync(LIMIT);
    }

    SyncedFolder sync(int limit) {
        reported.clear();
        once.clear();
        while (step(limit)) {}
        return this;
    }

    /** @return whether there is more */
    boolean step(int limit) {
        boolean listing = token == null || token.contains("~");
        SyncPage page = sync.changes(actor, folder, token, limit);
        assertTrue(page.changes().size() <= limit);
        page.changes().forEach(change -> apply(change, listing));
        token = page.token();
        return page.more();
    }

    private void apply(SyncChange change, boolean listing) {
        String name = change.name();
        Node node = change.node();
        // while it is listed, a name may get another bearer that is listed later
        assertTrue(once.add(name) || listing, () -> "twice in one row of pages: " + name);
        assertTrue(!listing || node != null, () -> "gone before it was there: " + name);
        reported.add(node == null ? "-" + name : name);
        if (node == null) {
            members.remove(name);
        } else {
            members.put(name, state(node));
        }
    }

    /** What changes inside a folder does not change it as a member. */
    private static String state(Node node) {
        return node.folder() ? node.id().toString() : node.id() + " " + node.etag();
    }

    String token() {
        return String.valueOf(token);
    }

    /** By the last {@link #sync()}: names, those that are gone with a dash before them. */
    List<String> reported() {
        return List.copyOf(reported);
    }

    /** By name. */
    Map<String, String> members() {
        return new TreeMap<>(members);
    }

    /** What really lies in the folder, in the same form. */
    static Map<String, String> listing(FileTree tree, Actor actor, NodeId folder) {
        Map<String, String> all = new TreeMap<>();
        String cursor = null;
        do {
            var page = tree.children(actor, folder, cursor, LIMIT);
            page.items().forEach(node -> all.put(node.name(), state(node)));
            cursor = page.next();
        } while (cursor != null);
        return all;
    }
}
