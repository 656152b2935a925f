package io.oxicloud.dav.condition;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.Elsewhere;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import io.oxicloud.http.Conditions;
import io.oxicloud.http.EntityTags;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All conditions of a request, in the order of precedence of RFC 9110 section 13.2.2, and its {@code If} header besides.
 *
 * <p>For a change, what was found to hold goes on into the {@link Precondition}, so that it must hold still when the change is
 * committed: not that the whole of a condition would be true again, but that what made it true is as it was.
 */
public final class RequestConditions {
    private final Conditions plain;
    private final @Nullable IfHeader ifHeader;

    private RequestConditions(Function<String, @Nullable String> header) {
        plain = Conditions.read(header);
        String lists = header.apply("If");
        ifHeader = lists == null ? null : IfHeader.parse(lists);
    }

    /**
     * @param header the value of a header, all its lines as one; null if there is none
     * @throws CloudException INVALID_INPUT if one is malformed
     */
    public static RequestConditions read(Function<String, @Nullable String> header) {
        return new RequestConditions(header);
    }

    /** The tokens of all locks that the caller says he holds. */
    public Set<String> tokens() {
        return ifHeader == null ? Set.of() : ifHeader.tokens();
    }

    /**
     * Decides what the doors cannot, and hands on what they have to decide at the end.
     *
     * @throws CloudException STALE_ETAG if a condition does not hold
     */
    public Precondition forChange(Resources resources) {
        var pins = new Pins();
        var found = new Remembered(resources);
        if (plain.ifMatch() == null && plain.unmodifiedSince() != null) {
            ResourceState target = found.target();
            plain.requireUnmodified(target.modified());
            pins.etag = target.etag();
        }
        if (ifHeader != null) {
            pins.add(holding(ifHeader, found), found);
        }
        return pins.precondition(plain.ifMatch(), plain.ifNoneMatch(), tokens());
    }

    /**
     * Decides the {@code If} header, for methods that neither change something nor answer with its content: all others mean
     * nothing to them (RFC 9110 section 13.2.1).
     *
     * @throws CloudException STALE_ETAG if it does not hold
     */
    public void forQuestion(Resources resources) {
        if (ifHeader != null) {
            holding(ifHeader, new Remembered(resources));
        }
    }

    /**
     * Decides all, for GET and HEAD.
     *
     * @return whether the answer is 304
     * @throws CloudException STALE_ETAG if a condition does not hold
     */
    public boolean notModified(Resources resources) {
        ResourceState target = resources.target();
        forQuestion(resources);
        return plain.notModified(target.etag(), target.modified());
    }

    /** The list that holds; of several the one that asks least, for that has to last. */
    private static IfHeader.Conditions holding(IfHeader header, Resources resources) {
        return header.lists().stream()
                .filter(list -> list.hold(state(list.tag(), resources)))
                .min(Comparator.comparingLong(Pins::asked))
                .orElseThrow(() -> failed("no list of the If header holds"));
    }

    private static ResourceState state(@Nullable String tag, Resources resources) {
        return tag == null ? resources.target() : resources.tagged(tag);
    }

    private static CloudException failed(String why) {
        return new CloudException(ErrorCode.STALE_ETAG, why);
    }

    /** Looks everything up once: a header may name one thing again and again. */
    private static final class Remembered implements Resources {
        private final Resources resources;
        private final Map<String, ResourceState> tagged = new HashMap<>();

        @Nullable
        private ResourceState target;

        Remembered(Resources resources) {
            this.resources = resources;
        }

        @Override
        public ResourceState target() {
            ResourceState found = target == null ? resources.target() : target;
            target = found;
            return found;
        }

        @Override
        public ResourceState tagged(String tag) {
            return tagged.computeIfAbsent(tag, resources::tagged);
        }
    }

    /** What was found and must stay. */
    private static final class Pins {
        /** Of lock tokens. Another token that holds is a folder's sync token. */
        private static final String LOCK_SCHEME = "urn:uuid:";

        @Nullable
        String etag;

        private final List<Elsewhere> elsewhere = new ArrayList<>();
        private Set<String> otherEtags = Set.of();
        private Set<String> locks = Set.of();

        /** How much a list would pin. */
        static long asked(IfHeader.Conditions list) {
            return list.all().stream()
                    .filter(condition -> condition.etag() != null || !condition.negated())
                    .count();
        }

        void add(IfHeader.Conditions held, Resources resources) {
            String wanted = held.all().stream()
                    .filter(condition -> !condition.negated())
                    .map(IfHeader.Condition::etag)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
            Set<String> unwanted = held.all().stream()
                    .filter(IfHeader.Condition::negated)
                    .map(IfHeader.Condition::etag)
                    .filter(Objects::nonNull)
                    .collect(Collectors.toSet());
            Set<String> lockTokens = tokens(held, token -> token.startsWith(LOCK_SCHEME));
            Set<String> states = tokens(held, token -> !token.startsWith(LOCK_SCHEME));
            if (held.tag() == null) {
                etag = wanted == null ? etag : wanted;
                otherEtags = unwanted;
                locks = lockTokens;
                if (!states.isEmpty()) {
                    add(resources.target(), null, Set.of(), Set.of(), states);
                }
            } else {
                add(resources.tagged(held.tag()), wanted, unwanted, lockTokens, states);
            }
        }

        /** What nobody sees cannot be found to be there later, by him who asks. */
        private void add(
                ResourceState state,
                @Nullable String wanted,
                Set<String> unwanted,
                Set<String> locked,
                Set<String> states) {
            if (state.spot() != null) {
                elsewhere.add(new Elsewhere(state.spot(), wanted, unwanted, locked, states));
            }
        }

        private static Set<String> tokens(IfHeader.Conditions held, Predicate<String> which) {
            return held.all().stream()
                    .filter(condition -> !condition.negated())
                    .map(IfHeader.Condition::token)
                    .filter(Objects::nonNull)
                    .filter(which)
                    .collect(Collectors.toSet());
        }

        Precondition precondition(
                @Nullable EntityTags ifMatch, @Nullable EntityTags ifNoneMatch, Set<String> submitted) {
            Set<String> match = ifMatch == null || ifMatch.any() ? null : ifMatch.tags();
            if (etag != null) {
                match = match == null
                        ? Set.of(etag)
                        : match.stream().filter(etag::equals).collect(Collectors.toSet());
            }
            Set<String> noneMatch = new HashSet<>(otherEtags);
            if (ifNoneMatch != null) {
                noneMatch.addAll(ifNoneMatch.weakly());
            }
            return new Precondition(
                    ifMatch != null && ifMatch.any(),
                    ifNoneMatch != null && ifNoneMatch.any(),
                    match,
                    noneMatch,
                    submitted,
                    locks,
                    elsewhere);
        }
    }
}
