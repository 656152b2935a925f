package io.oxicloud.rest.upload;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code If-Match} and {@code If-None-Match} of a request that changes a file (RFC 9110 section 13.1). */
final class ChangeConditions {
    private static final Pattern TAG = Pattern.compile("\\s*(?<weak>W/)?(?<tag>\"[^\"]*\")\\s*(?:,|$)");

    private ChangeConditions() {}

    /** @throws CloudException INVALID_INPUT naming the header that is no list of entity tags */
    static Precondition of(HttpHeaders headers) {
        String match = headers.getHeaderString(HttpHeaders.IF_MATCH);
        String noneMatch = headers.getHeaderString(HttpHeaders.IF_NONE_MATCH);
        boolean mustExist = isAny(match);
        boolean mustNotExist = isAny(noneMatch);
        return new Precondition(
                mustExist,
                mustNotExist,
                match == null || mustExist ? null : tags(HttpHeaders.IF_MATCH, match, false),
                noneMatch == null || mustNotExist ? Set.of() : tags(HttpHeaders.IF_NONE_MATCH, noneMatch, true),
                Set.of());
    }

    private static boolean isAny(@Nullable String list) {
        return list != null && list.strip().equals("*");
    }

    /** A weak tag equals no other where tags are compared strongly. */
    private static Set<String> tags(String header, String list, boolean weakly) {
        Set<String> tags = new HashSet<>();
        Matcher tag = TAG.matcher(list);
        for (int at = 0; at < list.length(); at = tag.end()) {
            if (!tag.find(at) || tag.start() != at) {
                throw new CloudException(
                        ErrorCode.INVALID_INPUT, "the header " + header + " is no list of entity tags");
            }
            if (weakly || tag.group("weak") == null) {
                tags.add(tag.group("tag"));
            }
        }
        return tags;
    }
}
