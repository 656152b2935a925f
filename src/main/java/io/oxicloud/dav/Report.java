package io.oxicloud.dav;

import io.oxicloud.dav.xml.XmlElement;
import io.oxicloud.dav.xml.XmlName;
import java.io.IOException;

/** A question that a REPORT can ask (RFC 3253 section 3.6). Thread-safe. */
interface Report {
    /** Of the root element that asks it. */
    XmlName name();

    /** As {@link DavMethod#answer}. */
    void answer(DavRequest request, DavResponse response, XmlElement question) throws IOException;
}
