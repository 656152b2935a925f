package io.oxicloud.account;

import static io.oxicloud.account.Refusals.refused;
import static io.oxicloud.account.TestAccounts.HOME;
import static io.oxicloud.account.TestAccounts.PASSWORD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.db.DatabaseSource;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AccessTokenTest {
    private final DatabaseSource source = TestDatabase.source(Engine.POSTGRESQL);
    private final TestClock clock = new TestClock();
    private final TestAccounts system = new TestAccounts(source, TestAccounts.SETTINGS, clock, List.of());
    private final UserView anna = system.admin("Anna");
    private final Signed signed = system.login("anna", PASSWORD, HOME);
    private final String good = signed.access().reveal();

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void aTokenSaysWhatTheContractAsks() throws Exception {
        SignedJWT token = SignedJWT.parse(good);
        JWTClaimsSet claims = token.getJWTClaimsSet();

        assertEquals(JWSAlgorithm.HS256, token.getHeader().getAlgorithm());
        assertEquals(
                Set.of("sub", "exp", "iat", "jti", "sid", "username", "email", "role"),
                claims.getClaims().keySet());
        assertEquals(anna.id().toString(), claims.getSubject());
        assertEquals("Anna", claims.getStringClaim("username"));
        assertEquals("Anna@example.com", claims.getStringClaim("email"));
        assertEquals("admin", claims.getStringClaim("role"));
        assertEquals(signed.session().toString(), claims.getStringClaim("sid"));
        assertEquals(
                Duration.ofHours(1),
                Duration.between(
                        claims.getIssueTime().toInstant(),
                        claims.getExpirationTime().toInstant()));
    }

    @Test
    void whateverWasChangedIsRefused() throws Exception {
        SignedJWT token = SignedJWT.parse(good);
        JWTClaimsSet claims = token.getJWTClaimsSet();
        String[] parts = good.split("\\.", -1);
        var forged = new TreeMap<String, String>();
        forged.put("nothing", "");
        forged.put("no token", "a.b.c");
        forged.put("too long", "a".repeat(10_000));
        forged.put("no signature", parts[0] + "." + parts[1] + ".");
        forged.put("two parts", parts[0] + "." + parts[1]);
        forged.put("four parts", good + ".x");
        forged.put("cut signature", good.substring(0, good.length() - 4));
        forged.put("other signature", parts[0] + "." + parts[1] + "." + "A".repeat(parts[2].length()));
        forged.put("alg none", new PlainJWT(claims).serialize());
        forged.put("alg none with a signature", base64("{\"alg\":\"none\"}") + "." + parts[1] + "." + parts[2]);
        forged.put("alg in other letters", base64(header("hs256", token)) + "." + parts[1] + "." + parts[2]);
        forged.put("another algorithm", base64(header("RS256", token)) + "." + parts[1] + "." + parts[2]);
        forged.put("another role", parts[0] + "." + base64(decode(parts[1]).replace("admin", "root")) + "." + parts[2]);
        forged.put(
                "a longer life",
                parts[0] + "." + base64(decode(parts[1]).replaceAll("\"exp\":\\d+", "\"exp\":99999999999")) + "."
                        + parts[2]);
        forged.put(
                "another key of the same name", sign(claims, token.getHeader().getKeyID()));
        forged.put("an unknown key", sign(claims, "no-such-key"));
        forged.put("no key", sign(claims, null));

        for (Map.Entry<String, String> each : forged.entrySet()) {
            var refusal =
                    refused(ErrorCode.UNAUTHENTICATED, () -> system.signIn().bearer(each.getValue()));
            assertEquals("Token expired or invalid", refusal.message(), each.getKey());
        }
        system.signIn().bearer(good);
    }

    @Test
    void aNewKeySignsAfterAMonthAndTheOldOneVerifiesUntilItsLastTokenIsDead() throws Exception {
        clock.advance(Duration.ofDays(30).minusMinutes(30));
        Signed lastOfTheOld = system.login("anna", PASSWORD, HOME);
        assertEquals(key(good), key(lastOfTheOld.access().reveal()));

        clock.advance(Duration.ofMinutes(31));
        Signed firstOfTheNew = system.login("anna", PASSWORD, HOME);

        assertNotEquals(key(good), key(firstOfTheNew.access().reveal()));
        system.doors.tasks().get(0).run();
        system.signIn().bearer(lastOfTheOld.access().reveal());
        system.signIn().bearer(firstOfTheNew.access().reveal());
        assertEquals(2, keys());

        clock.advance(Duration.ofHours(3));
        system.doors.tasks().get(0).run();

        assertEquals(1, keys());
    }

    @Test
    void allNodesSignAndVerifyAlike() throws Exception {
        try (var other = new TestAccounts(source, TestAccounts.SETTINGS, clock, List.of())) {
            assertEquals(anna.id(), other.signIn().bearer(good).actor().id());
            String there = other.login("anna", PASSWORD, HOME).access().reveal();
            assertEquals(key(good), key(there));
            assertEquals(anna.id(), system.signIn().bearer(there).actor().id());

            clock.advance(Duration.ofDays(31));
            String ofTheNewKey = other.login("anna", PASSWORD, HOME).access().reveal();

            assertNotEquals(key(good), key(ofTheNewKey));
            assertEquals(anna.id(), system.signIn().bearer(ofTheNewKey).actor().id(), "read again for an unknown key");
        }
    }

    @Test
    void unknownKeysDoNotMakeTheRowsBeReadAgainAndAgain() throws Exception {
        JWTClaimsSet claims = SignedJWT.parse(good).getJWTClaimsSet();
        clock.advance(Duration.ofSeconds(5));
        refuse(sign(claims, "no-such-key"));
        system.database.statements().reset();

        for (int i = 0; i < 100; i++) {
            refuse(sign(claims, "no-such-key-" + i));
        }

        assertEquals(0, system.database.statements().count());
    }

    @Test
    void keysLieSealedInTheDatabase() {
        List<byte[]> sealed = system.database
                .requests()
                .read(
                        "test",
                        scope -> scope.session()
                                .createSelectionQuery("select k.sealed from SigningKeyEntity k", byte[].class)
                                .getResultList());

        assertEquals(1, sealed.size());
        assertTrue(sealed.get(0).length > 32 + 16, "nonce and tag are there");
    }

    @Test
    void anOutageOfTheDatabaseIsNotABadToken() {
        clock.advance(Duration.ofSeconds(31)); // what is remembered is too old
        system.database.close();

        var refusal = org.junit.jupiter.api.Assertions.assertThrows(
                CloudException.class, () -> system.signIn().bearer(good));

        assertEquals(ErrorCode.BACKEND_DOWN, refusal.code());
    }

    private void refuse(String token) {
        refused(ErrorCode.UNAUTHENTICATED, () -> system.signIn().bearer(token));
    }

    private long keys() {
        return system.database
                .requests()
                .read(
                        "test",
                        scope -> scope.session()
                                .createSelectionQuery("select count(k) from SigningKeyEntity k", Long.class)
                                .getSingleResult());
    }

    private static String key(String token) throws Exception {
        return SignedJWT.parse(token).getHeader().getKeyID();
    }

    private static String sign(JWTClaimsSet claims, @org.jspecify.annotations.Nullable String keyId) throws Exception {
        var token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(keyId).build(), claims);
        token.sign(new MACSigner("a key of my own, thirty-two bytes".getBytes(StandardCharsets.US_ASCII)));
        return token.serialize();
    }

    private static String header(String algorithm, SignedJWT token) {
        return "{\"alg\":\"" + algorithm + "\",\"kid\":\"" + token.getHeader().getKeyID() + "\"}";
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String part) {
        return new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8);
    }
}
