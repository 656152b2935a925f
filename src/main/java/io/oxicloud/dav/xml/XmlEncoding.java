package io.oxicloud.dav.xml;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes text of the bytes of a document (XML 1.0 section 4.3.3 and appendix F.1): by its byte order mark, by how its first
 * bracket looks, or as it declares itself.
 *
 * <p>The parser could do the same, but the JDK's prints on the console of the server what it thinks of bytes that are no
 * characters, whatever one says to it.
 */
final class XmlEncoding {
    private static final int LONGEST_DECLARATION = 256;
    private static final char BYTE_ORDER_MARK = '\ufeff';
    private static final Pattern DECLARED = Pattern.compile("<\\?xml\\s[^>]*?\\sencoding\\s*=\\s*[\"']([^\"'>]*)[\"']");

    /** @throws CloudException INVALID_INPUT if the encoding is not known, or the bytes are not of it */
    static String decode(byte[] document) {
        try {
            String text = charset(document)
                    .newDecoder()
                    .decode(ByteBuffer.wrap(document))
                    .toString();
            return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the body is not in the encoding that it says", e);
        }
    }

    private static Charset charset(byte[] document) {
        int first = document.length < 2 ? 0 : ((document[0] & 0xFF) << 8) | (document[1] & 0xFF);
        return switch (first) {
            case 0xFEFF, '<' -> StandardCharsets.UTF_16BE;
            case 0xFFFE, '<' << 8 -> StandardCharsets.UTF_16LE;
            default -> declared(document);
        };
    }

    /** A declaration that could be read byte by byte is not of an encoding with wider characters. */
    private static Charset declared(byte[] document) {
        int length = Math.min(document.length, LONGEST_DECLARATION);
        Matcher declaration = DECLARED.matcher(new String(document, 0, length, StandardCharsets.ISO_8859_1));
        if (!declaration.lookingAt()) {
            return StandardCharsets.UTF_8;
        }
        try {
            Charset named = Charset.forName(declaration.group(1));
            if ("<?".equals(new String(new byte[] {'<', '?'}, named))) {
                return named;
            }
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the body is in an encoding that is not known here", e);
        }
        throw new CloudException(ErrorCode.INVALID_INPUT, "the body is not in the encoding that it says");
    }

    private XmlEncoding() {}
}
