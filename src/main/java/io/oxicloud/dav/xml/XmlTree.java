package io.oxicloud.dav.xml;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Makes elements of what a parser reports. For one document. */
final class XmlTree {
    static final int MAX_DEPTH = 64;
    static final int MAX_ATTRIBUTES = 100;
    static final int MAX_ELEMENTS = 20_000;

    private final XMLStreamReader reader;
    private final Deque<Open> open = new ArrayDeque<>();
    private int elements;

    /** An element whose end has not come yet. */
    private static final class Open {
        final XmlName name;
        final String prefix;
        final List<XmlAttribute> attributes = new ArrayList<>();
        final List<XmlContent> content = new ArrayList<>();
        final StringBuilder text = new StringBuilder();

        @Nullable
        XmlScope scope;

        @Nullable
        String language;

        Open(XmlName name, String prefix, @Nullable Open outer) {
            this.name = name;
            this.prefix = prefix;
            scope = outer == null ? null : outer.scope;
            language = outer == null ? null : outer.language;
        }

        void add(XmlElement child) {
            endText();
            content.add(child);
        }

        XmlElement end() {
            endText();
            return new XmlElement(name, prefix, attributes, scope, language, content);
        }

        private void endText() {
            if (text.length() > 0) {
                content.add(new XmlContent.Text(text.toString()));
                text.setLength(0);
            }
        }
    }

    XmlTree(XMLStreamReader reader) {
        this.reader = reader;
    }

    XmlElement read() throws XMLStreamException {
        String version = reader.getVersion();
        if (version != null && !version.equals("1.0")) {
            // 1.1 has characters that the answers, being 1.0, cannot give back
            throw refused("the body must be XML 1.0");
        }
        XmlElement root = null;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> start();
                case XMLStreamConstants.END_ELEMENT -> root = end();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> text();
                case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
                    throw refused("the body must not declare a document type");
                default -> {
                    // comments and processing instructions mean nothing here
                }
            }
        }
        if (root == null) {
            throw refused("the body has no element");
        }
        return root;
    }

    private void start() {
        if (++elements > MAX_ELEMENTS) {
            throw new CloudException(ErrorCode.TOO_LARGE, "an XML body has at most " + MAX_ELEMENTS + " elements");
        }
        if (open.size() >= MAX_DEPTH) {
            throw refused("elements lie within each other at most " + MAX_DEPTH + " deep");
        }
        if (reader.getAttributeCount() + reader.getNamespaceCount() > MAX_ATTRIBUTES) {
            throw refused("an element has at most " + MAX_ATTRIBUTES + " attributes");
        }
        var name = new XmlName(orEmpty(reader.getNamespaceURI()), reader.getLocalName());
        var element = new Open(name, orEmpty(reader.getPrefix()), open.peek());
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            declare(element, orEmpty(reader.getNamespacePrefix(i)), orEmpty(reader.getNamespaceURI(i)));
        }
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            attribute(element, i);
        }
        open.push(element);
    }

    private static void declare(Open element, String prefix, String uri) {
        if (!prefix.isEmpty() && uri.isEmpty()) {
            throw refused("a prefix cannot stand for no namespace");
        }
        if (!prefix.equals("xml")) {
            element.scope = new XmlScope(element.scope, prefix, uri);
        }
    }

    private void attribute(Open element, int i) {
        var name = new XmlName(orEmpty(reader.getAttributeNamespace(i)), reader.getAttributeLocalName(i));
        var attribute = new XmlAttribute(name, orEmpty(reader.getAttributePrefix(i)), reader.getAttributeValue(i));
        element.attributes.add(attribute);
        if (attribute.isLanguage()) {
            element.language = attribute.value();
        }
    }

    private void text() {
        Open element = open.peek();
        if (element != null) {
            element.text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
        }
    }

    private XmlElement end() {
        XmlElement element = open.pop().end();
        Open outer = open.peek();
        if (outer != null) {
            outer.add(element);
        }
        return element;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static CloudException refused(String why) {
        return new CloudException(ErrorCode.INVALID_INPUT, why);
    }
}
