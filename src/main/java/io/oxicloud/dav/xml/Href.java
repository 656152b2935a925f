package io.oxicloud.dav.xml;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** An absolute path as answers name things by it: percent-encoded, then escaped. Immutable. */
public final class Href {
    private final byte[] bytes;

    private Href(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * @param names from the server's root down
     * @param collection ends in a slash then
     */
    public static Href of(List<String> names, boolean collection) {
        var encoded = new ByteArrayOutputStream();
        var out = new XmlOutput(encoded, 0);
        try {
            for (String name : names) {
                out.markup("/");
                out.segment(name);
            }
            if (collection || names.isEmpty()) {
                out.markup("/");
            }
            out.drain();
        } catch (IOException e) {
            throw new UncheckedIOException("an array is no stream that breaks", e);
        }
        return new Href(encoded.toByteArray());
    }

    void writeTo(XmlOutput out) throws IOException {
        out.markup(bytes);
    }

    /** In the form that an XML document holds. */
    @Override
    public String toString() {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
