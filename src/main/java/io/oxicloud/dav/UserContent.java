package io.oxicloud.dav;

import io.oxicloud.files.Node;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Headers under which a browser cannot run what users have stored: their HTML, SVG or XML must not run as ours. It shows what
 * is only to be seen or heard, and saves all else under its name.
 */
final class UserContent {
    private static final Set<String> SHOWN =
            Set.of("image/avif", "image/bmp", "image/gif", "image/jpeg", "image/png", "image/webp", "text/plain");

    private static final String UNESCAPED = "!#$&+-.^_`|~";

    static void protect(DavResponse response, Node file) {
        response.header("X-Content-Type-Options", "nosniff");
        response.header("Content-Security-Policy", "sandbox; default-src 'none'");
        response.header("Content-Disposition", disposition(file.mediaType(), file.name()));
        response.header("Cache-Control", "private, no-cache");
    }

    /** With the name in ASCII for old clients, and as it is for all others (RFC 6266 appendix D). */
    static String disposition(@Nullable String mediaType, String name) {
        String essence = String.valueOf(mediaType).split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        boolean shown = SHOWN.contains(essence) || essence.startsWith("audio/") || essence.startsWith("video/");
        return (shown ? "inline" : "attachment") + "; filename=\"" + ascii(name) + "\"; filename*=UTF-8''"
                + extended(name);
    }

    private static String ascii(String name) {
        var text = new StringBuilder();
        name.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                text.append('\\');
            }
            text.append(c < ' ' || c > '~' ? '_' : (char) c);
        });
        return text.toString();
    }

    /** RFC 8187 section 3.2. */
    private static String extended(String name) {
        var text = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || UNESCAPED.indexOf(c) >= 0)) {
                text.append(c);
            } else {
                text.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return text.toString();
    }

    private UserContent() {}
}
