package io.oxicloud.benchmarks;

import io.oxicloud.files.DeadProperty;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Before: for each row the properties that are there, that are missing, and those of clients' own are put into lists, dates and
 * tags come from formatters, and the lists are written with the JDK's writer.
 */
final class ListedXml implements XmlArm {
    private static final String DAV = "DAV:";
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final String LITERAL = "-._~!$&'()*+,;=:@";

    private final XMLOutputFactory factory = XMLOutputFactory.newDefaultFactory();
    private final PropfindCorpus corpus;
    private final boolean all;

    ListedXml(PropfindCorpus corpus, boolean all) {
        this.corpus = corpus;
        this.all = all;
    }

    @Override
    public String name() {
        return "before";
    }

    @Override
    public void write(OutputStream out) throws IOException {
        try {
            XMLStreamWriter xml = factory.createXMLStreamWriter(out, "UTF-8");
            xml.writeStartDocument("utf-8", "1.0");
            xml.setPrefix("D", DAV);
            xml.writeStartElement(DAV, "multistatus");
            xml.writeNamespace("D", DAV);
            for (Node node : corpus.nodes) {
                response(xml, node);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.flush();
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
    }

    private void response(XMLStreamWriter xml, Node node) throws XMLStreamException {
        List<Property> found = new ArrayList<>();
        List<Property> missing = new ArrayList<>();
        List<Property> dead = new ArrayList<>();
        if (all) {
            everything(node, found);
            for (DeadProperty each : corpus.dead.getOrDefault(node, List.of())) {
                String markup = each.markup();
                String escaped = markup.substring(markup.indexOf('>') + 1, markup.lastIndexOf('<'));
                dead.add(property(each.name().namespace(), each.name().name(), escaped.replace("&amp;", "&")));
            }
        } else {
            named(node, found);
            missing.add(property("http://owncloud.org/ns", "fileid", ""));
        }
        xml.writeStartElement(DAV, "response");
        element(xml, "href", "/webdav/Photos/2026%20&%20before/" + encoded(node.name()) + (node.folder() ? "/" : ""));
        found.addAll(dead);
        propstat(xml, found, "HTTP/1.1 200 OK");
        if (!missing.isEmpty()) {
            propstat(xml, missing, "HTTP/1.1 404 Not Found");
        }
        xml.writeEndElement();
    }

    private static void named(Node node, List<Property> found) {
        found.add(type(node));
        found.add(property("displayname", shown(node.name())));
        found.add(property("getcontenttype", contentType(node)));
        found.add(property("getcontentlength", String.format(Locale.ROOT, "%d", node.size())));
        found.add(property("getlastmodified", HTTP_DATE.format(node.modified())));
        found.add(property("getetag", etag(node)));
        found.add(property("lockdiscovery", ""));
    }

    private static void everything(Node node, List<Property> found) {
        found.add(type(node));
        found.add(property("displayname", shown(node.name())));
        found.add(property("creationdate", DateTimeFormatter.ISO_INSTANT.format(seconds(node.created()))));
        found.add(property("getlastmodified", HTTP_DATE.format(node.modified())));
        found.add(property("getetag", etag(node)));
        found.add(property("getcontentlength", String.format(Locale.ROOT, "%d", node.size())));
        found.add(property("getcontenttype", contentType(node)));
        found.add(property("lockdiscovery", ""));
        found.add(new Property(DAV, "supportedlock", "", List.of("exclusive", "shared")));
        if (node.folder()) {
            Long available = PropfindCorpus.SPACE.available();
            found.add(property("quota-used-bytes", Long.toString(PropfindCorpus.SPACE.used())));
            found.add(property("quota-available-bytes", String.valueOf(available)));
        }
    }

    private static Instant seconds(Instant time) {
        return Instant.ofEpochSecond(time.getEpochSecond());
    }

    private static Property type(Node node) {
        return new Property(DAV, "resourcetype", "", node.folder() ? List.of("collection") : List.of());
    }

    private static String contentType(Node node) {
        String type = node.mediaType();
        return type == null ? "httpd/unix-directory" : type;
    }

    private static String etag(Node node) {
        return String.format(Locale.ROOT, "\"%016x-%d\"", node.tagHead(), node.tagTail());
    }

    private static Property property(String name, String text) {
        return property(DAV, name, text);
    }

    private static Property property(String namespace, String name, String text) {
        return new Property(namespace, name, text, List.of());
    }

    private static void propstat(XMLStreamWriter xml, List<Property> properties, String status)
            throws XMLStreamException {
        xml.writeStartElement(DAV, "propstat");
        xml.writeStartElement(DAV, "prop");
        for (Property each : properties) {
            if (each.namespace.equals(DAV)) {
                xml.writeStartElement(DAV, each.name);
            } else {
                xml.writeStartElement("x", each.name, each.namespace);
                xml.writeNamespace("x", each.namespace);
            }
            content(xml, each);
            xml.writeEndElement();
        }
        xml.writeEndElement();
        element(xml, "status", status);
        xml.writeEndElement();
    }

    private static void content(XMLStreamWriter xml, Property property) throws XMLStreamException {
        if (!property.text.isEmpty()) {
            xml.writeCharacters(property.text);
        }
        for (String each : property.elements) {
            if (property.name.equals("supportedlock")) {
                xml.writeStartElement(DAV, "lockentry");
                xml.writeStartElement(DAV, "lockscope");
                xml.writeEmptyElement(DAV, each);
                xml.writeEndElement();
                xml.writeStartElement(DAV, "locktype");
                xml.writeEmptyElement(DAV, "write");
                xml.writeEndElement();
                xml.writeEndElement();
            } else {
                xml.writeEmptyElement(DAV, each);
            }
        }
    }

    private static void element(XMLStreamWriter xml, String name, String text) throws XMLStreamException {
        xml.writeStartElement(DAV, name);
        xml.writeCharacters(text);
        xml.writeEndElement();
    }

    private static String encoded(String name) {
        var encoded = new StringBuilder();
        for (byte each : whole(name).getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xff);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || LITERAL.indexOf(c) >= 0)) {
                encoded.append(c);
            } else {
                encoded.append(String.format(Locale.ROOT, "%%%02X", (int) c));
            }
        }
        return encoded.toString();
    }

    /** What no encoding can carry is replaced. */
    private static String whole(String name) {
        if (name.chars().noneMatch(c -> Character.isSurrogate((char) c) || c >= 0xfffe)) {
            return name;
        }
        var text = new StringBuilder();
        name.codePoints()
                .map(c -> (c >= 0xd800 && c < 0xe000) || c == 0xfffe || c == 0xffff ? 0xfffd : c)
                .forEach(text::appendCodePoint);
        return text.toString();
    }

    /** What XML cannot carry is replaced, too. */
    private static String shown(String name) {
        String text = whole(name);
        if (text.chars().noneMatch(c -> c < ' ')) {
            return text;
        }
        var shown = new StringBuilder();
        text.chars().forEach(c -> shown.append(c < ' ' ? '\ufffd' : (char) c));
        return shown.toString();
    }

    /** @param elements names of what the property holds in the place of text */
    private record Property(String namespace, String name, String text, List<String> elements) {}
}
