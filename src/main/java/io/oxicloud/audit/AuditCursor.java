package io.oxicloud.audit;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.UUID;

/** The last row of a page: the key of the list, time and id. */
record AuditCursor(Instant at, UUID id) {
    static AuditCursor parse(String text) {
        int cut = text.indexOf('_');
        try {
            return new AuditCursor(
                    Instant.parse(text.substring(0, Math.max(cut, 0))), UUID.fromString(text.substring(cut + 1)));
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "not a cursor of this list", e);
        }
    }

    static String of(AuditRow row) {
        return row.at() + "_" + row.id();
    }
}
