package io.oxicloud.rest.upload;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import io.oxicloud.http.EntityTags;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code If-Match} and {@code If-None-Match} of a request that changes a file (RFC 9110 section 13.1). */
final class ChangeConditions {
    private ChangeConditions() {}

    /** @throws CloudException INVALID_INPUT naming the header that is no list of entity tags */
    static Precondition of(HttpHeaders headers) {
        EntityTags match = tags(headers, HttpHeaders.IF_MATCH);
        EntityTags noneMatch = tags(headers, HttpHeaders.IF_NONE_MATCH);
        return new Precondition(
                match != null && match.any(),
                noneMatch != null && noneMatch.any(),
                match == null || match.any() ? null : match.tags(),
                noneMatch == null ? Set.of() : noneMatch.weakly(),
                Set.of());
    }

    private static @Nullable EntityTags tags(HttpHeaders headers, String name) {
        String header = headers.getHeaderString(name);
        if (header == null) {
            return null;
        }
        try {
            return EntityTags.parseQuoted(header);
        } catch (CloudException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the header " + name + " is no list of entity tags", e);
        }
    }
}
