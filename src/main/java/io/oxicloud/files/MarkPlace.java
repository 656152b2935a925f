package io.oxicloud.files;

import io.oxicloud.base.CloudException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where a node stands in a sorted list of a user's own; the cursor of a page. */
final class MarkPlace {
    private static final int FIELDS = 5;
    private static final int MAX_LENGTH = 8_000;

    final Object key;
    final byte[] sortKey;
    final UUID id;

    private MarkPlace(Object key, byte[] sortKey, UUID id) {
        this.key = key;
        this.sortKey = sortKey;
        this.id = id;
    }

    static MarkPlace of(MarkOrder order, MarkedRow row) {
        return new MarkPlace(
                order.value(order.key(row)), row.sortKey, row.node.id().value());
    }

    /** For callers to hand back. */
    static String cursor(MarkOrder order, boolean reverse, MarkedRow row) {
        String fields = String.join(
                "\n",
                order.name(),
                Boolean.toString(reverse),
                order.key(row),
                Base64.getEncoder().encodeToString(row.sortKey),
                row.node.id().toString());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(fields.getBytes(StandardCharsets.UTF_8));
    }

    /** Null, the beginning, also for what is no cursor of this order: the contract wants the first page then. */
    static @Nullable MarkPlace parse(MarkOrder order, boolean reverse, @Nullable String cursor) {
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
            return new MarkPlace(
                    order.value(fields[2]), Base64.getDecoder().decode(fields[3]), UUID.fromString(fields[4]));
        } catch (IllegalArgumentException | CloudException e) {
            return null;
        }
    }
}
