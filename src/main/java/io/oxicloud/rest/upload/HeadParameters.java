package io.oxicloud.rest.upload;

import java.util.ArrayList;
import java.util.List;

/**
 * The parameters of a Content-Disposition, read once from left to right: whoever sends one decides how long it is, so nothing here
 * calls itself or looks back.
 */
final class HeadParameters {
    /** @param value what the client means by it, its escapes taken away */
    record Parameter(String key, String value) {}

    private final String text;
    private final List<Parameter> found = new ArrayList<>();
    private int at;

    private HeadParameters(String text) {
        this.text = text;
    }

    static List<Parameter> of(String disposition) {
        var reader = new HeadParameters(disposition);
        while (reader.toNext()) {
            reader.parameter();
        }
        return reader.found;
    }

    /** Behind the next semicolon. */
    private boolean toNext() {
        int semicolon = text.indexOf(';', at);
        at = semicolon + 1;
        return semicolon >= 0;
    }

    private void parameter() {
        String key = upTo("=;\"").strip();
        if (at == text.length() || text.charAt(at) != '=') {
            return;
        }
        at++;
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
        if (at < text.length() && text.charAt(at) == '"') {
            at++;
            found.add(new Parameter(key, unescaped(quoted())));
        } else {
            found.add(new Parameter(key, upTo(";").strip()));
        }
    }

    private String upTo(String ends) {
        int begin = at;
        while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(begin, at);
    }

    /** Up to the quotation mark that has no backslash before it; up to the end if there is none. */
    private String quoted() {
        int begin = at;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.startsWith("\\\"", at) ? 2 : 1;
        }
        int end = at;
        at = Math.min(text.length(), at + 1);
        return text.substring(begin, end);
    }

    /** Browsers write what would end the text in percent signs; others put a backslash before a quotation mark. */
    private static String unescaped(String text) {
        return text.replace("\\\"", "\"")
                .replace("%22", "\"")
                .replace("%0D", "\r")
                .replace("%0A", "\n");
    }
}
