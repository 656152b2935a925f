package io.oxicloud.files;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** How the list of the trash is sorted; equal ones by name, without regard to case. */
public enum TrashOrder {
    /** What was deleted last comes first, and so what is kept longest. */
    TRASHED("t.trashedAt; t.nodeId", ":key, :id", false),
    NAME("n.sortKey; t.nodeId", ":sortKey, :id", true),
    /** Folders first, files by media type. */
    TYPE("coalesce(n.mediaType, ''); n.sortKey; t.nodeId", ":key, :sortKey, :id", true),
    /** The largest first. */
    SIZE("n.size; n.sortKey; t.nodeId", ":key, :sortKey, :id", false);

    private static final long LAST_MICRO = 253_402_300_799L * 1_000_000;

    private final String columns;

    /** Of a {@link TrashPlace}, in the same order. */
    final String parameters;

    private final boolean ascending;

    TrashOrder(String columns, String parameters, boolean ascending) {
        this.columns = columns;
        this.parameters = parameters;
        this.ascending = ascending;
    }

    /** In HQL, t being the entry and n its node. */
    List<String> columns() {
        return List.of(columns.split("; ", -1));
    }

    boolean ascending(boolean reverse) {
        return ascending != reverse;
    }

    /** As cursors carry it. */
    String key(TrashedRow row) {
        return switch (this) {
            case TRASHED -> Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, row.trashedAt()));
            case NAME -> "";
            case TYPE -> row.mediaType() == null ? "" : row.mediaType();
            case SIZE -> Long.toString(row.size());
        };
    }

    /**
     * The value of such a key.
     *
     * @throws IllegalArgumentException if it is none
     */
    Object value(String key) {
        return switch (this) {
            case TRASHED -> instant(Long.parseLong(key));
            case NAME -> "";
            case TYPE -> text(key);
            case SIZE -> Long.valueOf(key);
        };
    }

    private static Instant instant(long micros) {
        if (micros < 0 || micros > LAST_MICRO) {
            throw new IllegalArgumentException("not a time");
        }
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** What a database would not take. */
    private static String text(String key) {
        if (key.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("not a media type");
        }
        return key;
    }
}
