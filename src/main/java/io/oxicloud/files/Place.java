package io.oxicloud.files;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where a node stands in the listing of its folder; the cursor of a page. */
final class Place {
    private static final int ID_LENGTH = 16;

    final byte[] sortKey;
    final UUID id;

    Place(byte[] sortKey, UUID id) {
        this.sortKey = sortKey;
        this.id = id;
    }

    /** For callers to hand back. */
    String cursor() {
        byte[] bytes = ByteBuffer.allocate(ID_LENGTH + sortKey.length)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .put(sortKey)
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Null, the beginning, also for what is no cursor: the contract wants the first page then. */
    static @Nullable Place parse(@Nullable String cursor) {
        if (cursor == null) {
            return null;
        }
        ByteBuffer bytes;
        try {
            bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
        } catch (IllegalArgumentException e) {
            return null;
        }
        if (bytes.remaining() < ID_LENGTH || bytes.remaining() > ID_LENGTH + SortKey.MAX_LENGTH) {
            return null;
        }
        var id = new UUID(bytes.getLong(), bytes.getLong());
        byte[] sortKey = new byte[bytes.remaining()];
        bytes.get(sortKey);
        return new Place(sortKey, id);
    }
}
