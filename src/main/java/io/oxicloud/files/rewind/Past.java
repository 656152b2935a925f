package io.oxicloud.files.rewind;

import io.oxicloud.base.Hash;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What one node was at some time, told from its history. */
final class Past {
    /** The order in which what came first in one folder and another is of use here: where it arrived says nothing. */
    private static final List<String> BY_USE = List.of("LEFT", "TRASHED", "CREATED", "RESTORED", "ARRIVED");

    private final List<Row> rows;
    private final Instant at;

    /** @param rows the whole history of the node that there is */
    Past(List<Row> rows, Instant at) {
        this.rows = rows.stream()
                .sorted(Comparator.comparing(Row::at).thenComparing(Row::number))
                .toList();
        this.at = at;
    }

    /** One row of the history of a folder. */
    record Row(
            UUID node,
            UUID folder,
            long number,
            String kind,
            String name,
            @Nullable Hash content,
            Instant at) {}

    /** Where it lay. */
    record Place(UUID folder, String name) {}

    /**
     * The first thing that happened to it after that time, but for its content; by that is known what was before. Of what happened
     * at one moment, the numbers of each folder tell what came first there; where it left or was deleted first, it lay before.
     */
    private Optional<Row> firstAfter() {
        List<Row> after = rows.stream()
                .filter(row -> row.at.isAfter(at) && BY_USE.contains(row.kind))
                .toList();
        Map<UUID, Row> firsts = new HashMap<>();
        after.stream()
                .filter(row -> row.at.equals(after.get(0).at))
                .forEach(row -> firsts.merge(row.folder, row, (one, other) -> one.number < other.number ? one : other));
        return firsts.values().stream().min(Comparator.comparing(row -> BY_USE.indexOf(row.kind)));
    }

    /** Whether it was not there, or lay in the trash. */
    boolean absent() {
        return firstAfter()
                .filter(row -> row.kind.equals("CREATED") || row.kind.equals("RESTORED"))
                .isPresent();
    }

    /** Where it was to be seen; empty if that did not change, or nobody knows. */
    Optional<Place> place() {
        return firstAfter()
                .filter(row -> row.kind.equals("LEFT") || row.kind.equals("TRASHED"))
                .map(row -> new Place(row.folder, row.name));
    }

    /** What it was made of, as far as that was kept. */
    Optional<Hash> content() {
        return rows.stream()
                .filter(row -> !row.at.isAfter(at) && row.content != null)
                .reduce((older, newer) -> newer)
                .map(row -> row.content);
    }
}
