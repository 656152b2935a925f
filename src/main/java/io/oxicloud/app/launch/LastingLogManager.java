package io.oxicloud.app.launch;

import java.util.logging.LogManager;

/**
 * A log manager that goes on working while the JVM shuts down, when the product's own stopping is worth a line. The JDK's
 * manager closes all handlers in a shutdown hook that races with ours.
 */
public final class LastingLogManager extends LogManager {
    private volatile boolean lasting;

    /** From now on {@link #reset()} does nothing. */
    void last() {
        lasting = true;
    }

    @Override
    public void reset() {
        if (!lasting) {
            super.reset();
        }
    }
}
