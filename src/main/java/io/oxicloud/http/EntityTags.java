package io.oxicloud.http;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A list of entity tags as {@code If-Match} and {@code If-None-Match} carry it (RFC 9110 sections 8.8.3 and 13.1).
 *
 * @param any the header was {@code *}
 * @param tags with their quotation marks, weak ones with {@code W/}
 */
public record EntityTags(boolean any, Set<String> tags) {
    private static final Pattern ONE_TAG =
            Pattern.compile("\\s*(?<weak>W/)?(?:\"(?<quoted>[^\"]*)\"|(?<bare>[^\",\\s]+))\\s*(?:,|$)");
    private static final String WEAK = "W/";

    public EntityTags {
        tags = Set.copyOf(tags);
    }

    /**
     * Takes tags without quotation marks as if they had them: some clients lose them.
     *
     * @throws CloudException INVALID_INPUT if it is no such list
     */
    public static EntityTags parse(String header) {
        return parse(header, true);
    }

    /**
     * Takes nothing but what the RFC calls tags: where a change depends on it, one is not to be guessed.
     *
     * @throws CloudException INVALID_INPUT if it is no such list
     */
    public static EntityTags parseQuoted(String header) {
        return parse(header, false);
    }

    private static EntityTags parse(String header, boolean bareToo) {
        String list = header.strip();
        if (list.equals("*")) {
            return new EntityTags(true, Set.of());
        }
        Set<String> tags = new HashSet<>();
        Matcher tag = ONE_TAG.matcher(list);
        int at = 0;
        while (at < list.length()) {
            if (!tag.find(at) || tag.start() != at || (!bareToo && tag.group("bare") != null)) {
                throw new CloudException(ErrorCode.INVALID_INPUT, "not a list of entity tags");
            }
            String opaque = tag.group("quoted") != null ? tag.group("quoted") : tag.group("bare");
            tags.add((tag.group("weak") != null ? WEAK : "") + '"' + opaque + '"');
            at = tag.end();
        }
        return new EntityTags(false, tags);
    }

    /** The tags for a weak comparison with a strong one: If-Match compares strongly, If-None-Match weakly. */
    public Set<String> weakly() {
        return tags.stream()
                .map(tag -> tag.startsWith(WEAK) ? tag.substring(WEAK.length()) : tag)
                .collect(Collectors.toSet());
    }
}
