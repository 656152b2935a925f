package io.oxicloud.dav.xml;

/** What an element holds: elements and text, in the order of the document. */
sealed interface XmlContent permits XmlElement, XmlContent.Text {
    /** Characters, with nothing left to unescape. */
    record Text(String characters) implements XmlContent {}
}
