package io.oxicloud.dav.xml;

import org.jspecify.annotations.Nullable;

/** Writes an element down again, so that a parser finds the same in it wherever it stands. */
final class Markup {
    private final StringBuilder markup = new StringBuilder();

    /** With the namespaces and the language that the outer elements gave it. */
    static String of(XmlElement element) {
        var writer = new Markup();
        writer.start(element);
        XmlScope.bindings(element.scope()).forEach(writer::declaration);
        String language = element.language();
        if (language != null && element.attributes().stream().noneMatch(XmlAttribute::isLanguage)) {
            writer.attribute("xml", "lang", language);
        }
        writer.rest(element);
        return writer.markup.toString();
    }

    private void inner(XmlElement element, @Nullable XmlScope around) {
        start(element);
        for (XmlScope each = element.scope(); each != null && each != around; each = each.outer) {
            declaration(each.prefix, each.uri);
        }
        rest(element);
    }

    private void start(XmlElement element) {
        name(element.prefix(), element.name().local(), '<');
    }

    private void declaration(String prefix, String uri) {
        if (prefix.isEmpty()) {
            attribute("", "xmlns", uri);
        } else {
            attribute("xmlns", prefix, uri);
        }
    }

    private void rest(XmlElement element) {
        for (XmlAttribute each : element.attributes()) {
            attribute(each.prefix(), each.name().local(), each.value());
        }
        if (element.content().isEmpty()) {
            markup.append("/>");
            return;
        }
        markup.append('>');
        for (XmlContent each : element.content()) {
            if (each instanceof XmlContent.Text text) {
                text(markup, text.characters());
            } else if (each instanceof XmlElement child) {
                inner(child, element.scope());
            }
        }
        markup.append("</");
        name(element.prefix(), element.name().local(), '\0');
        markup.append('>');
    }

    private void attribute(String prefix, String local, String value) {
        name(prefix, local, ' ');
        markup.append("=\"");
        attribute(markup, value);
        markup.append('"');
    }

    private void name(String prefix, String local, char before) {
        if (before != '\0') {
            markup.append(before);
        }
        if (!prefix.isEmpty()) {
            markup.append(prefix).append(':');
        }
        markup.append(local);
    }

    /** What a parser would change in a value it would change in the characters as well: ends of lines, for one. */
    static void attribute(StringBuilder markup, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> markup.append("&quot;");
                case '\t' -> markup.append("&#9;");
                case '\n' -> markup.append("&#10;");
                default -> character(markup, c);
            }
        }
    }

    private static void text(StringBuilder markup, String characters) {
        for (int i = 0; i < characters.length(); i++) {
            character(markup, characters.charAt(i));
        }
    }

    private static void character(StringBuilder markup, char c) {
        switch (c) {
            case '&' -> markup.append("&amp;");
            case '<' -> markup.append("&lt;");
            case '>' -> markup.append("&gt;");
            case '\r' -> markup.append("&#13;");
            default -> markup.append(c);
        }
    }
}
