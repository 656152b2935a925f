package io.oxicloud.dav.condition;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An {@code If} header (RFC 4918 section 10.4): lists of conditions, of which one has to hold as a whole.
 *
 * @param lists in their order, at least one
 */
record IfHeader(List<Conditions> lists) {
    private static final int MAX_LENGTH = 16 << 10;
    private static final int MAX_ITEMS = 256;

    IfHeader {
        lists = List.copyOf(lists);
    }

    /**
     * A list.
     *
     * @param tag the resource it is about; null for the one of the request
     */
    record Conditions(@Nullable String tag, List<Condition> all) {
        Conditions {
            all = List.copyOf(all);
        }

        boolean hold(ResourceState state) {
            return all.stream().allMatch(condition -> condition.holds(state));
        }
    }

    /**
     * One condition of a list.
     *
     * @param negated by a Not, which binds to this one only
     * @param etag with its quotation marks, or null
     * @param token the URI of a lock or another state, or null
     */
    record Condition(
            boolean negated,
            @Nullable String etag,
            @Nullable String token) {
        /** Tags are compared strongly: none of ours is weak, so that a weak one is never the same. */
        boolean holds(ResourceState state) {
            boolean same = etag != null
                    ? etag.equals(state.etag())
                    : token != null && state.locks().get().contains(token);
            return same != negated;
        }
    }

    /** @throws CloudException INVALID_INPUT if it is not of the grammar, or too long */
    static IfHeader parse(String header) {
        if (header.length() > MAX_LENGTH) {
            throw refused("too long");
        }
        return new Parser(header).parse();
    }

    /** Whoever names a token in any list submits it, whatever the list says otherwise (RFC 4918 section 10.4.1). */
    Set<String> tokens() {
        return lists.stream()
                .flatMap(list -> list.all().stream())
                .map(Condition::token)
                .filter(token -> token != null)
                .collect(Collectors.toSet());
    }

    private static CloudException refused(String why) {
        return new CloudException(ErrorCode.INVALID_INPUT, "the If header is " + why);
    }

    /** One pass, without going back. */
    private static final class Parser {
        private final String text;
        private final List<Conditions> lists = new ArrayList<>();
        private int at;
        private int items;

        Parser(String text) {
            this.text = text;
        }

        IfHeader parse() {
            String tag = null;
            boolean tagUsed = true;
            boolean tagged = peek() == '<';
            while (at < text.length()) {
                if (peek() == '<' && tagged && tagUsed) {
                    tag = coded();
                    tagUsed = false;
                } else {
                    lists.add(list(tag));
                    tagUsed = true;
                }
                skipBlanks();
            }
            if (lists.isEmpty() || !tagUsed) {
                throw refused("without a list");
            }
            return new IfHeader(lists);
        }

        private Conditions list(@Nullable String tag) {
            expect('(');
            List<Condition> all = new ArrayList<>();
            while (peek() != ')') {
                all.add(condition());
                if (++items > MAX_ITEMS) {
                    throw refused("too long");
                }
            }
            expect(')');
            if (all.isEmpty()) {
                throw refused("not one: a list is empty");
            }
            return new Conditions(tag, all);
        }

        private Condition condition() {
            boolean negated = peek() != '<' && text.regionMatches(true, at, "Not", 0, 3);
            if (negated) {
                at += 3;
            }
            if (peek() == '[') {
                at++;
                return new Condition(negated, etag(), null);
            }
            return new Condition(negated, null, coded());
        }

        /** The tag itself may hold the bracket that ends it. */
        private String etag() {
            int start = at;
            if (text.startsWith("W/", at)) {
                at += 2;
            }
            expect('"');
            at = end('"');
            String tag = text.substring(start, at);
            expect(']');
            return tag;
        }

        private String coded() {
            expect('<');
            int start = at;
            at = end('>');
            String url = text.substring(start, at - 1);
            if (url.isEmpty() || url.chars().anyMatch(c -> c <= ' ' || c == '<')) {
                throw refused("malformed");
            }
            return url;
        }

        private int end(char closing) {
            int found = text.indexOf(closing, at);
            if (found < 0) {
                throw refused("malformed");
            }
            return found + 1;
        }

        private void expect(char wanted) {
            if (peek() != wanted) {
                throw refused("malformed");
            }
            at++;
        }

        /** The next character that is no blank; 0 at the end. */
        private char peek() {
            skipBlanks();
            return at < text.length() ? text.charAt(at) : 0;
        }

        private void skipBlanks() {
            while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
                at++;
            }
        }
    }
}
