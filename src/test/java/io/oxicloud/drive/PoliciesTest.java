package io.oxicloud.drive;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoliciesTest {
    private static final DriveId DRIVE = new DriveId(new UUID(0, 1));
    private static final Actor JOB = new Actor.Job("trash.purge");

    @ParameterizedTest
    @EnumSource
    void everyPolicyIsOffUntilSet(Policy policy) {
        assertFalse(Policies.NONE.has(policy));
        assertTrue(Policies.NONE.merge(Map.of(policy.key(), true)).has(policy));
    }

    @Test
    void keysAreThoseOfTheContract() {
        assertEquals("forbid_cross_drive_move", Policy.FORBID_CROSS_DRIVE_MOVE.key());
        assertEquals("read_only", Policy.READ_ONLY.key());
    }

    @Test
    void whatIsNotNamedStaysAndNullTakesAway() {
        var before = new Policies(Map.of("read_only", true, "forbid_sharing", true));
        Map<String, @Nullable Boolean> patch = new HashMap<>();
        patch.put("read_only", null);
        patch.put("forbid_public_links", false);

        Policies after = before.merge(patch);

        assertEquals(Map.of("forbid_sharing", true, "forbid_public_links", false), after.values());
    }

    @Test
    void unknownKeysSurviveStorage() {
        Policies policies = Policies.NONE.merge(Map.of("of_a_later_version", true, "read_only", false));

        assertEquals(policies, Policies.decode(policies.encoded()));
        assertEquals(Policies.NONE, Policies.decode(Policies.NONE.encoded()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "a b", "a=b", "1a", "a\u0000", "\u00e9"})
    void aKeyThatWouldNotSurviveStorageIsRefused(String key) {
        CloudException refused = assertThrows(CloudException.class, () -> Policies.NONE.merge(Map.of(key, true)));

        assertEquals(ErrorCode.INVALID_INPUT, refused.code());
    }

    @Test
    void thereIsAnEndToKeys() {
        Map<String, @Nullable Boolean> many = new HashMap<>();
        for (int i = 0; i < 65; i++) {
            many.put("k" + i, true);
        }

        CloudException refused = assertThrows(CloudException.class, () -> Policies.NONE.merge(many));

        assertEquals(ErrorCode.INVALID_INPUT, refused.code());
    }

    @Test
    void aSetPolicyRefusesEverybodyAndNamesItself() {
        var frozen = new Policies(Map.of("read_only", true));

        CloudException refused = assertThrows(CloudException.class, () -> frozen.refuse(Policy.READ_ONLY, JOB, DRIVE));

        assertEquals(ErrorCode.NOT_ALLOWED_HERE, refused.code());
        assertTrue(refused.message().contains("read_only"));
        assertDoesNotThrow(() -> frozen.refuse(Policy.FORBID_SHARING, JOB, DRIVE));
    }
}
