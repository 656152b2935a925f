package io.oxicloud.rest;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Checks in the constructors of request records: JSON gives null for a field that is not there. */
public final class Required {
    private Required() {}

    /** @throws CloudException INVALID_INPUT naming the field */
    public static <T> T field(String name, @Nullable T value) {
        if (value == null) {
            throw new CloudException(ErrorCode.INVALID_INPUT, name + " must be given");
        }
        return value;
    }
}
