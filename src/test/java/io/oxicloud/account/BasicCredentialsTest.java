package io.oxicloud.account;

import static io.oxicloud.account.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BasicCredentialsTest {
    private static final Charset WINDOWS = Charset.forName("windows-1252");

    @Test
    void caseA01UmlautsAreReadWhateverTheClientSends() {
        var expected = new BasicCredentials("anna", new Secret("pässwörd€"));
        assertEquals(expected, parsed("anna:pässwörd€", StandardCharsets.UTF_8));
        assertEquals(expected, parsed("anna:pässwörd€", WINDOWS));
        assertEquals(
                new BasicCredentials("anna", new Secret("pässwörd")),
                parsed("anna:pässwörd", StandardCharsets.ISO_8859_1));
        assertEquals(new BasicCredentials("jörg", new Secret("x")), parsed("jörg:x", StandardCharsets.UTF_8));
        assertEquals(new BasicCredentials("jörg", new Secret("x")), parsed("jörg:x", StandardCharsets.ISO_8859_1));
        assertEquals(
                expected, parsed(Normalizer.normalize("anna:pässwörd€", Normalizer.Form.NFD), StandardCharsets.UTF_8));
        assertEquals(
                new BasicCredentials("anna", new Secret("pass:word:")),
                parsed("anna:pass:word:", StandardCharsets.UTF_8));
    }

    @Test
    void bytesWithoutAMeaningOnWindowsAreLatin1() {
        assertEquals(
                new BasicCredentials("anna", new Secret("ä\u0081")),
                BasicCredentials.parse(header(new byte[] {'a', 'n', 'n', 'a', ':', (byte) 0xe4, (byte) 0x81})));
    }

    @Test
    void anEmptyPasswordIsAPasswordAndTheSchemeHasNoCase() {
        assertEquals(new BasicCredentials("anna", new Secret("")), parsed("anna:", StandardCharsets.UTF_8));
        assertTrue(BasicCredentials.isBasic("bAsIc YTpi"));
        assertEquals(new BasicCredentials("a", new Secret("b")), BasicCredentials.parse("bAsIc   YTpi  "));
        assertFalse(BasicCredentials.isBasic("Bearer x"));
        assertFalse(BasicCredentials.isBasic("Basic"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Basic ", "Basic YW5uYQ==", "Basic OnB3", "Basic %%%%", "Basic YTpi YTpi", "Bearer YTpi", "Basic"
            })
    void whatCannotBeReadIsRefusedLikeWrongCredentials(String header) {
        refused(ErrorCode.UNAUTHENTICATED, () -> BasicCredentials.parse(header));
    }

    @Test
    void aHeaderHasAnEnd() {
        String fits = "Basic "
                + Base64.getEncoder().encodeToString(("a:" + "x".repeat(3_000)).getBytes(StandardCharsets.UTF_8));
        assertEquals(3_000, BasicCredentials.parse(fits).password().reveal().length());
        String tooLong = "Basic " + "YTpi".repeat(1_024);
        refused(ErrorCode.UNAUTHENTICATED, () -> BasicCredentials.parse(tooLong));
    }

    @Test
    void thePasswordIsNotPrinted() {
        assertFalse(parsed("anna:hunter22", StandardCharsets.UTF_8).toString().contains("hunter22"));
        assertFalse(new PasswordLogin("anna", new Secret("hunter22")).toString().contains("hunter22"));
        assertFalse(NewUser.of("anna", "a@example.com", new Secret("hunter22"))
                .toString()
                .contains("hunter22"));
    }

    private static BasicCredentials parsed(String pair, Charset charset) {
        return BasicCredentials.parse(header(pair.getBytes(charset)));
    }

    private static String header(byte[] pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }
}
