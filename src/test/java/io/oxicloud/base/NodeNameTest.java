package io.oxicloud.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.Seeds;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeNameTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                " leading and trailing ",
                "...",
                ".hidden",
                "a+b%20#?&;:*|<>\"'",
                "@drive",
                "日本.txt",
                "😀",
                "C:x",
                "CON",
                "a::$DATA"
            })
    void whatEveryProtocolCanCarryIsKeptAsItIs(String name) {
        assertEquals(name, NodeName.of(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "a/b",
                "/",
                "a\\b",
                "a\0b",
                "a\nb",
                "\t",
                "a\u007f",
                "a\u0085",
                "\ud800",
                "a\udc00b",
                "a\ufffe",
                "\uffff"
            })
    void whatSomeClientOrDatabaseCannotCarryIsRefused(String name) {
        var thrown = assertThrows(CloudException.class, () -> NodeName.of(name));

        assertEquals(ErrorCode.INVALID_INPUT, thrown.code());
    }

    @Test
    void bothFormsOfOneNameAreOneName() {
        assertEquals("\u00e4.txt", NodeName.of("a\u0308.txt"));
        assertEquals("\u00e4.txt", NodeName.of("\u00e4.txt"));
    }

    @Test
    void lengthIsCountedInStoredBytes() {
        assertEquals(255, NodeName.of("x".repeat(255)).length());
        assertThrows(CloudException.class, () -> NodeName.of("x".repeat(256)));
        assertEquals(85, NodeName.of("語".repeat(85)).length());
        assertThrows(CloudException.class, () -> NodeName.of("語".repeat(86)));
        // 3 × 127 bytes as given, 2 × 127 as stored
        assertEquals(127, NodeName.of("a\u0308".repeat(127)).length());
        assertThrows(CloudException.class, () -> NodeName.of("a\u0308".repeat(1 << 20)));
    }

    @ParameterizedTest
    @MethodSource("io.oxicloud.Seeds#all")
    void anyTextIsRefusedOrBecomesAStableName(long seed) {
        String given = Seeds.text(new Random(seed), 300);
        String name;
        try {
            name = NodeName.of(given);
        } catch (CloudException refused) {
            assertEquals(ErrorCode.INVALID_INPUT, refused.code());
            return;
        }

        assertEquals(name, NodeName.of(name));
        assertTrue(Normalizer.isNormalized(name, Normalizer.Form.NFC));
        byte[] stored = name.getBytes(StandardCharsets.UTF_8);
        assertTrue(stored.length <= NodeName.MAX_LENGTH);
        assertEquals(name, new String(stored, StandardCharsets.UTF_8));
    }
}
