package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;

/** Conditions that are not understood are not met: nothing is changed on a condition that nobody looked at. */
final class Conditionals {
    /** There are no locks yet that an {@code If} header could name (RFC 4918 section 10.4). */
    static void refuseIf(DavRequest request) {
        if (request.header("If") != null || request.header("If-Unmodified-Since") != null) {
            throw new CloudException(ErrorCode.STALE_ETAG, "this condition cannot be met here");
        }
    }

    private Conditionals() {}
}
