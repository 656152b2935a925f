package io.oxicloud.files;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides a {@link Precondition} against what is there (RFC 9110 sections 13.1.1 and 13.1.2). */
final class Conditions {
    /**
     * @param target the node that the change is about, or null where there is none
     * @throws CloudException STALE_ETAG if it is not as the caller believes
     */
    static void require(Precondition asked, @Nullable Node target) {
        Set<String> ifMatch = asked.ifMatch();
        if (target == null) {
            if (asked.mustExist() || ifMatch != null) {
                throw new CloudException(ErrorCode.STALE_ETAG, "there is nothing here yet");
            }
            return;
        }
        if (asked.mustNotExist()) {
            throw new CloudException(ErrorCode.STALE_ETAG, "there is something here already");
        }
        String etag = target.etag();
        if (ifMatch != null && !ifMatch.contains(etag)) {
            throw new CloudException(ErrorCode.STALE_ETAG, "it was changed in the meantime");
        }
        if (asked.ifNoneMatch().contains(etag)) {
            throw new CloudException(ErrorCode.STALE_ETAG, "it is still the same");
        }
    }

    private Conditions() {}
}
