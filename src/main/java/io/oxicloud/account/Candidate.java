package io.oxicloud.account;

import io.oxicloud.base.UserId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What signing in must know of an account, read once at its beginning. Does not print the hash. */
record Candidate(
        UUID id,
        @Nullable String passwordHash,
        long credentialStamp,
        boolean active,
        boolean secondFactor,
        boolean ssoOnly) {
    UserId userId() {
        return new UserId(id);
    }

    @Override
    public String toString() {
        return "Candidate " + id;
    }
}
