package io.oxicloud.web;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * Writes HTML. Every text and every attribute value passes through here and comes out escaped; there is no way to write
 * markup as text. Not thread-safe; one per page.
 */
final class Html {
    private static final Set<String> WITHOUT_CONTENT = Set.of("input", "link", "meta");

    private final StringBuilder out = new StringBuilder("<!DOCTYPE html>\n");
    private final Deque<String> open = new ArrayDeque<>();

    /** @param attributes names and values in turn; an empty value gives a bare attribute ({@code required}) */
    Html start(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]);
            if (!attributes[i + 1].isEmpty()) {
                out.append("=\"").append(escape(attributes[i + 1])).append('"');
            }
        }
        out.append('>');
        if (!WITHOUT_CONTENT.contains(tag)) {
            open.push(tag);
        }
        return this;
    }

    Html text(String text) {
        out.append(escape(text));
        return this;
    }

    Html end() {
        out.append("</").append(open.pop()).append('>');
        if (open.size() <= 2) {
            out.append('\n');
        }
        return this;
    }

    /** {@code start}, {@code text} and {@code end} in one. */
    Html element(String tag, String text, String... attributes) {
        return start(tag, attributes).text(text).end();
    }

    /** The page so far, with whatever is still open closed. */
    String finish() {
        while (!open.isEmpty()) {
            end();
        }
        return out.toString();
    }

    private static String escape(String text) {
        var escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
