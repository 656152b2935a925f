package io.oxicloud.account;

import static io.oxicloud.account.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.ErrorCode;
import java.text.Normalizer;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** User names, e-mail addresses, group names and what people type to sign in. */
class NamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"ab", "Anna", "anna.muster", "a-b_c", "_a", "a_", "42", "a..b"})
    void theseAreUserNames(String name) {
        assertEquals(name, Username.parse(name).text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", ".ab", "ab.", "-ab", "ab-", "a b", "jörg", "a@b", "a/b", "a\u0000b", "аnna"})
    void theseAreNot(String name) {
        var refusal = refused(ErrorCode.INVALID_INPUT, () -> Username.parse(name));

        assertTrue(refusal.message().startsWith("username: "));
    }

    @Test
    void aUserNameHasAtMost64Characters() {
        assertEquals("a".repeat(64), Username.parse("a".repeat(64)).key());
        refused(ErrorCode.INVALID_INPUT, () -> Username.parse("a".repeat(65)));
    }

    @Test
    void lettersCountWithoutTheirCaseWhateverTheLanguage() {
        assertEquals("istanbul", Username.parse("ISTANBUL").key());
        assertEquals("istanbul", GroupName.parse("ISTANBUL").key());
    }

    @ParameterizedTest
    @CsvSource({
        "Anna@Example.COM, anna@example.com",
        "a.b+c@example.org, a.b+c@example.org",
        "anna@müller.example, anna@xn--mller-kva.example",
        "ANNA@XN--MLLER-KVA.example, anna@xn--mller-kva.example",
        "' anna@example.com ', anna@example.com",
        "o/n=a@example.com, o/n=a@example.com"
    })
    void theseAreAddressesAndTheirKeys(String address, String key) {
        assertEquals(key, EmailAddress.parse(address).key());
        assertEquals(address.strip(), EmailAddress.parse(address).text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "anna",
                "@example.com",
                "anna@",
                "anna@example",
                "anna@.example",
                "anna@example.",
                "a@b@example.com",
                "a b@example.com",
                "anna@exam ple.com",
                "<anna@example.com>",
                "anna@example.com;b@example.com",
                "an\"na@example.com",
                "an'na@example.com",
                "an\\na@example.com",
                "an(na)@example.com",
                "a\u0000@example.com",
                "a\r\n@example.com",
                "a@example..com",
                "a\ud800@example.com",
                "a,b@example.com"
            })
    void theseAreNoAddresses(String address) {
        var refusal = refused(ErrorCode.INVALID_INPUT, () -> EmailAddress.parse(address));

        assertTrue(refusal.message().startsWith("email: "), refusal.message());
    }

    @Test
    void anAddressHasAtMost254CharactersAlsoInItsAsciiForm() {
        String tail = "@example.com";
        EmailAddress.parse("a".repeat(254 - tail.length()) + tail);
        refused(ErrorCode.INVALID_INPUT, () -> EmailAddress.parse("a".repeat(255 - tail.length()) + tail));
        String wide = "ü".repeat(50) + ".";
        refused(ErrorCode.INVALID_INPUT, () -> EmailAddress.parse("a".repeat(20) + "@" + wide.repeat(4) + "example"));
    }

    @Test
    void composedAndDecomposedAddressesAreOne() {
        String address = "jörg@müller.example";

        assertEquals(
                EmailAddress.parse(Normalizer.normalize(address, Normalizer.Form.NFC)),
                EmailAddress.parse(Normalizer.normalize(address, Normalizer.Form.NFD)));
    }

    @Test
    void whatIsTypedIsAnAddressIfItHasAnAtAndElseAName() {
        assertEquals(Optional.of(new LoginName(false, "anna")), LoginName.parse(" ANNA "));
        assertEquals(Optional.of(new LoginName(true, "anna@example.com")), LoginName.parse("Anna@Example.com"));
        assertEquals(Optional.empty(), LoginName.parse("*)(uid=*"));
        assertEquals(Optional.empty(), LoginName.parse("@"));
        assertEquals(Optional.empty(), LoginName.parse("a".repeat(100_000)));
    }

    @Test
    void whatIsTypedGoesToCountersInAFormThatEveryDatabaseTakes() {
        assertEquals("anna", LoginName.folded(" Anna "));
        assertEquals("?", LoginName.folded("a\u0000b"));
        assertEquals("?", LoginName.folded("\udc00"));
        assertEquals("?", LoginName.folded("a".repeat(255)));
    }
}
