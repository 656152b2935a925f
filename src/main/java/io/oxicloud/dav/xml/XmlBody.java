package io.oxicloud.dav.xml;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads the XML of a request, whoever sends it: bounded in every direction, and nothing outside of the body is opened.
 *
 * <p>The parser is the JDK's own, also where the container brings another one, whose habits with documents made to do harm
 * nobody here has tried. It stops at a document type declaration, so that entities cannot be declared.
 */
public final class XmlBody {
    /** Of a body, in bytes. */
    public static final int MAX_BYTES = 1 << 20;

    /**
     * @param body read to its end, not closed
     * @return nothing if the body is empty
     * @throws CloudException TOO_LARGE for more than {@link #MAX_BYTES} or {@link XmlTree#MAX_ELEMENTS}; INVALID_INPUT for
     *     what is no XML with namespaces, is nested too deep, or declares a document type
     */
    public static Optional<XmlElement> read(InputStream body) throws IOException {
        byte[] bytes = body.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new CloudException(ErrorCode.TOO_LARGE, "an XML body has at most " + MAX_BYTES + " bytes");
        }
        return bytes.length == 0 ? Optional.empty() : Optional.of(parse(bytes));
    }

    private static XmlElement parse(byte[] bytes) {
        try {
            XMLStreamReader reader = factory().createXMLStreamReader(new StringReader(XmlEncoding.decode(bytes)));
            try {
                return new XmlTree(reader).read();
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the body is no well-formed XML", e);
        }
    }

    /** One for each body: it is made quickly, and nobody promises that it can be shared. */
    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("nothing is fetched");
        });
        return factory;
    }

    private XmlBody() {}
}
