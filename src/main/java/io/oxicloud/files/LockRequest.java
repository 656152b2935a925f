package io.oxicloud.files;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A lock that somebody wants.
 *
 * @param deep for all that lies in a folder as well ({@code Depth: infinity})
 * @param owner whom the client names as its owner, in XML of at most 4 KiB, kept as it is; empty if it names nobody
 * @param timeout how long it is wanted for; null for the usual time, and what is too short or too long is moved in
 */
public record LockRequest(
        LockKind kind, boolean deep, String owner, @Nullable Duration timeout) {
    public static final Duration USUAL = Duration.ofMinutes(30);
    public static final Duration LONGEST = Duration.ofDays(1);

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final int MAX_OWNER = 4 << 10;

    /** @throws CloudException INVALID_INPUT for an owner that XML cannot carry; TOO_LARGE */
    public LockRequest {
        if (XmlText.of(owner, "the owner of a lock") > MAX_OWNER) {
            throw new CloudException(ErrorCode.TOO_LARGE, "the owner of a lock has at most " + MAX_OWNER + " bytes");
        }
    }

    /** The time that is given for the time that is asked for. */
    static Duration lasting(@Nullable Duration asked) {
        if (asked == null) {
            return USUAL;
        }
        if (asked.compareTo(SHORTEST) < 0) {
            return SHORTEST;
        }
        return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
    }
}
