package io.oxicloud.files;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.NodeId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How much of a folder its reader knows: all up to one change, or a part of that.
 *
 * <p>Numbers come a second time when a backup is restored; the change that a number stands for does not, for it has a node and a
 * time of its own. The stamp is made of these, and of the {@linkplain RestoredBackup epoch}: what was shown with a token may be newer
 * than its number, and so be of the history that was replaced. A reader who has a part only still keeps the stamp of where he is going to, so
 * that no number that he goes by is of another history.
 *
 * @param number of the last change that is known once all is, 0 before the first
 * @param stamp of that change
 * @param done of changes given out by the page: those up to this number; null if that is not how far the reader is
 * @param place of a listing given out by the page: the last one given; likewise
 */
record SyncToken(
        NodeId folder,
        long number,
        long stamp,
        @Nullable Long done,
        @Nullable Place place) {
    private static final Pattern FORM = Pattern.compile(
            "([0-9a-f-]{36})/([0-9a-f]{1,16})/([0-9]{1,18})(?:/(?:([0-9]{1,18})|~([A-Za-z0-9_-]{1,1000})))?");

    /** Any odd number with many bits: spreads times over all of them. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    SyncToken(NodeId folder, long number, long stamp) {
        this(folder, number, stamp, null, null);
    }

    /** @return null for what {@link #text} never wrote */
    static @Nullable SyncToken parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        NodeId folder;
        try {
            folder = NodeId.parse(parts.group(1));
        } catch (CloudException e) {
            return null;
        }
        String done = parts.group(4);
        String cursor = parts.group(5);
        Place place = Place.parse(cursor);
        if (cursor != null && place == null) {
            return null;
        }
        return new SyncToken(
                folder,
                Long.parseLong(parts.group(3)),
                Long.parseUnsignedLong(parts.group(2), 16),
                done == null ? null : Long.valueOf(done),
                place);
    }

    static long stamp(UUID node, Instant at) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, at);
        return node.getMostSignificantBits() ^ Long.rotateLeft(node.getLeastSignificantBits(), 1) ^ micros * SPREAD;
    }

    /** @param epoch 0 leaves the stamp of the change as it is */
    static long stamp(long change, long epoch) {
        return change ^ Long.rotateLeft(epoch * SPREAD, 1);
    }

    SyncToken doneUpTo(long change) {
        return new SyncToken(folder, number, stamp, change, null);
    }

    SyncToken listedUpTo(Place last) {
        return new SyncToken(folder, number, stamp, null, last);
    }

    /** The number of the first change that the reader may lack is the next one. */
    long known() {
        return done == null ? number : done;
    }

    String text() {
        String all = folder + "/" + Long.toHexString(stamp) + "/" + number;
        if (place != null) {
            return all + "/~" + place.cursor();
        }
        return done == null ? all : all + "/" + done;
    }
}
