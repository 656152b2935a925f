package io.oxicloud.files.rewind;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Lineage;
import io.oxicloud.db.Tx;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds out what in a folder is not as it was. What the history of a node says decides, wherever the node is by now. */
final class Plan {
    private static final int SLICE = 500;

    /** More would take more memory and time than one request may. */
    private static final int MOST = 200_000;

    private final Tx tx;
    private final RewindRows rows = new RewindRows();

    Plan(Tx tx) {
        this.tx = tx;
    }

    /** By node. Some statements for each 500 nodes to which something happened. */
    Map<UUID, Difference> of(Lineage folder, Instant at) {
        Map<UUID, Difference> differences = new TreeMap<>();
        Set<UUID> seen = new HashSet<>();
        var trees = new ArrayDeque<>(List.of(folder));
        while (!trees.isEmpty()) {
            Lineage tree = trees.remove();
            List<UUID> found = tx.read("rewind.changed", scope -> rows.changed(scope, tree, at, MOST + 1));
            Set<UUID> changed = new TreeSet<>(found);
            changed.removeAll(seen);
            folder.path().forEach(step -> changed.remove(step.value()));
            seen.addAll(changed);
            if (seen.size() > MOST) {
                throw new CloudException(
                        ErrorCode.INVALID_INPUT,
                        "more than " + MOST + " files and folders have changed since: choose a smaller folder");
            }
            List<UUID> all = List.copyOf(changed);
            for (int from = 0; from < all.size(); from += SLICE) {
                List<UUID> slice = all.subList(from, Math.min(all.size(), from + SLICE));
                for (Difference difference : differences(slice, at)) {
                    differences.put(difference.id(), difference);
                    if (hasLeft(difference, folder)) {
                        trees.add(difference.now().lineage());
                    }
                }
            }
        }
        hideWhatLayInTheTrash(differences);
        differences.values().removeIf(one -> !one.places() && staysHidden(one.now(), differences));
        return differences;
    }

    /** Where the folder that something lay in was in the trash, and still is, it was not to be seen. */
    private void hideWhatLayInTheTrash(Map<UUID, Difference> differences) {
        Set<UUID> folders = new TreeSet<>();
        differences.values().stream()
                .map(Difference::to)
                .filter(Objects::nonNull)
                .forEach(place -> folders.add(place.folder()));
        Map<UUID, Now> now = new HashMap<>();
        List<UUID> all = List.copyOf(folders);
        for (int from = 0; from < all.size(); from += SLICE) {
            List<UUID> slice = all.subList(from, Math.min(all.size(), from + SLICE));
            now.putAll(tx.read("rewind.folders", scope -> rows.now(scope, slice)));
        }
        List<Difference> hidden;
        do { // what lay in something that turns out to be hidden is so as well
            hidden = differences.values().stream()
                    .filter(one -> one.to() != null && isHidden(now.get(one.to().folder()), differences))
                    .toList();
            hidden.forEach(one -> differences.put(one.id(), one.discarded()));
        } while (!hidden.isEmpty());
    }

    private static boolean isHidden(@Nullable Now folder, Map<UUID, Difference> differences) {
        Difference own = folder == null ? null : differences.get(folder.id());
        return folder != null && (staysHidden(folder, differences) || (own != null && own.discards()));
    }

    /** What was deleted with something that stays deleted, or is that. */
    private static boolean staysHidden(Now node, Map<UUID, Difference> differences) {
        UUID hiddenBy = node.trashedUnder();
        Difference top = hiddenBy == null ? null : differences.get(hiddenBy);
        return hiddenBy != null && (top == null || !top.places());
    }

    private List<Difference> differences(List<UUID> nodes, Instant at) {
        return tx.read("rewind.differences", scope -> {
            Map<UUID, Now> now = rows.now(scope, nodes);
            List<Difference> differences = new ArrayList<>();
            rows.history(scope, nodes).forEach((id, history) -> {
                Now node = now.get(id);
                Difference difference = node == null ? null : Difference.of(node, new Past(history, at));
                if (difference != null) {
                    differences.add(difference);
                }
            });
            return differences;
        });
    }

    /** What changed in a folder after it was moved away is to be found there. */
    private static boolean hasLeft(Difference difference, Lineage folder) {
        Now now = difference.now();
        return difference.places()
                && now.content() == null
                && !now.lineage().isWithin(folder.self().value());
    }
}
