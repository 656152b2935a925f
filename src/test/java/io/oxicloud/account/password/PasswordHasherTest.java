package io.oxicloud.account.password;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import java.security.SecureRandom;
import java.text.Normalizer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordHasherTest {
    private static final HashSettings CHEAP = new HashSettings(8, 1, 1, 2, 4);

    private final PasswordHasher hasher = new PasswordHasher(CHEAP, new SecureRandom());

    @Test
    void aHashIsAPhcStringWithTheSettingsInIt() {
        String hash = new PasswordHasher(new HashSettings(64, 2, 4, 1, 0), new SecureRandom())
                .hash(new Secret("correct horse"));

        assertTrue(hash.matches("\\$argon2id\\$v=19\\$m=64,t=2,p=4\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}"), hash);
    }

    @Test
    void theDefaultsAreThoseOfTheContract() {
        assertEquals(new HashSettings(65_536, 3, 2, 2, 64), HashSettings.DEFAULTS);
    }

    @Test
    void aHashOfTheReferenceImplementationVerifiesWithItsOwnParameters() {
        // argon2 somesalt -id -t 2 -m 16 -p 1, password "password"
        String stored = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";

        assertTrue(verify(new Secret("password"), stored));
        assertFalse(verify(new Secret("Password"), stored));
    }

    @Test
    void onePasswordHasManyHashes() {
        String one = hasher.hash(new Secret("correct horse"));
        String other = hasher.hash(new Secret("correct horse"));

        assertNotEquals(one, other);
        assertTrue(verify(new Secret("correct horse"), one));
        assertTrue(verify(new Secret("correct horse"), other));
        assertFalse(verify(new Secret("correct hors"), one));
    }

    @Test
    void composedAndDecomposedLettersAreOnePassword() {
        String composed = Normalizer.normalize("pässwörd€", Normalizer.Form.NFC);
        String decomposed = Normalizer.normalize("pässwörd€", Normalizer.Form.NFD);
        assertNotEquals(composed, decomposed);

        assertTrue(verify(new Secret(decomposed), hasher.hash(new Secret(composed))));
        assertTrue(verify(new Secret(composed), hasher.hash(new Secret(decomposed))));
    }

    @Test
    void nobodyCostsAsMuchAsSomebodyAndIsNeverRight() {
        assertFalse(verify(new Secret("correct horse"), null));
        assertEquals(1, hasher.computed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1234567", "half \ud83d of a pair"})
    void aNewPasswordMustBeTextOfEightBytes(String password) {
        var refusal = assertThrows(CloudException.class, () -> hasher.hash(new Secret(password)));

        assertEquals(ErrorCode.INVALID_INPUT, refusal.code());
        assertTrue(refusal.message().startsWith("password: "), refusal.message());
        assertEquals(0, hasher.computed());
    }

    @Test
    void aPasswordHasAnEnd() {
        assertTrue(verify(new Secret("x".repeat(1_024)), hasher.hash(new Secret("x".repeat(1_024)))));
        assertThrows(CloudException.class, () -> hasher.hash(new Secret("x".repeat(1_025))));
        assertThrows(CloudException.class, () -> hasher.hash(new Secret("ä".repeat(513))));
        assertFalse(verify(new Secret("x".repeat(1_000_000)), hasher.hash(new Secret("correct horse"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "correct horse",
                "$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "$argon2id$v=16$m=64,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "$argon2id$v=19$m=9999999,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "$argon2id$v=19$m=64,t=0,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "$argon2id$v=19$m=8,t=1,p=2$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$short",
            })
    void whatIsNoHashOfOursIsNotComputed(String stored) {
        var refusal = assertThrows(CloudException.class, () -> verify(new Secret("correct horse"), stored));

        assertEquals(ErrorCode.CORRUPT_CONTENT, refusal.code());
        assertEquals(0, hasher.computed());
    }

    @Test
    void parametersOutOfReasonAreRefusedByTheirNames() {
        refused("HASH_MEMORY_COST", () -> new HashSettings(15, 1, 2, 1, 0));
        refused("HASH_MEMORY_COST", () -> new HashSettings(1_048_577, 1, 1, 1, 0));
        refused("HASH_TIME_COST", () -> new HashSettings(64, 0, 1, 1, 0));
        refused("HASH_PARALLELISM", () -> new HashSettings(64, 1, 17, 1, 0));
        refused("HASH_CONCURRENCY", () -> new HashSettings(64, 1, 1, 0, 0));
        refused("HASH_WAITING", () -> new HashSettings(64, 1, 1, 1, -1));
    }

    private static void refused(String key, Runnable making) {
        var refusal = assertThrows(IllegalArgumentException.class, making::run);
        assertTrue(String.valueOf(refusal.getMessage()).startsWith(key + " must be"), refusal.toString());
    }

    private boolean verify(Secret password, @Nullable String stored) {
        return hasher.verify(password, stored, "192.0.2.1");
    }
}
