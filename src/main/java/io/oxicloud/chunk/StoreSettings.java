package io.oxicloud.chunk;

/**
 * How much of the machine the store may use.
 *
 * @param overlap most uploads that settle on a second thread at a time; 0 for none
 */
public record StoreSettings(int overlap) {
    public static final StoreSettings DEFAULTS = new StoreSettings(8);

    public StoreSettings {
        if (overlap < 0) {
            throw new IllegalArgumentException("a number of threads is not negative: " + overlap);
        }
    }
}
