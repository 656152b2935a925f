package io.oxicloud.account.session;

import io.oxicloud.base.Ids;
import io.oxicloud.cache.CacheSettings;
import io.oxicloud.cache.Caches;
import io.oxicloud.cache.SingleFlightCache;
import io.oxicloud.db.Sealer;
import io.oxicloud.db.Tx;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys that sign access tokens: rows sealed under the master key, so that all nodes sign and verify alike. A new one is
 * made when the newest is past its life; older ones verify until {@link #prune} drops them. Thread-safe; begins transactions,
 * so never to be called inside one.
 */
public final class SigningKeys {
    private static final String ALL = "all";
    private static final int SECRET_BYTES = 32;
    /** A token under an unknown key makes the rows be read again, but not more often than this. */
    private static final Duration REREAD_PAUSE = Duration.ofSeconds(1);

    private final Tx tx;
    private final Sealer sealer;
    private final TokenSettings settings;
    private final Ids ids;
    private final SecureRandom random;
    private final Clock clock;
    private final SingleFlightCache<String, Keyring> ring;

    public SigningKeys(
            Tx tx, Caches caches, Sealer sealer, TokenSettings settings, Ids ids, SecureRandom random, Clock clock) {
        this.tx = tx;
        this.sealer = sealer;
        this.settings = settings;
        this.ids = ids;
        this.random = random;
        this.clock = clock;
        this.ring = caches.create("account.signing-keys", CacheSettings.expiring(10, Duration.ofSeconds(60)));
    }

    /** A key for another purpose, the same on all nodes, that changes when the signing key does. */
    public byte[] derive(String purpose) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(current().secret(), "HmacSHA256"));
            return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    /** Drops keys whose last token is dead. */
    public void prune(Tx.Scope scope) {
        Instant end = clock.instant()
                .minus(settings.keyLife())
                .minus(settings.accessLife())
                .minus(settings.accessLife())
                .truncatedTo(ChronoUnit.MICROS);
        scope.session().createMutationQuery("""
                        delete from SigningKeyEntity k
                        where k.createdAt < :end and k.number < (select max(n.number) from SigningKeyEntity n)""").setParameter("end", end).executeUpdate();
    }

    /** The key to sign with. */
    SigningKey current() {
        Keyring known = ring();
        Optional<SigningKey> newest = known.newest();
        if (newest.isPresent()
                && newest.get().createdAt.plus(settings.keyLife()).isAfter(clock.instant())) {
            return newest.get();
        }
        make(newest.map(key -> key.number).orElse(0L) + 1);
        ring.invalidate(ALL);
        return ring().newest().orElseThrow(() -> new IllegalStateException("the signing key just made is gone"));
    }

    /** The key a token names. */
    Optional<SigningKey> byId(String id) {
        Keyring known = ring();
        Optional<SigningKey> key = known.byId(id);
        if (key.isEmpty() && known.readAt().plus(REREAD_PAUSE).isBefore(clock.instant())) {
            ring.invalidate(ALL);
            return ring().byId(id);
        }
        return key;
    }

    private Keyring ring() {
        return ring.get(ALL, all -> read());
    }

    private Keyring read() {
        Instant readAt = clock.instant();
        return tx.read(
                "account.signing-keys",
                scope -> new Keyring(
                        scope.session()
                                .createSelectionQuery(
                                        "from SigningKeyEntity k order by k.number desc", SigningKeyEntity.class)
                                .setMaxResults(100)
                                .getResultStream()
                                .map(this::open)
                                .toList(),
                        readAt));
    }

    private SigningKey open(SigningKeyEntity row) {
        return new SigningKey(row.id.toString(), row.number, row.createdAt, sealer.open(row.sealed, context(row.id)));
    }

    /** Of several nodes that come to the same end of life, one makes the key of that number. */
    private void make(long number) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        UUID id = ids.next();
        byte[] sealed = sealer.seal(secret, context(id));
        tx.write(
                "account.signing-key",
                scope -> scope.session()
                        .createMutationQuery("""
                        insert into SigningKeyEntity (id, number, sealed, createdAt)
                        values (:id, :number, :sealed, :now) on conflict do nothing""")
                        .setParameter("id", id)
                        .setParameter("number", number)
                        .setParameter("sealed", sealed)
                        .setParameter("now", clock.instant().truncatedTo(ChronoUnit.MICROS))
                        .executeUpdate());
    }

    private static String context(UUID id) {
        return "signing-key/" + id;
    }
}
