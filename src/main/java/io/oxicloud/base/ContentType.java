package io.oxicloud.base;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a Content-Type header may say (RFC 9110 section 8.3): whatever is of this type can be put on the wire as it is.
 *
 * @param essence the type without its parameters, in lower case
 * @param parameters from their semicolon on; empty for none
 */
public record ContentType(String essence, String parameters) {
    /** Characters; a longer one is none. */
    public static final int LONGEST = 255;

    private static final String TOKEN = "[A-Za-z0-9!#$&^_.+-]++";

    // no line ends among the blanks: what is kept here becomes a header again
    private static final Pattern FORM = Pattern.compile("(?<essence>" + TOKEN + "/" + TOKEN
            + ")(?<parameters>(?:[ \\t]*+;[ \\t]*+" + TOKEN + "=(?:" + TOKEN + "|\"[ !#-\\[\\]-~]*+\"))*+)");

    /** Null for what is none, however it was come by. */
    public static @Nullable ContentType parse(@Nullable String text) {
        if (text == null || text.length() > 2 * LONGEST) {
            return null;
        }
        var form = FORM.matcher(text.strip());
        if (!form.matches() || form.end() > LONGEST) {
            return null;
        }
        return new ContentType(form.group("essence").toLowerCase(Locale.ROOT), form.group("parameters"));
    }

    /** As it is written. */
    @Override
    public String toString() {
        return essence + parameters;
    }
}
