package io.oxicloud.dav;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * All that came over the wire until the server closed.
 *
 * @param status 0 if nothing came
 * @param body as it was framed
 */
record RawAnswer(int status, List<String> headers, String body) {
    static RawAnswer parse(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        while (text.startsWith("HTTP/1.1 1")) {
            text = text.substring(text.indexOf("\r\n\r\n") + 4);
        }
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            return new RawAnswer(0, List.of(), text);
        }
        List<String> head = Arrays.asList(text.substring(0, end).split("\r\n", -1));
        int status = Integer.parseInt(head.get(0).split(" ", -1)[1]);
        return new RawAnswer(status, head.subList(1, head.size()), text.substring(end + 4));
    }

    String header(String name) {
        return headers.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }

    boolean chunked() {
        return header("transfer-encoding").equals("chunked");
    }

    /** The server meant the body to end where it did. */
    boolean whole() {
        String length = header("content-length");
        return chunked() ? body.endsWith("0\r\n\r\n") : length.isEmpty() || body.length() == Integer.parseInt(length);
    }

    /** Without its frame. */
    String content() {
        if (!chunked()) {
            return body;
        }
        var content = new StringBuilder();
        int at = 0;
        while (at < body.length()) {
            int line = body.indexOf("\r\n", at);
            int length = Integer.parseInt(body.substring(at, line), 16);
            content.append(body, line + 2, line + 2 + length);
            at = line + 2 + length + 2;
        }
        return content.toString();
    }

    /** @throws SAXException if it is no XML */
    void requireXml() throws SAXException, IOException, ParserConfigurationException {
        var factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        var parser = factory.newDocumentBuilder();
        parser.setErrorHandler(new DefaultHandler());
        parser.parse(new ByteArrayInputStream(content().getBytes(StandardCharsets.ISO_8859_1)));
    }
}
