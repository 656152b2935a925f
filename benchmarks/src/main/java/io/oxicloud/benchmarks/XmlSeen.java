package io.oxicloud.benchmarks;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** What an independent parser finds in an answer: a line for each response, whatever the prefixes. */
final class XmlSeen {
    static List<String> lines(byte[] xml) throws IOException {
        List<String> lines = new ArrayList<>();
        Element root = parse(xml);
        GateFailedException.checkEqual("multistatus", root.getLocalName(), "the answer is a multistatus");
        for (Node each = root.getFirstChild(); each != null; each = each.getNextSibling()) {
            if (each instanceof Element response) {
                var line = new StringBuilder();
                append(line, response);
                lines.add(line.toString());
            }
        }
        return lines;
    }

    private static Element parse(byte[] xml) throws IOException {
        try {
            return DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(xml))
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(e);
        }
    }

    private static void append(StringBuilder line, Node node) {
        if (node instanceof Element) {
            line.append('{')
                    .append(node.getNamespaceURI())
                    .append('}')
                    .append(node.getLocalName())
                    .append('(');
            for (Node each = node.getFirstChild(); each != null; each = each.getNextSibling()) {
                append(line, each);
            }
            line.append(')');
        } else {
            line.append(node.getNodeValue());
        }
    }

    private XmlSeen() {}
}
