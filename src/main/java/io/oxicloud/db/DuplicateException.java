package io.oxicloud.db;

import org.jspecify.annotations.Nullable;

/**
 * A row with the same unique value was there first. The transaction is rolled back; the door that knows what the
 * constraint means turns this into its own answer.
 */
public final class DuplicateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String constraint;

    DuplicateException(String constraint, @Nullable Throwable cause) {
        super("duplicate: " + constraint, cause);
        this.constraint = constraint;
    }

    /** Name of the constraint as the migration gives it, in lower case; empty if the driver did not say. */
    public String constraint() {
        return constraint;
    }
}
