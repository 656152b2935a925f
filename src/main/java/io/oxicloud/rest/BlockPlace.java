package io.oxicloud.rest;

import io.oxicloud.account.limit.Block;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Where a block stands in the list: what ends last comes first. */
record BlockPlace(Instant until, String id) implements Comparable<BlockPlace> {
    private static final Comparator<BlockPlace> ORDER =
            Comparator.comparing(BlockPlace::until).reversed().thenComparing(BlockPlace::id);
    private static final BlockPlace BEGINNING = new BlockPlace(Instant.MAX, "");

    static BlockPlace of(Block block) {
        return new BlockPlace(block.until(), block.id());
    }

    /** Whatever cannot be read is the beginning. */
    static BlockPlace parse(@Nullable String cursor) {
        return Opaque.read(cursor).map(BlockPlace::read).orElse(BEGINNING);
    }

    private static BlockPlace read(String text) {
        int space = text.indexOf(' ');
        try {
            return new BlockPlace(Instant.parse(text.substring(0, Math.max(0, space))), text.substring(space + 1));
        } catch (DateTimeException unreadable) {
            return BEGINNING;
        }
    }

    String cursor() {
        return Opaque.of(until + " " + id);
    }

    boolean isBefore(BlockPlace other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(BlockPlace other) {
        return ORDER.compare(this, other);
    }
}
