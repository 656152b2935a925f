package io.oxicloud.dav.xml;

/**
 * An attribute; declarations of namespaces are none.
 *
 * @param prefix as the document had it; empty for none
 */
record XmlAttribute(XmlName name, String prefix, String value) {
    private static final String XML = "http://www.w3.org/XML/1998/namespace";

    boolean isLanguage() {
        return name.namespace().equals(XML) && name.local().equals("lang");
    }
}
