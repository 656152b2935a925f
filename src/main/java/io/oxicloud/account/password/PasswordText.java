package io.oxicloud.account.password;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Optional;

/**
 * The bytes a password is hashed as: NFC, then UTF-8, so that a composed and a decomposed umlaut are one password on every
 * client (RFC 8265 section 4.2.1 asks the same). Every hash and every comparison goes through here.
 */
final class PasswordText {
    /** Longer ones are refused, so that nobody can make a hash dear by length. */
    static final int MAX_BYTES = 1_024;

    private PasswordText() {}

    /** Empty for text that has no bytes of its own (half a surrogate pair) or too many. */
    static Optional<byte[]> bytes(String password) {
        if (password.length() > MAX_BYTES) {
            return Optional.empty();
        }
        try {
            ByteBuffer utf8 = StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(Normalizer.normalize(password, Normalizer.Form.NFC)));
            byte[] bytes = new byte[utf8.remaining()];
            utf8.get(bytes);
            return bytes.length > MAX_BYTES ? Optional.empty() : Optional.of(bytes);
        } catch (CharacterCodingException halfSurrogate) {
            return Optional.empty();
        }
    }
}
