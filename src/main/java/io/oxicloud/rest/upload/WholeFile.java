package io.oxicloud.rest.upload;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import io.oxicloud.files.Declared;
import io.oxicloud.http.RequestBody;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file as the body of a PUT brings it, with what the headers say of it.
 *
 * @param length as announced, or -1
 */
record WholeFile(Declared declared, Precondition condition, InputStream bytes, long length) {
    /** @throws CloudException INVALID_INPUT for a part of a file, and for conditions that are none */
    static WholeFile of(HttpHeaders headers, InputStream body) {
        // a server that stored the part as the whole would lose the rest (RFC 9110 section 14.4)
        if (headers.getHeaderString("Content-Range") != null) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "a PUT cannot replace a part of a file");
        }
        return new WholeFile(
                declared(headers.getHeaderString(HttpHeaders.CONTENT_TYPE)),
                ChangeConditions.of(headers),
                new RequestBody(body),
                RequestBody.length(headers.getHeaderString(HttpHeaders.CONTENT_LENGTH)));
    }

    /** What its sender calls it. */
    static Declared declared(@Nullable String type) {
        return new Declared(Declared.typeIn(type), null);
    }
}
