package io.oxicloud.account;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Base64;
import java.util.Optional;

/**
 * User name and password of a Basic authorization header (RFC 7617), decoded and in NFC.
 *
 * <p>Clients do not agree on the charset. UTF-8 is what our challenge asks for; bytes that are not valid UTF-8 come from
 * clients that send the Windows charset, and those without a meaning there are ISO-8859-1. The platform's charset plays no
 * part.
 */
public record BasicCredentials(String user, Secret password) {
    /** Longest header that is read, in characters. */
    public static final int MAX_HEADER = 4_096;

    private static final String SCHEME = "Basic ";
    private static final Charset WINDOWS = Charset.forName("windows-1252");

    /** Whether a header is for this scheme at all. */
    public static boolean isBasic(String header) {
        return header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    /**
     * Reads the whole header value, scheme included.
     *
     * @throws CloudException UNAUTHENTICATED if it is too long, not Base64, or has no colon or no user
     */
    public static BasicCredentials parse(String header) {
        if (header.length() > MAX_HEADER || !isBasic(header)) {
            throw unreadable();
        }
        String pair = decode(base64(header.substring(SCHEME.length()).strip()));
        int colon = pair.indexOf(':');
        if (colon < 1) {
            throw unreadable();
        }
        return new BasicCredentials(nfc(pair.substring(0, colon)), new Secret(nfc(pair.substring(colon + 1))));
    }

    private static byte[] base64(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw unreadable();
        }
    }

    private static String decode(byte[] bytes) {
        return strictly(StandardCharsets.UTF_8, bytes)
                .or(() -> strictly(WINDOWS, bytes))
                .orElseGet(() -> new String(bytes, StandardCharsets.ISO_8859_1));
    }

    private static Optional<String> strictly(Charset charset, byte[] bytes) {
        try {
            return Optional.of(
                    charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException notThisCharset) {
            return Optional.empty();
        }
    }

    private static String nfc(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    private static CloudException unreadable() {
        return new CloudException(ErrorCode.UNAUTHENTICATED, "the Basic credentials cannot be read");
    }
}
