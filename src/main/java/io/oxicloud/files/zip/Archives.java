package io.oxicloud.files.zip;

import io.oxicloud.access.Access;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Door to files and folders as one ZIP archive. Thread-safe.
 *
 * <p>All that can fail before the first byte fails here: what is hidden or absent is NOT_FOUND, more than 250,000 entries are
 * TOO_LARGE, and BUSY is said while there are 500,000 in the archives that are being made (some 60 MB and their names).
 */
public final class Archives {
    /** Files and folders that can be asked for at once. */
    public static final int MAX_IDS = 1_000;

    private static final int MAX_ENTRIES = 250_000;
    private static final int MAX_PLANNED = 500_000;

    private final FileTree files;
    private final ChunkStore contents;
    private final Access access;
    private final Clock clock;
    private final EntryBudget budget;

    public Archives(FileTree files, ChunkStore contents, Access access, Clock clock) {
        this(files, contents, access, clock, new EntryBudget(MAX_ENTRIES, MAX_PLANNED));
    }

    Archives(FileTree files, ChunkStore contents, Access access, Clock clock, EntryBudget budget) {
        this.files = files;
        this.contents = contents;
        this.access = access;
        this.clock = clock;
        this.budget = budget;
    }

    /**
     * A folder with all that can be seen in it, under its name.
     *
     * @throws CloudException NOT_FOUND also for a file
     */
    public Archive folder(Actor actor, NodeId id) {
        Node folder = files.get(actor, id);
        if (!folder.folder()) {
            throw Access.absent();
        }
        return plan(actor, EntryNames.safe(folder.name()) + ".zip", List.of(folder), List.of());
    }

    /**
     * Some files and folders, each under its name; what lies in another one of them is there only once. What is not there for this
     * actor is left out, and named.
     *
     * @throws CloudException NOT_FOUND if nothing is left; INVALID_INPUT for none or more than 1,000
     */
    public Archive selection(Actor actor, Collection<NodeId> fileIds, Collection<NodeId> folderIds) {
        Set<NodeId> ids = new LinkedHashSet<>(fileIds);
        ids.addAll(folderIds);
        if (ids.isEmpty() || ids.size() > MAX_IDS) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "1 to " + MAX_IDS + " files and folders can be asked for at once");
        }
        Map<NodeId, Node> found = files.found(actor, ids);
        Map<NodeId, Node> there = new LinkedHashMap<>();
        List<NodeId> leftOut = new ArrayList<>();
        for (NodeId id : ids) {
            Node node = found.get(id);
            if (node != null && (node.folder() ? folderIds : fileIds).contains(id)) {
                there.put(id, node);
            } else {
                leftOut.add(id);
            }
        }
        if (there.isEmpty()) {
            throw Access.absent();
        }
        List<Node> tops = there.values().stream()
                .filter(node -> node.lineage().ancestors().stream().noneMatch(there::containsKey))
                .toList();
        return plan(actor, "oxicloud-download-" + clock.instant().getEpochSecond() + ".zip", tops, leftOut);
    }

    private Archive plan(Actor actor, String name, List<Node> tops, List<NodeId> leftOut) {
        EntryBudget.Share share = budget.share(actor);
        try {
            var planner = new Planner(files, contents, share);
            planner.add(actor, tops);
            if (!leftOut.isEmpty()) {
                planner.addLeftOut(leftOut, clock.instant().getEpochSecond());
            }
            Plan plan = planner.plan();
            var opening = new Contents(actor, access, contents, plan.entries());
            return new Archive(name, plan, leftOut, opening, share);
        } catch (RuntimeException | Error e) {
            share.close();
            throw e;
        }
    }
}
