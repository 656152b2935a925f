package io.oxicloud.files.zip;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.util.concurrent.Semaphore;

/** How many entries there may be in one plan, and in all plans that are in memory. Thread-safe. */
final class EntryBudget {
    private final int most;
    private final Semaphore free;

    /**
     * @param most in one archive
     * @param all together
     */
    EntryBudget(int most, int all) {
        this.most = most;
        this.free = new Semaphore(all);
    }

    Share share() {
        return new Share();
    }

    /** What one plan takes. For one thread. */
    final class Share implements AutoCloseable {
        private int taken;

        /**
         * @throws CloudException TOO_LARGE if it is more than an archive may have; BUSY if others have too many just now
         */
        void take(int entries) {
            if (taken + entries > most) {
                throw new CloudException(
                        ErrorCode.TOO_LARGE,
                        "an archive has at most " + most + " files and folders; this one would have more");
            }
            if (!free.tryAcquire(entries)) {
                throw new CloudException(ErrorCode.BUSY, "too many large archives are being made");
            }
            taken += entries;
        }

        @Override
        public void close() {
            free.release(taken);
            taken = 0;
        }
    }
}
