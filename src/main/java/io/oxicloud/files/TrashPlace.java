package io.oxicloud.files;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;

/** Where something stands in the list of the trash; the cursor of a page. */
final class TrashPlace {
    private static final int FIELDS = 5;
    private static final int MAX_LENGTH = 8_000;

    private final TrashOrder order;
    private final Object key;
    private final byte[] sortKey;
    private final UUID id;

    private TrashPlace(TrashOrder order, Object key, byte[] sortKey, UUID id) {
        this.order = order;
        this.key = key;
        this.sortKey = sortKey;
        this.id = id;
    }

    /** For callers to hand back. */
    static String cursor(TrashOrder order, boolean reverse, TrashedRow row) {
        String fields = String.join(
                "\n",
                order.name(),
                Boolean.toString(reverse),
                // of a node from long ago a type may have any letters
                Base64.getEncoder().encodeToString(order.key(row).getBytes(StandardCharsets.UTF_8)),
                Base64.getEncoder().encodeToString(row.sortKey()),
                row.lineage().self().toString());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(fields.getBytes(StandardCharsets.UTF_8));
    }

    /** Null, the beginning, also for what is no cursor of this order: the contract wants the first page then. */
    static @Nullable TrashPlace parse(TrashOrder order, boolean reverse, @Nullable String cursor) {
        if (cursor == null || cursor.length() > MAX_LENGTH) {
            return null;
        }
        try {
            String[] fields = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).split("\n", -1);
            if (fields.length != FIELDS
                    || !fields[0].equals(order.name())
                    || !fields[1].equals(Boolean.toString(reverse))) {
                return null;
            }
            var key = new String(Base64.getDecoder().decode(fields[2]), StandardCharsets.UTF_8);
            return new TrashPlace(
                    order, order.value(key), Base64.getDecoder().decode(fields[3]), UUID.fromString(fields[4]));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    void bind(SelectionQuery<?> query) {
        query.setParameter("id", id);
        if (order.parameters.contains(":key")) {
            query.setParameter("key", key);
        }
        if (order.parameters.contains(":sortKey")) {
            query.setParameter("sortKey", sortKey);
        }
    }
}
