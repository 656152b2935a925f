package io.oxicloud.files;

import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Paths as people read them: names from the root folder down, which bears the name of its drive, with slashes between. What
 * folders have in common is joined once, so that the path of each node of a listing is one concatenation. For one thread.
 */
final class Paths {
    private static final int MAX_IDS = 1_000;

    private final Map<UUID, String> names;
    private final Map<NodeId, String> prefixes = new HashMap<>();
    private final Predicate<Lineage> shown;

    private Paths(Map<UUID, String> names, Predicate<Lineage> shown) {
        this.names = names;
        this.shown = shown;
    }

    /**
     * Reads the names of all folders above these nodes, one statement for each 1,000.
     *
     * @param shown whether a folder may be named; a path begins with the first of those below which all may
     */
    static Paths above(Tx.Scope scope, Collection<Lineage> nodes, Predicate<Lineage> shown) {
        Set<UUID> folders = new HashSet<>();
        nodes.forEach(node -> node.ancestors().forEach(folder -> folders.add(folder.value())));
        Map<UUID, String> names = new HashMap<>();
        for (List<UUID> slice : Slices.of(folders, MAX_IDS)) {
            var ids = ValueList.of("id", slice);
            ids.in(scope.session()
                            .createSelectionQuery(
                                    "select n.id, n.name from NodeEntity n where n.id in " + ids, Named.class))
                    .getResultList()
                    .forEach(folder -> names.put(folder.id, folder.name));
        }
        return new Paths(names, shown);
    }

    String of(Lineage node, String name) {
        return prefix(node).concat(name);
    }

    /** The path of the folder with a slash at its end; empty where nothing above may be named. */
    private String prefix(Lineage node) {
        int above = node.ancestors().size();
        if (above == 0) {
            return "";
        }
        NodeId folder = node.ancestors().get(above - 1);
        String known = prefixes.get(folder);
        if (known == null) {
            var lineage = new Lineage(node.drive(), node.ancestors().subList(0, above - 1), folder);
            String name = names.get(folder.value());
            known = name == null || !shown.test(lineage) ? "" : prefix(lineage) + name + '/';
            prefixes.put(folder, known);
        }
        return known;
    }

    private record Named(UUID id, String name) {}
}
