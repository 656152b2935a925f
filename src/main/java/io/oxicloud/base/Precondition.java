package io.oxicloud.base;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must still be true when a change is committed (RFC 9110 section 13, RFC 4918 section 10.4). Checked twice: early, to
 * refuse before bytes are taken, and again under the row locks.
 *
 * @param mustExist the target must be there ({@code If-Match: *})
 * @param mustNotExist the target must not be there ({@code If-None-Match: *})
 * @param ifMatch one of these etags must be the target's; null asks nothing
 * @param ifNoneMatch none of these etags may be the target's
 * @param lockTokens submitted lock tokens; REST submits none
 * @param heldLocks tokens of locks in whose scope the target must still lie
 * @param elsewhere of other places than the target
 */
public record Precondition(
        boolean mustExist,
        boolean mustNotExist,
        @Nullable Set<String> ifMatch,
        Set<String> ifNoneMatch,
        Set<String> lockTokens,
        Set<String> heldLocks,
        List<Elsewhere> elsewhere) {
    /** Asks nothing. */
    public static final Precondition NONE = new Precondition(false, false, null, Set.of(), Set.of());

    public Precondition {
        ifMatch = ifMatch == null ? null : Set.copyOf(ifMatch);
        ifNoneMatch = Set.copyOf(ifNoneMatch);
        lockTokens = Set.copyOf(lockTokens);
        heldLocks = Set.copyOf(heldLocks);
        elsewhere = List.copyOf(elsewhere);
    }

    public Precondition(
            boolean mustExist,
            boolean mustNotExist,
            @Nullable Set<String> ifMatch,
            Set<String> ifNoneMatch,
            Set<String> lockTokens) {
        this(mustExist, mustNotExist, ifMatch, ifNoneMatch, lockTokens, Set.of(), List.of());
    }

    /** This without an opinion of what is there, for who asks again for a change that was made. */
    public Precondition made() {
        return new Precondition(false, false, null, Set.of(), lockTokens, heldLocks, elsewhere);
    }

    /** This with another opinion of what is there: nothing. */
    public Precondition absent() {
        return new Precondition(mustExist, true, ifMatch, ifNoneMatch, lockTokens, heldLocks, elsewhere);
    }
}
