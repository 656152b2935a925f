package io.oxicloud.account;

import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The app password of that user that begins like the one presented. Does not print the hash. */
record AppPasswordCandidate(
        UUID id,
        String passwordHash,
        String scopes,
        @Nullable Instant expiresAt,
        UUID user,
        long credentialStamp) {
    UserId userId() {
        return new UserId(user);
    }

    /** One statement whether or not there is such a user, so that its time tells nothing. */
    static Optional<AppPasswordCandidate> find(Tx.Scope scope, LoginName name, String prefix) {
        return scope.session()
                .createSelectionQuery(
                        "select new io.oxicloud.account.AppPasswordCandidate("
                                + "p.id, p.passwordHash, p.scopes, p.expiresAt, u.id, u.credentialStamp) "
                                + "from UserEntity u join AppPasswordEntity p on p.userId = u.id where "
                                + (name.email() ? "u.emailKey" : "u.usernameKey")
                                + " = :key and p.prefix = :prefix",
                        AppPasswordCandidate.class)
                .setParameter("key", name.key())
                .setParameter("prefix", prefix)
                .uniqueResultOptional();
    }

    @Override
    public String toString() {
        return "AppPasswordCandidate " + id;
    }
}
