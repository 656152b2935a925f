package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SortKeyTest {
    @Test
    void caseAndCompatibilityFormsLieTogether() {
        assertArrayEquals(SortKey.of("readme"), SortKey.of("README"));
        assertArrayEquals(SortKey.of("straße"), SortKey.of("STRASSE"));
        assertArrayEquals(SortKey.of("ΟΔΟΣ"), SortKey.of("οδος"));
        assertArrayEquals(SortKey.of("file"), SortKey.of("ﬁle"));
    }

    @Test
    void listingsReadLikeADirectory() {
        var names = new java.util.ArrayList<>(List.of("b", "A", "a1", "C", "10", "_x", "ä", "😀"));

        names.sort((left, right) -> Arrays.compareUnsigned(SortKey.of(left), SortKey.of(right)));

        assertEquals(List.of("10", "_x", "A", "a1", "b", "C", "ä", "😀"), names);
    }

    @Test
    void aNameThatUnfoldsStillFitsAnIndex() {
        assertEquals(SortKey.MAX_LENGTH, SortKey.of("\ufdfa".repeat(85)).length);
    }

    @Test
    void theKeyOfAKeyIsTheSameForEveryCharacter() {
        for (int codePoint = ' '; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            if (Character.isDefined(codePoint) && Character.getType(codePoint) != Character.SURROGATE) {
                byte[] key = SortKey.of(Character.toString(codePoint));
                assertArrayEquals(
                        key, SortKey.of(new String(key, StandardCharsets.UTF_8)), Integer.toHexString(codePoint));
            }
        }
    }
}
