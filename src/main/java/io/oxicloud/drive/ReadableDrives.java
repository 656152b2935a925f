package io.oxicloud.drive;

import io.oxicloud.access.Holding;
import io.oxicloud.access.Role;
import io.oxicloud.base.UserId;
import java.text.Normalizer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The drives that one user can read, ready to be listed and selected from. Immutable.
 *
 * <p>A name selects the drive that bears it. Where several do, it selects the user's own, else the oldest: a drive that
 * comes later never takes over the paths that lead to another. Such a drive is selected by its id. An id is tried before a
 * name.
 */
final class ReadableDrives {
    private static final int ID_LENGTH = 36;

    private static final Comparator<DriveRow> BY_NAME = Comparator.comparing(
                    DriveRow::name, String.CASE_INSENSITIVE_ORDER)
            .thenComparing(DriveRow::name)
            .thenComparing(row -> row.id().toString());

    private static final Comparator<DriveRow> BY_AGE = Comparator.comparing(DriveRow::createdAt)
            .thenComparing(row -> row.id().toString());

    private final List<DriveView> list;
    private final Map<String, DriveView> byId;
    private final Map<String, DriveView> byName;
    private final long currentUntilMillis;

    private ReadableDrives(List<DriveView> list, long currentUntilMillis) {
        this.list = List.copyOf(list);
        this.byId = new HashMap<>();
        this.byName = new HashMap<>();
        for (DriveView view : list) {
            byId.put(view.id().toString(), view);
            if (view.segment().equals(view.name())) {
                byName.put(view.name(), view);
            }
        }
        this.currentUntilMillis = currentUntilMillis;
    }

    /** @param holdings what the user holds on drives, all in effect now */
    static ReadableDrives of(UserId user, List<Holding> holdings, List<DriveRow> rows) {
        Map<UUID, Role> roles = new HashMap<>();
        long until = Long.MAX_VALUE;
        for (Holding holding : holdings) {
            roles.merge(holding.resource().id(), holding.role(), (a, b) -> a.compareTo(b) > 0 ? a : b);
            Instant end = holding.expiresAt();
            if (end != null) {
                until = Math.min(until, end.toEpochMilli());
            }
        }
        Map<String, DriveRow> named = named(user, rows);
        List<DriveView> list = new ArrayList<>();
        for (DriveRow row : sorted(user, rows, BY_NAME)) {
            Role role = roles.get(row.id().value());
            if (role != null) {
                boolean bearsName = row.equals(named.get(row.name()));
                list.add(view(row, role, bearsName ? row.name() : row.id().toString()));
            }
        }
        return new ReadableDrives(list, until);
    }

    /** False from the moment on when the first of the roles behind this has expired. */
    boolean isCurrent(long nowMillis) {
        return nowMillis < currentUntilMillis;
    }

    /** The user's own first, then by name. */
    List<DriveView> list() {
        return list;
    }

    Optional<DriveView> select(String nameOrId) {
        DriveView found = nameOrId.length() == ID_LENGTH ? byId.get(nameOrId.toLowerCase(Locale.ROOT)) : null;
        if (found == null) {
            found = byName.get(nameOrId);
        }
        if (found == null && !Normalizer.isNormalized(nameOrId, Normalizer.Form.NFC)) {
            found = byName.get(Normalizer.normalize(nameOrId, Normalizer.Form.NFC));
        }
        return Optional.ofNullable(found);
    }

    /** Which drive each name means; none where the name is the id of one. */
    private static Map<String, DriveRow> named(UserId user, List<DriveRow> rows) {
        Map<String, DriveRow> named = new HashMap<>();
        sorted(user, rows, BY_AGE).forEach(row -> named.putIfAbsent(row.name(), row));
        Set<String> ids = rows.stream().map(row -> row.id().toString()).collect(Collectors.toSet());
        named.keySet().removeIf(name -> ids.contains(name.toLowerCase(Locale.ROOT)));
        return named;
    }

    private static List<DriveRow> sorted(UserId user, List<DriveRow> rows, Comparator<DriveRow> order) {
        return rows.stream()
                .sorted(Comparator.comparing((DriveRow row) -> !user.equals(row.defaultFor()))
                        .thenComparing(order))
                .toList();
    }

    private static DriveView view(DriveRow row, Role role, String segment) {
        return new DriveView(
                row.id(),
                row.kind(),
                row.name(),
                row.defaultFor(),
                row.quotaBytes(),
                row.policies(),
                row.createdAt(),
                row.updatedAt(),
                role,
                segment);
    }
}
