package io.oxicloud.files.zip;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Cases S-03 and S-05, from the other side: no archive of ours is one that a careful reader has to refuse. */
class EntryNamesTest {
    @ParameterizedTest
    @CsvSource({
        "plain.txt, plain.txt",
        "日本 €.txt, 日本 €.txt",
        "C:x, C_x",
        "a::$DATA, a__$DATA",
        "what?.txt, what_.txt",
        "'a<b>c\"d|e*f', a_b_c_d_e_f",
        "'..\\win.txt', .._win.txt",
        "../../evil.txt, .._.._evil.txt",
        "/abs.txt, _abs.txt",
        ".., __",
        "., _",
        "a., a_",
        "'a. .', a___",
        "CON, _CON",
        "con.txt, _con.txt",
        "'nul .tar.gz', '_nul .tar.gz'",
        "Lpt9, _Lpt9",
        "console.txt, console.txt",
        "com0, com0"
    })
    void aNameIsOneThatWindowsTakes(String name, String safe) {
        assertEquals(safe, EntryNames.safe(name));
    }

    @Test
    void noTwoNamesAreOneWhereCaseDoesNotCount() {
        var names = new EntryNames();

        assertEquals("a.txt", names.unique("a.txt", false));
        assertEquals("A (2).TXT", names.unique("A.TXT", false));
        assertEquals("a (3).txt", names.unique("a.txt", false));
        assertEquals("a (3) (2).txt", names.unique("a (3).txt", false));
        assertEquals("a_b", names.unique("a:b", false));
        assertEquals("a_b (2)", names.unique("a?b", true));
        assertEquals("x.y", names.unique("x.y", true));
        assertEquals("x.y (2)", names.unique("x.y", true));
        assertEquals(".profile", names.unique(".profile", false));
        assertEquals(".profile (2)", names.unique(".profile", false));
    }

    @Test
    void aNumberedNameIsNoLongerThanFileSystemsTake() {
        String longest = "é".repeat(125) + ".txt";
        var names = new EntryNames();
        names.unique(longest, false);

        String second = names.unique(longest, false);

        assertEquals("é".repeat(123) + " (2).txt", second);
        assertTrue(second.getBytes(StandardCharsets.UTF_8).length <= 255);
    }

    @ParameterizedTest
    @MethodSource("io.oxicloud.Seeds#all")
    void whateverTheNamesAreTheirsAreSafeAndTheirOwn(long seed) {
        var random = new Random(seed);
        var names = new EntryNames();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            String name = 'n' + Seeds.text(random, 3);

            String unique = names.unique(name, random.nextBoolean());

            assertTrue(seen.add(unique.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT)), unique);
            assertFalse(unique.matches("(?s).*[<>:\"/\\\\|?*\\x00-\\x1f].*"), unique);
            assertFalse(unique.endsWith(".") || unique.endsWith(" "), unique);
        }
    }
}
