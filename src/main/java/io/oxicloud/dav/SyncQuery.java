package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.dav.property.PropertyQuery;
import io.oxicloud.dav.property.SyncTokens;
import io.oxicloud.dav.xml.XmlElement;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a sync-collection report asks (RFC 6578 section 3.2 and 6.1).
 *
 * @param token null to begin
 * @param limit of the members in the answer
 * @param properties of those that are there
 */
record SyncQuery(@Nullable String token, int limit, PropertyQuery properties) {
    private static final String NUMBER = "[0-9]+";
    private static final int MAX_DIGITS = 9;

    /** @throws CloudException INVALID_INPUT, or a {@link Refusal} for what is well-formed and not to be had */
    static SyncQuery parse(XmlElement question) {
        String token = question.dav("sync-token")
                .orElseThrow(() -> refused("a sync-collection element has a sync-token in it"))
                .text()
                .strip();
        requireOneLevel(question);
        PropertyQuery properties = question.dav("prop")
                .map(PropertyQuery::named)
                .orElseGet(() -> new PropertyQuery(PropertyQuery.Kind.NAMED, Set.of()));
        return new SyncQuery(token.isEmpty() ? null : SyncTokens.inner(token), limit(question), properties);
    }

    /** The element is younger than some clients, which say by the Depth what it says. */
    private static void requireOneLevel(XmlElement question) {
        String level = question.dav("sync-level")
                .map(element -> element.text().strip())
                .orElse("1");
        switch (level) {
            case "1" -> {
                // what there is
            }
            case "infinite", "infinity" ->
                throw Refusal.SYNC_TRAVERSAL_SUPPORTED.because("ask for one folder after the other");
            default -> throw refused("the sync-level must be 1 or infinite");
        }
    }

    private static int limit(XmlElement question) {
        XmlElement limit = question.dav("limit").orElse(null);
        if (limit == null) {
            return Integer.MAX_VALUE;
        }
        String results = limit.dav("nresults")
                .orElseThrow(() -> refused("a limit has nresults in it"))
                .text()
                .strip();
        if (!results.matches(NUMBER)) {
            throw refused("nresults is a number");
        }
        String digits = results.replaceFirst("^0+", "");
        if (digits.isEmpty()) {
            throw Refusal.NUMBER_OF_MATCHES_WITHIN_LIMITS.because("an answer gives one result at least");
        }
        return digits.length() > MAX_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    private static CloudException refused(String why) {
        return new CloudException(ErrorCode.INVALID_INPUT, why);
    }
}
