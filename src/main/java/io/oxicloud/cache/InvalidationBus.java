package io.oxicloud.cache;

/**
 * Carries invalidations from the node where something changed to the caches of every node, this one included. Only
 * transactions that committed are heard of.
 */
public interface InvalidationBus {
    /** Tells {@code listener} of every change published under {@code topic} from now on. */
    void subscribe(String topic, Listener listener);

    /** Called on any thread, also for what did not change; neither method waits for anything slow or throws. */
    interface Listener {
        /** What is known under this key, as its publisher spells it, is out of date. */
        void invalidate(String key);

        /** Messages may have been missed: everything may be out of date. */
        void clear();
    }
}
