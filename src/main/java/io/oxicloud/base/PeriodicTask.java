package io.oxicloud.base;

import java.time.Duration;

/**
 * Work that the product does by itself from time to time, on one node at a time.
 *
 * <p>{@link #run} is called with a pause of {@link #interval} between the end of one run and the start of the next. It
 * may be cut off by a crash at any point and must then find its way from the stored state. An exception is logged and the
 * next run comes at its time. On interrupt it returns soon.
 */
public interface PeriodicTask {
    /** Stable and unique, like {@code trash.purge}: names the task's lock row and its log events. */
    String name();

    Duration interval();

    void run() throws InterruptedException;
}
