package io.oxicloud.account.session;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.Ids;
import io.oxicloud.base.Secret;
import io.oxicloud.base.SessionId;
import io.oxicloud.base.UserId;
import java.text.ParseException;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Signs and verifies access tokens: JWT (RFC 7519) under HS256 and one of {@link SigningKeys}, which the header names. No
 * other algorithm is looked at, whatever a token asks for (RFC 8725 section 3.1). Thread-safe.
 */
public final class AccessTokens {
    private static final int MAX_LENGTH = 8_192;
    private static final String SESSION = "sid";

    private final SigningKeys keys;
    private final TokenSettings settings;
    private final Ids ids;
    private final Clock clock;

    public AccessTokens(SigningKeys keys, TokenSettings settings, Ids ids, Clock clock) {
        this.keys = keys;
        this.settings = settings;
        this.ids = ids;
        this.clock = clock;
    }

    public Secret sign(AccessClaims claims) {
        SigningKey key = keys.current();
        Instant now = clock.instant();
        var header = new JWSHeader.Builder(JWSAlgorithm.HS256)
                .type(JOSEObjectType.JWT)
                .keyID(key.id)
                .build();
        var body = new JWTClaimsSet.Builder()
                .subject(claims.user().toString())
                .jwtID(ids.next().toString())
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(settings.accessLife())))
                .claim(SESSION, claims.session().toString())
                .claim("username", claims.username())
                .claim("email", claims.email())
                .claim("role", claims.role())
                .build();
        var token = new SignedJWT(header, body);
        try {
            token.sign(new MACSigner(key.secret()));
        } catch (JOSEException e) {
            throw new IllegalStateException("a key of 256 bits signs", e);
        }
        return new Secret(token.serialize());
    }

    /** What the token says, if it is whole, ours and not past its end; no leeway, since the nodes' clocks are ours. */
    public Optional<AccessClaims> verify(String token) {
        if (token.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        try {
            var jwt = SignedJWT.parse(token);
            String keyId = jwt.getHeader().getKeyID();
            if (!JWSAlgorithm.HS256.equals(jwt.getHeader().getAlgorithm()) || keyId == null) {
                return Optional.empty();
            }
            SigningKey key = keys.byId(keyId).orElse(null);
            if (key == null || !jwt.verify(new MACVerifier(key.secret()))) {
                return Optional.empty();
            }
            return claims(jwt.getJWTClaimsSet());
        } catch (ParseException | JOSEException notOurs) {
            return Optional.empty();
        }
    }

    private Optional<AccessClaims> claims(JWTClaimsSet body) throws ParseException {
        Date end = body.getExpirationTime();
        String user = body.getSubject();
        String session = body.getStringClaim(SESSION);
        if (end == null || !end.toInstant().isAfter(clock.instant()) || user == null || session == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new AccessClaims(
                    UserId.parse(user),
                    SessionId.parse(session),
                    text(body.getStringClaim("username")),
                    text(body.getStringClaim("email")),
                    text(body.getStringClaim("role"))));
        } catch (CloudException notIds) {
            return Optional.empty();
        }
    }

    private static String text(@Nullable String claim) {
        return claim == null ? "" : claim;
    }
}
