package io.oxicloud.files;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;

/**
 * An edit of a part of a file that was found allowed before its bytes were taken; as {@link WriteIntent}.
 *
 * @param write of the whole new content, in the place of that of {@code file}
 * @param file as it was when the edit was decided on
 * @param start where in the file the edit begins, also behind its end
 */
public record SpliceIntent(WriteIntent write, Node file, long start) {
    /** @throws CloudException INVALID_INPUT if only zeros would come to the file */
    void requireBytes(long edited) {
        if (edited == 0 && start > file.size()) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "there is nothing to put behind the end");
        }
    }
}
