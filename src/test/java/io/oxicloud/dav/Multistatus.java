package io.oxicloud.dav;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** An answer of status 207 as a client reads it, with the parser of the JDK and by the names of namespaces. */
final class Multistatus {
    private static final String DAV = "DAV:";

    private final Map<String, Element> responses = new LinkedHashMap<>();
    private final Element root;

    private Multistatus(Element root) {
        this.root = root;
        assertEquals("{DAV:}multistatus", name(root));
        for (Element response : children(root, "response")) {
            assertEquals(null, responses.put(child(response, "href").getTextContent(), response));
        }
    }

    static Multistatus of(HttpResponse<String> answer) {
        assertEquals(207, answer.statusCode(), answer.body());
        assertEquals(
                "application/xml; charset=utf-8",
                answer.headers()
                        .firstValue("Content-Type")
                        .orElse("")
                        .replace(";charset", "; charset")
                        .toLowerCase(java.util.Locale.ROOT));
        return of(answer.body().getBytes(StandardCharsets.ISO_8859_1));
    }

    static Multistatus of(byte[] body) {
        return new Multistatus(parse(body));
    }

    static Element parse(byte[] body) {
        try {
            return DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(body))
                    .getDocumentElement();
        } catch (Exception e) {
            throw new AssertionError(new String(body, StandardCharsets.UTF_8), e);
        }
    }

    /** In the order of the answer. */
    List<String> hrefs() {
        return List.copyOf(responses.keySet());
    }

    /** Of the response itself, or 0 if it has propstats instead. */
    int status(String href) {
        List<Element> status = children(response(href), "status");
        List<Element> propstats = children(response(href), "propstat");
        assertEquals(status.isEmpty(), !propstats.isEmpty(), href);
        return status.isEmpty() ? 0 : status(response(href));
    }

    /** Which condition was not met, of the response itself. */
    String error(String href) {
        return name(elements(child(response(href), "error")).get(0));
    }

    String syncToken() {
        return child(root, "sync-token").getTextContent();
    }

    /** The names of properties by the status of their propstat. */
    Map<Integer, List<String>> names(String href) {
        Map<Integer, List<String>> names = new TreeMap<>();
        for (Element propstat : children(response(href), "propstat")) {
            for (Node each : elements(child(propstat, "prop"))) {
                names.computeIfAbsent(status(propstat), unused -> new ArrayList<>())
                        .add(name(each));
            }
        }
        return names;
    }

    /** The names of properties in a propstat of this status. */
    List<String> names(String href, int status) {
        return names(href).getOrDefault(status, List.of());
    }

    boolean has(String href, String name) {
        return find(href, name) != null;
    }

    String text(String href, String name) {
        return found(href, name).getTextContent();
    }

    /** The whole element of a property. */
    String markup(String href, String name) {
        return serialize(found(href, name));
    }

    private Node found(String href, String name) {
        Node found = find(href, name);
        if (found == null) {
            throw new AssertionError(name + " of " + href + " is not among " + names(href));
        }
        return found;
    }

    private @Nullable Node find(String href, String name) {
        for (Element propstat : children(response(href), "propstat")) {
            for (Node each : elements(child(propstat, "prop"))) {
                if (status(propstat) == 200 && name(each).equals(name)) {
                    return each;
                }
            }
        }
        return null;
    }

    /** The names inside of DAV:error in the propstat of this status. */
    List<String> errors(String href, int status) {
        List<String> errors = new ArrayList<>();
        for (Element propstat : children(response(href), "propstat")) {
            if (status(propstat) == status) {
                for (Element error : children(propstat, "error")) {
                    elements(error).forEach(each -> errors.add(name(each)));
                }
            }
        }
        return errors;
    }

    private Element response(String href) {
        Element response = responses.get(href);
        if (response == null) {
            throw new AssertionError(href + " is not among " + responses.keySet());
        }
        return response;
    }

    private static int status(Element propstat) {
        return Integer.parseInt(child(propstat, "status").getTextContent().substring(9, 12));
    }

    private static Element child(Element parent, String name) {
        List<Element> found = children(parent, name);
        assertEquals(1, found.size(), name);
        return found.get(0);
    }

    private static List<Element> children(Element parent, String name) {
        return elements(parent).stream()
                .filter(each -> name(each).equals("{" + DAV + "}" + name))
                .toList();
    }

    private static List<Element> elements(Node parent) {
        List<Element> found = new ArrayList<>();
        NodeList all = parent.getChildNodes();
        for (int i = 0; i < all.getLength(); i++) {
            if (all.item(i) instanceof Element element) {
                found.add(element);
            }
        }
        return found;
    }

    static String name(Node element) {
        String namespace = element.getNamespaceURI();
        return "{" + (namespace == null ? "" : namespace) + "}" + element.getLocalName();
    }

    private static String serialize(Node node) {
        try {
            var text = new StringWriter();
            var transformer = TransformerFactory.newDefaultInstance().newTransformer();
            transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            transformer.transform(new DOMSource(node), new StreamResult(text));
            return text.toString();
        } catch (javax.xml.transform.TransformerException e) {
            throw new AssertionError(e);
        }
    }
}
