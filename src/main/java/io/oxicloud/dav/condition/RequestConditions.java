package io.oxicloud.dav.condition;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All conditions of a request, in the order of precedence of RFC 9110 section 13.2.2, and its {@code If} header besides.
 *
 * <p>For a change, what was found to hold goes on into the {@link Precondition}, so that it must hold still when the change is
 * committed: not that the whole of a condition would be true again, but that what made it true is as it was.
 */
public final class RequestConditions {
    private final @Nullable EntityTags ifMatch;
    private final @Nullable EntityTags ifNoneMatch;
    private final @Nullable Instant modifiedSince;
    private final @Nullable Instant unmodifiedSince;
    private final @Nullable IfHeader ifHeader;

    private RequestConditions(Function<String, @Nullable String> header) {
        ifMatch = tags(header.apply("If-Match"));
        ifNoneMatch = tags(header.apply("If-None-Match"));
        modifiedSince = DateHeader.parse(header.apply("If-Modified-Since"));
        unmodifiedSince = DateHeader.parse(header.apply("If-Unmodified-Since"));
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

    private static @Nullable EntityTags tags(@Nullable String header) {
        return header == null ? null : EntityTags.parse(header);
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
        if (ifMatch == null && unmodifiedSince != null) {
            ResourceState target = resources.target();
            requireUnmodified(target);
            pins.etag = target.etag();
        }
        if (ifHeader != null) {
            pins.add(holding(ifHeader, resources));
        }
        return pins.precondition(ifMatch, ifNoneMatch, tokens());
    }

    /**
     * Decides all, for GET and HEAD.
     *
     * @return whether the answer is 304
     * @throws CloudException STALE_ETAG if a condition does not hold
     */
    public boolean notModified(Resources resources) {
        ResourceState target = resources.target();
        if (ifHeader != null) {
            holding(ifHeader, resources);
        }
        if (ifMatch != null) {
            if (!ifMatch.any() && !ifMatch.tags().contains(String.valueOf(target.etag()))) {
                throw failed("it was changed in the meantime");
            }
        } else if (unmodifiedSince != null) {
            requireUnmodified(target);
        }
        if (ifNoneMatch != null) {
            return ifNoneMatch.any() || ifNoneMatch.weakly().contains(String.valueOf(target.etag()));
        }
        Instant modified = target.modified();
        return modifiedSince != null
                && modified != null
                && !modified.truncatedTo(ChronoUnit.SECONDS).isAfter(modifiedSince);
    }

    /** What has no time of its last change has not been changed. */
    private void requireUnmodified(ResourceState target) {
        Instant modified = target.modified();
        if (modified != null
                && unmodifiedSince != null
                && modified.truncatedTo(ChronoUnit.SECONDS).isAfter(unmodifiedSince)) {
            throw failed("it was changed in the meantime");
        }
    }

    /** The list that holds; of several the one that asks least of the target, for that has to last. */
    private static IfHeader.Conditions holding(IfHeader header, Resources resources) {
        return header.lists().stream()
                .filter(list -> list.hold(state(list.tag(), resources)))
                .min(Comparator.comparingInt(Pins::asked))
                .orElseThrow(() -> failed("no list of the If header holds"));
    }

    private static ResourceState state(@Nullable String tag, Resources resources) {
        return tag == null ? resources.target() : resources.tagged(tag);
    }

    private static CloudException failed(String why) {
        return new CloudException(ErrorCode.STALE_ETAG, why);
    }

    /** What was found of the target and must stay. */
    private static final class Pins {
        /** Of lock tokens. Another token that holds is of a state that the doors do not ask about. */
        private static final String LOCK_SCHEME = "urn:uuid:";

        @Nullable
        String etag;

        private final Set<String> otherEtags = new HashSet<>();
        private final Set<String> locks = new HashSet<>();

        /** How much of the target a list would pin. */
        static int asked(IfHeader.Conditions list) {
            var pins = new Pins();
            pins.add(list);
            return (pins.etag == null ? 0 : 1) + pins.otherEtags.size() + pins.locks.size();
        }

        /** What a list says of other resources cannot be asked again. */
        void add(IfHeader.Conditions held) {
            if (held.tag() != null) {
                return;
            }
            for (IfHeader.Condition condition : held.all()) {
                if (condition.etag() != null && condition.negated()) {
                    otherEtags.add(condition.etag());
                } else if (condition.etag() != null) {
                    etag = condition.etag();
                } else if (condition.token() != null && !condition.negated()) {
                    addLock(condition.token());
                }
            }
        }

        private void addLock(String token) {
            if (token.startsWith(LOCK_SCHEME)) {
                locks.add(token);
            }
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
                    locks);
        }
    }
}
