package io.oxicloud.files.zip;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * How many entries there may be in one plan, in all plans of one actor that are in memory, and in those of everybody: so that
 * nobody's slow downloads keep the others from theirs. Thread-safe.
 */
final class EntryBudget {
    private static final Duration LATER = Duration.ofSeconds(30);

    private final int most;
    private final Map<Actor, Integer> held = new HashMap<>();
    private int free;

    /**
     * @param most in one archive, and in all of one actor
     * @param all together
     */
    EntryBudget(int most, int all) {
        this.most = most;
        this.free = all;
    }

    Share share(Actor actor) {
        return new Share(actor);
    }

    private synchronized void take(Actor actor, int entries) {
        int own = held.getOrDefault(actor, 0) + entries;
        if (own > most) {
            throw new CloudException(ErrorCode.BUSY, "the archives that you are fetching have too many files together")
                    .withRetryAfter(LATER);
        }
        if (entries > free) {
            throw new CloudException(ErrorCode.BUSY, "too many large archives are being made").withRetryAfter(LATER);
        }
        free -= entries;
        held.put(actor, own);
    }

    private synchronized void give(Actor actor, int entries) {
        free += entries;
        held.computeIfPresent(actor, (who, own) -> own == entries ? null : own - entries);
    }

    /** What one plan takes. For one thread. */
    final class Share implements AutoCloseable {
        private final Actor actor;
        private int taken;

        private Share(Actor actor) {
            this.actor = actor;
        }

        /**
         * @throws CloudException TOO_LARGE if it is more than an archive may have; BUSY if others, or others of this actor,
         *     have too many just now
         */
        void take(int entries) {
            if (taken + entries > most) {
                throw new CloudException(
                        ErrorCode.TOO_LARGE,
                        "an archive has at most " + most + " files and folders; this one would have more");
            }
            EntryBudget.this.take(actor, entries);
            taken += entries;
        }

        @Override
        public void close() {
            give(actor, taken);
            taken = 0;
        }
    }
}
