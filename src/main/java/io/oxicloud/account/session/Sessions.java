package io.oxicloud.account.session;

import io.oxicloud.base.Ids;
import io.oxicloud.base.Secret;
import io.oxicloud.base.SessionId;
import io.oxicloud.base.UserId;
import io.oxicloud.cache.CacheSettings;
import io.oxicloud.cache.Caches;
import io.oxicloud.cache.SingleFlightCache;
import io.oxicloud.db.ClusterEvents;
import io.oxicloud.db.Tx;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of sign-ins. A session is a family of refresh tokens, each good once; its access tokens are good as long as it
 * is not revoked. Thread-safe.
 */
public final class Sessions {
    /*
     * Why the second use of a refresh token always ends the session, with no seconds of grace: a token that comes twice is
     * either a client that does not wait for its own answer or a thief, and nothing tells them apart. A grace would have to
     * give both a living successor, which is what the thief wants; handing out the same successor twice would need it kept
     * in the clear. Clients must therefore renew one at a time (browsers: one tab under a lock), and a client that lost the
     * answer signs in again. See docs/decisions/0003-refresh-tokens-are-good-once.md.
     */
    private static final String TOPIC = "account.sessions";

    private final Tx tx;
    private final ClusterEvents events;
    private final TokenSettings settings;
    private final Ids ids;
    private final SecureRandom random;
    private final Clock clock;
    private final SingleFlightCache<UUID, Optional<UserId>> live;

    public Sessions(
            Tx tx,
            Caches caches,
            ClusterEvents events,
            TokenSettings settings,
            Ids ids,
            SecureRandom random,
            Clock clock) {
        this.tx = tx;
        this.events = events;
        this.settings = settings;
        this.ids = ids;
        this.random = random;
        this.clock = clock;
        this.live = caches.<UUID, Optional<UserId>>create(TOPIC, CacheSettings.expiring(50_000, Duration.ofSeconds(30)))
                .invalidatedBy(events, TOPIC, UUID::fromString);
    }

    /** A session just opened and its first refresh token. */
    public record Opened(SessionId session, Secret refresh) {}

    public Opened open(Tx.Scope scope, UserId user, String address, @Nullable String userAgent) {
        Instant now = now();
        UUID id = ids.next();
        scope.session()
                .persist(
                        new SessionEntity(id, user.value(), address, userAgent, now, now.plus(settings.refreshLife())));
        scope.session().flush();
        return new Opened(new SessionId(id), issue(scope, id, now));
    }

    /** Takes a refresh token and gives the next one. Must commit whatever the outcome: a reuse is recorded by it. */
    public Refreshed renew(Tx.Scope scope, Secret token) {
        Instant now = now();
        byte[] hash = RefreshToken.hash(token);
        var row = scope.session().find(RefreshTokenEntity.class, hash);
        if (row == null) {
            return Refreshed.Refused.REFUSED;
        }
        var session = scope.session().find(SessionEntity.class, row.sessionId);
        if (session == null || session.revokedAt != null || !row.expiresAt.isAfter(now)) {
            return Refreshed.Refused.REFUSED;
        }
        var id = new SessionId(session.id);
        var user = new UserId(session.userId);
        if (!use(scope, hash, now)) {
            revoke(scope, id, user);
            return new Refreshed.Reused(id, user);
        }
        return prolong(scope, session.id, now)
                ? new Refreshed.Renewed(id, user, issue(scope, session.id, now))
                : Refreshed.Refused.REFUSED;
    }

    /** Whose session a refresh token belongs to, used or not. */
    public Optional<Owned> ownerOf(Tx.Scope scope, Secret token) {
        var row = scope.session().find(RefreshTokenEntity.class, RefreshToken.hash(token));
        return Optional.ofNullable(row)
                .map(found -> scope.session().find(SessionEntity.class, found.sessionId))
                .map(session -> new Owned(new SessionId(session.id), new UserId(session.userId)));
    }

    /** A session and whose it is. */
    public record Owned(SessionId session, UserId user) {}

    /** Ends one session of that user; its access tokens are refused on every node as soon as they hear of it. */
    public boolean revoke(Tx.Scope scope, SessionId session, UserId user) {
        int revoked = scope.session()
                .createMutationQuery("""
                        update SessionEntity s set s.revokedAt = :now
                        where s.id = :id and s.userId = :user and s.revokedAt is null""")
                .setParameter("now", now())
                .setParameter("id", session.value())
                .setParameter("user", user.value())
                .executeUpdate();
        if (revoked == 1) {
            events.publish(scope, TOPIC, session.toString());
        }
        return revoked == 1;
    }

    public void revokeAll(Tx.Scope scope, UserId user) {
        List<UUID> open = scope.session()
                .createSelectionQuery(
                        "select s.id from SessionEntity s where s.userId = :user and s.revokedAt is null order by s.id",
                        UUID.class)
                .setParameter("user", user.value())
                .getResultList();
        open.forEach(id -> revoke(scope, new SessionId(id), user));
    }

    /** Whether the session is that user's and not revoked; at most 30 s behind if word from another node is lost. */
    public boolean isLive(SessionId session, UserId user) {
        return live.get(session.value(), this::ownerIfLive).filter(user::equals).isPresent();
    }

    private Optional<UserId> ownerIfLive(UUID id) {
        return tx.read(
                "account.session",
                scope -> scope.session()
                        .createSelectionQuery(
                                "select s.userId from SessionEntity s where s.id = :id and s.revokedAt is null",
                                UUID.class)
                        .setParameter("id", id)
                        .uniqueResultOptional()
                        .map(UserId::new));
    }

    /** Drops sessions and tokens that nobody can use any more. */
    public void prune(Tx.Scope scope) {
        Instant now = now();
        scope.session()
                .createMutationQuery("delete from RefreshTokenEntity t where t.expiresAt < :now")
                .setParameter("now", now)
                .executeUpdate();
        scope.session()
                .createMutationQuery("delete from SessionEntity s where s.expiresAt < :end")
                .setParameter("end", now.minus(settings.accessLife()))
                .executeUpdate();
    }

    private Secret issue(Tx.Scope scope, UUID session, Instant now) {
        Secret token = RefreshToken.random(random);
        scope.session()
                .persist(new RefreshTokenEntity(RefreshToken.hash(token), session, now.plus(settings.refreshLife())));
        return token;
    }

    /** Of two calls with one token, on whatever nodes, exactly one gets true. */
    private static boolean use(Tx.Scope scope, byte[] hash, Instant now) {
        return scope.session()
                        .createMutationQuery(
                                "update RefreshTokenEntity t set t.usedAt = :now where t.tokenHash = :hash and t.usedAt is null")
                        .setParameter("now", now)
                        .setParameter("hash", hash)
                        .executeUpdate()
                == 1;
    }

    private boolean prolong(Tx.Scope scope, UUID session, Instant now) {
        return scope.session()
                        .createMutationQuery(
                                "update SessionEntity s set s.expiresAt = :end where s.id = :id and s.revokedAt is null")
                        .setParameter("end", now.plus(settings.refreshLife()))
                        .setParameter("id", session)
                        .executeUpdate()
                == 1;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
