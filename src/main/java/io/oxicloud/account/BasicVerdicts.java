package io.oxicloud.account;

import io.oxicloud.account.PasswordCheck.Origin;
import io.oxicloud.account.limit.Attempt.Way;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.cache.CacheSettings;
import io.oxicloud.cache.Caches;
import io.oxicloud.cache.SingleFlightCache;
import io.oxicloud.db.Tx;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Finds out whether Basic credentials are right and remembers it for five minutes if they are, so that a client which sends
 * them with every request pays for one Argon2 and not for thousands. Thread-safe; begins transactions on a miss.
 */
final class BasicVerdicts {
    /*
     * A verdict bears the user's credential stamp of the moment before the password was looked at. It counts only while the
     * flags cache, which every node keeps fresh, shows the same stamp. So one invalidation (of the flags) ends all verdicts of
     * a user, a verdict that was being computed meanwhile ends with them, and no index from users to verdicts is needed.
     *
     * Remembered verdicts are asked before the lock-outs: a device that hammers with an old password, or a whole network that is
     * blocked, delays nobody who is already in. What was right once in the last day is hashed again after five minutes, but is
     * no guess as long as the stamp is the same: without that a block of a quarter of an hour would reach everybody behind the
     * router of whoever caused it.
     */
    private static final int TRIES = 3;

    private final Tx tx;
    private final PasswordCheck check;
    private final Directory directory;
    private final Audit audit;
    private final KeyedHash names;
    private final SingleFlightCache<Hash, Verdict> verdicts;
    private final SingleFlightCache<Hash, Long> proven;

    /** @param key of this process only: what is remembered is named by keyed hashes */
    BasicVerdicts(Tx tx, Caches caches, PasswordCheck check, Directory directory, Audit audit, byte[] key) {
        this.tx = tx;
        this.check = check;
        this.directory = directory;
        this.audit = audit;
        this.names = new KeyedHash(key);
        this.verdicts = caches.create("account.basic", CacheSettings.expiring(10_000, Duration.ofMinutes(5)));
        this.proven = caches.create("account.basic-proven", CacheSettings.expiring(10_000, Duration.ofDays(1)));
    }

    /** A verdict that counts, and how its user stands at this moment. */
    record Right(Verdict verdict, Standing standing) {}

    /** @throws CloudException UNAUTHENTICATED if the credentials are wrong; RATE_LIMITED; BUSY */
    Right of(BasicCredentials credentials, String network) {
        Hash name = names.of(credentials.user(), credentials.password());
        for (int i = 0; i < TRIES; i++) {
            Verdict verdict = verdicts.get(name, key -> found(key, credentials, network));
            Standing standing = directory.standing(verdict.user());
            if (standing.credentialStamp() < verdict.stamp()) {
                standing = directory.standingNow(verdict.user());
            }
            if (standing.credentialStamp() == verdict.stamp()) {
                return new Right(verdict, standing);
            }
            verdicts.invalidate(name);
        }
        throw new CloudException(ErrorCode.BUSY, "the account is being changed, try again")
                .withRetryAfter(Duration.ofSeconds(1));
    }

    private Verdict found(Hash name, BasicCredentials credentials, String network) {
        long stamp = proven.peek(name).orElse(-1L);
        Optional<Verdict> verdict = AppPasswordText.isOne(credentials.password())
                ? appPassword(credentials, new Origin(network, Way.APP_PASSWORD, stamp))
                : check.signIn(credentials.user(), credentials.password(), new Origin(network, Way.BASIC, stamp))
                        .map(Verdict::ofAccount);
        if (verdict.isEmpty()) {
            audit.note(
                    Actor.Anonymous.ANONYMOUS,
                    "login.basic-refused",
                    Map.of("name", LoginName.folded(credentials.user()), "network", network));
            throw wrong();
        }
        proven.invalidate(name);
        proven.get(name, key -> verdict.get().stamp());
        return verdict.get();
    }

    private Optional<Verdict> appPassword(BasicCredentials credentials, Origin origin) {
        String prefix = AppPasswordText.prefix(credentials.password());
        AppPasswordCandidate candidate = LoginName.parse(credentials.user())
                .flatMap(name ->
                        tx.read("account.app-password", scope -> AppPasswordCandidate.find(scope, name, prefix)))
                .orElse(null);
        return check.isAppPassword(credentials.user(), credentials.password(), candidate, origin)
                ? Optional.ofNullable(candidate).map(Verdict::ofAppPassword)
                : Optional.empty();
    }

    static CloudException wrong() {
        return new CloudException(ErrorCode.UNAUTHENTICATED, "Invalid credentials");
    }
}
