package io.oxicloud.account;

import io.oxicloud.base.AppPasswordId;
import io.oxicloud.base.UserId;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * That certain Basic credentials are right, as found once.
 *
 * @param stamp the user's credential stamp when it was found; another one by now, and this is worth nothing
 * @param appPassword null for the account's own password
 * @param expires of the app password; null for never
 */
record Verdict(
        UserId user,
        long stamp,
        Via via,
        Set<Scope> scopes,
        @Nullable AppPasswordId appPassword,
        @Nullable Instant expires) {
    static Verdict ofAccount(Candidate candidate) {
        return new Verdict(
                candidate.userId(), candidate.credentialStamp(), Via.ACCOUNT_PASSWORD, Scope.DAV, null, null);
    }

    static Verdict ofAppPassword(AppPasswordCandidate candidate) {
        return new Verdict(
                candidate.userId(),
                candidate.credentialStamp(),
                Via.APP_PASSWORD,
                Scope.parse(candidate.scopes()),
                new AppPasswordId(candidate.id()),
                candidate.expiresAt());
    }

    boolean isExpired(Instant now) {
        return expires != null && !expires.isAfter(now);
    }
}
