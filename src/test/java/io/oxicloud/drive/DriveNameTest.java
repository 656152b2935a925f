package io.oxicloud.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriveNameTest {
    @Test
    void namesAreComposedAndWithoutBlankEnds() {
        assertEquals("Equipo Diseño", DriveName.of("  Equipo Disen\u0303o \t"));
    }

    @Test
    void whatIsAllowedStaysAsItIs() {
        assertEquals("@drive 2026 \uD83D\uDCC1", DriveName.of("@drive 2026 \uD83D\uDCC1"));
        assertEquals(255, DriveName.of("x".repeat(255)).length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", ".", "..", "a/b", "a\\b", "a\u0000b", "a\nb", "\uD800", "x\uDC00", "a\uFFFE"})
    void whatNoPathCanCarryIsRefused(String name) {
        CloudException refused = assertThrows(CloudException.class, () -> DriveName.of(name));

        assertEquals(ErrorCode.INVALID_INPUT, refused.code());
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 1_000_000})
    void whatIsTooLongIsRefused(int length) {
        assertThrows(CloudException.class, () -> DriveName.of("x".repeat(length)));
        assertThrows(CloudException.class, () -> DriveName.of("\u00e9".repeat(length / 2)));
    }
}
