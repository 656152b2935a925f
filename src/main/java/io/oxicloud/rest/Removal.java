package io.oxicloud.rest;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;

/** Taking away what may be gone already: whoever asks wants it gone, and gone it is. */
final class Removal {
    private Removal() {}

    /** @throws CloudException what {@code removal} throws, but for NOT_FOUND */
    static void done(Runnable removal) {
        try {
            removal.run();
        } catch (CloudException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
        }
    }
}
