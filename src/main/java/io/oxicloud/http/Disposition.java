package io.oxicloud.http;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Whether a browser shows what users have stored or saves it; in either case it cannot run it: their HTML, SVG or XML must not
 * run as ours.
 */
public enum Disposition {
    /** Shows what is only to be seen or heard, and saves all else under its name. */
    BY_TYPE,
    /** Shows what cannot do harm in a sandbox, documents in PDF as well. */
    SHOW,
    /** Saves whatever it is. */
    SAVE;

    /** For caches of one user, which have to ask each time: what lies under an address changes. */
    static final String PRIVATE = "private, no-cache";

    private static final Set<String> SHOWN =
            Set.of("image/avif", "image/bmp", "image/gif", "image/jpeg", "image/png", "image/webp", "text/plain");

    private static final String PDF = "application/pdf";

    private static final String UNESCAPED = "!#$&+-.^_`|~";

    void protect(Map<String, String> headers, String mediaType, String name) {
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Content-Security-Policy", "sandbox; default-src 'none'");
        headers.put("Content-Disposition", of(mediaType, name));
    }

    /** With the name in ASCII for old clients, and as it is for all others (RFC 6266 appendix D). */
    public String of(String mediaType, String name) {
        return (shows(mediaType) ? "inline" : "attachment") + "; filename=\"" + ascii(name) + "\"; filename*=UTF-8''"
                + extended(name);
    }

    private boolean shows(String mediaType) {
        String essence = mediaType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        boolean harmless = SHOWN.contains(essence) || essence.startsWith("audio/") || essence.startsWith("video/");
        return switch (this) {
            case BY_TYPE -> harmless;
            case SHOW -> harmless || essence.equals(PDF);
            case SAVE -> false;
        };
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
}
