package io.oxicloud.dav.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** What a client left comes back as it was, in another document. */
class XmlElementTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "<x/>|<x/>",
                "<x></x>|<x/>",
                "<x> a\tb </x>|<x> a\tb </x>",
                "<x>1<y/>2<y/>3</x>|<x>1<y/>2<y/>3</x>",
                "<x a='1' b=\"2\"/>|<x a=\"1\" b=\"2\"/>",
                "<x a='\"&#9;&#10;&#13;&lt;&gt;&amp;'/>|<x a=\"&quot;&#9;&#10;&#13;&lt;&gt;&amp;\"/>",
                "<x>&#13;&lt;]]&gt;&amp;'\"</x>|<x>&#13;&lt;]]&gt;&amp;'\"</x>",
                "<x><![CDATA[<a>&]]></x>|<x>&lt;a&gt;&amp;</x>",
                "<x>a<!-- b --><?c d?>e</x>|<x>ae</x>",
                "<x xml:space='preserve'/>|<x xml:space=\"preserve\"/>",
                "<x xml:lang='fr'/>|<x xml:lang=\"fr\"/>",
                "<x>\u00e4\u20ac\ud83d\ude00</x>|<x>\u00e4\u20ac\ud83d\ude00</x>"
            })
    void nestedContentStays(String written, String kept) throws IOException {
        assertEquals(kept, property("<r>" + written + "</r>").markup());
    }

    @Test
    void whatAnOuterElementDeclaredGoesAlong() throws IOException {
        XmlElement property =
                property("<D:r xmlns:D='DAV:' xmlns:a='urn:a' xmlns:b='urn:b' xmlns='urn:d' xml:lang='de'>"
                        + "<x b:c='1' xmlns:a='urn:other'>a:value<y xmlns=''><z/><a:z xmlns:D='urn:e'/></y></x></D:r>");

        assertEquals(
                "<x xmlns=\"urn:d\" xmlns:D=\"DAV:\" xmlns:a=\"urn:other\" xmlns:b=\"urn:b\" xml:lang=\"de\" b:c=\"1\">"
                        + "a:value<y xmlns=\"\"><z/><a:z xmlns:D=\"urn:e\"/></y></x>",
                property.markup());
    }

    @Test
    void anUndoneDefaultNamespaceIsNotDeclared() throws IOException {
        assertEquals(
                "<x xml:lang=\"en\"/>",
                property("<r xmlns='urn:d' xml:lang='de'><x xmlns='' xml:lang='en'/></r>")
                        .markup());
    }

    /** As another parser sees it, in an answer that binds other things to the same prefixes. */
    @Test
    void itMeansTheSameInAnyDocument() throws Exception {
        String[] bodies = {
            "<D:r xmlns:D='urn:notdav'><D:x><D:y D:a='1'> \r\n\t t </D:y></D:x></D:r>",
            "<r xmlns='urn:1'><x><y xmlns='urn:2' a='&#10;&#13;'><z xmlns=''/></y></x></r>",
            "<r xmlns='DAV:' xml:lang='de'><x><y xml:lang=''>&#13;]]&gt;</y></x></r>",
            "<r><x xmlns:a='urn:1'><a:y xmlns:a='urn:2'/><a:y/></x></r>"
        };
        for (String body : bodies) {
            String markup = property(body).markup();

            String answer =
                    "<D:multistatus xmlns:D='DAV:' xmlns:a='urn:z'><D:prop>" + markup + "</D:prop></D:multistatus>";
            Node kept = parse(answer).getDocumentElement().getFirstChild().getFirstChild();
            Node sent = parse(body).getDocumentElement().getFirstChild();
            assertEquals(meaning(sent), meaning(kept), body);
            assertEquals(language(sent), language(kept), body);
        }
    }

    @Test
    void theEmptyElementOfAnyNameIsWellFormed() throws Exception {
        for (XmlName name : new XmlName[] {
            XmlName.dav("x"), new XmlName("", "x"), new XmlName("urn:a&b\"<'\n>", "x"), new XmlName("DAV", "\u00e4")
        }) {
            Node element = parse("<D:p xmlns:D='DAV:'>" + name.emptyElement() + "</D:p>")
                    .getDocumentElement()
                    .getFirstChild();

            String namespace = element.getNamespaceURI();
            assertEquals(name, new XmlName(namespace == null ? "" : namespace, element.getLocalName()));
            assertTrue(!element.hasChildNodes());
        }
    }

    private static String meaning(Node node) {
        if (node.getNodeType() != Node.ELEMENT_NODE) {
            return "[" + node.getNodeValue() + "]";
        }
        var meaning = new StringBuilder("{" + node.getNamespaceURI() + "}" + node.getLocalName());
        for (int i = 0; i < node.getAttributes().getLength(); i++) {
            Node attribute = node.getAttributes().item(i);
            String namespace = String.valueOf(attribute.getNamespaceURI());
            if (!namespace.endsWith("xmlns/") && !attribute.getNodeName().equals("xml:lang")) {
                meaning.append(" {" + namespace + "}" + attribute.getLocalName() + "=" + attribute.getNodeValue());
            }
        }
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            meaning.append('(').append(meaning(child)).append(language(child)).append(')');
        }
        return meaning.toString();
    }

    private static String language(Node node) {
        for (Node each = node; each instanceof Element element; each = each.getParentNode()) {
            if (element.hasAttribute("xml:lang")) {
                return element.getAttribute("xml:lang");
            }
        }
        return "";
    }

    private static Document parse(String markup) throws Exception {
        var factory = DocumentBuilderFactory.newDefaultNSInstance();
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(markup.getBytes(StandardCharsets.UTF_8)));
    }

    private static XmlElement property(String body) throws IOException {
        return XmlBody.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)))
                .orElseThrow()
                .children()
                .get(0);
    }
}
