package io.oxicloud.files.upload;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.UserId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Contents that are being put together of chunks. A few bytes of a request have all of a file read again, and 16 MiB are at hand for
 * each; so few are made at once, and of one account fewer. Thread-safe.
 */
final class Assemblies {
    static final int AT_ONCE = 8;
    static final int OF_ONE = 2;
    private static final Duration LATER = Duration.ofSeconds(1);

    /** Guarded by itself: how many are made for each account that has some. */
    private final Map<UserId, Integer> running = new HashMap<>();

    /** @throws CloudException BUSY if too many are made for the account, or for all; and as {@code work} */
    <T> T make(UserId account, Supplier<T> work) {
        begin(account);
        try {
            return work.get();
        } finally {
            end(account);
        }
    }

    private void begin(UserId account) {
        synchronized (running) {
            int all = running.values().stream().mapToInt(Integer::intValue).sum();
            if (all >= AT_ONCE || running.getOrDefault(account, 0) >= OF_ONE) {
                throw new CloudException(ErrorCode.BUSY, "too many files are being put together of chunks, try again")
                        .withRetryAfter(LATER);
            }
            running.merge(account, 1, Integer::sum);
        }
    }

    private void end(UserId account) {
        synchronized (running) {
            running.computeIfPresent(account, (key, count) -> count == 1 ? null : count - 1);
        }
    }
}
