package io.oxicloud.files;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.UserId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How a list of a user's own is sorted; equal ones by name, without regard to case. */
public enum MarkOrder {
    NAME("''", true),
    /** Folders first, files by media type. */
    TYPE("coalesce(n.mediaType, '')", true),
    /** The largest first. */
    SIZE("n.size", false),
    /** What came to the list, or was opened, last comes first. */
    MARKED("m.at", false),
    /** What was modified last comes first. */
    MODIFIED("n.modifiedAt", false),
    /** Those of one owner together. */
    OWNER("coalesce(n.creator, :nobody)", true);

    /** Stands for an account that is gone. */
    static final UUID NOBODY = new UUID(0, 0);

    private static final long LAST_MICRO = 253_402_300_799L * 1_000_000;

    /** The first key in HQL, n being the node and m its mark; the name and the id follow. */
    final String expression;

    final boolean ascending;

    MarkOrder(String expression, boolean ascending) {
        this.expression = expression;
        this.ascending = ascending;
    }

    /** The first key of a row, as cursors carry it. */
    String key(MarkedRow row) {
        return switch (this) {
            case NAME -> "";
            case TYPE -> row.node.mediaType() == null ? "" : row.node.mediaType();
            case SIZE -> Long.toString(row.node.size());
            case MARKED -> micros(row.at);
            case MODIFIED -> micros(row.node.modified());
            case OWNER -> owner(row.node.createdBy()).toString();
        };
    }

    /**
     * The value of such a key.
     *
     * @throws CloudException INVALID_INPUT if it is none
     * @throws NumberFormatException so as well
     */
    Object value(String key) {
        return switch (this) {
            case NAME -> "";
            case TYPE -> text(key);
            case SIZE -> Long.valueOf(key);
            case MARKED, MODIFIED -> instant(Long.parseLong(key));
            case OWNER -> UserId.parse(key).value();
        };
    }

    private static String text(String key) {
        XmlText.of(key, "a media type");
        return key;
    }

    private static UUID owner(@Nullable UserId user) {
        return user == null ? NOBODY : user.value();
    }

    private static String micros(Instant at) {
        return Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, at));
    }

    private static Instant instant(long micros) {
        if (micros < 0 || micros > LAST_MICRO) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "not a time");
        }
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
