package io.oxicloud.base;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashTest {
    private static final long SEED = 20260301;

    @Test
    void bytesAndHexRoundTripAndTheOrderIsThatOfUnsignedBytes() {
        var random = new Random(SEED);
        byte[] previous = new byte[Hash.LENGTH];
        for (int i = 0; i < 1_000; i++) {
            byte[] digest = new byte[Hash.LENGTH];
            random.nextBytes(digest);
            var hash = Hash.of(digest);

            assertArrayEquals(digest, hash.bytes());
            assertEquals(hash, Hash.parse(hash.hex()));
            assertEquals(hash, Hash.parse(hash.hex().toUpperCase(Locale.ROOT)));
            assertEquals(
                    Integer.signum(Arrays.compareUnsigned(digest, previous)),
                    Integer.signum(hash.compareTo(Hash.of(previous))));
            assertNotEquals(hash, Hash.of(previous));
            previous = digest;
        }
    }

    @Test
    void aDigestIsReadAndWrittenInTheMiddleOfAnArray() {
        byte[] packed = new byte[3 * Hash.LENGTH];
        new Random(SEED).nextBytes(packed);
        byte[] copy = new byte[packed.length];

        for (int i = 0; i < 3; i++) {
            var hash = Hash.of(packed, i * Hash.LENGTH);
            assertFalse(hash.isAt(copy, i * Hash.LENGTH));
            hash.writeTo(copy, i * Hash.LENGTH);
            assertTrue(hash.isAt(copy, i * Hash.LENGTH));
        }

        assertArrayEquals(packed, copy);
    }

    @Test
    void wordsHaveTheirFirstByteLowest() {
        byte[] digest = new byte[Hash.LENGTH];
        new Random(SEED).nextBytes(digest);
        int[] words = new int[Hash.LENGTH / 4];
        ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);

        assertEquals(Hash.of(digest), Hash.ofWords(words));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "zz00000000000000000000000000000000000000000000000000000000000000"})
    void anythingButSixtyFourDigitsIsInvalidInput(String text) {
        assertEquals(
                ErrorCode.INVALID_INPUT,
                assertThrows(CloudException.class, () -> Hash.parse(text)).code());
    }
}
