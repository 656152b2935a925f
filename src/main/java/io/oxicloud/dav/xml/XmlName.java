package io.oxicloud.dav.xml;

/**
 * The expanded name of an element or attribute.
 *
 * @param namespace its URI; empty for none
 */
public record XmlName(String namespace, String local) {
    /** The namespace of WebDAV itself. */
    public static final String DAV = "DAV:";

    /** A name in the namespace of WebDAV. */
    public static XmlName dav(String local) {
        return new XmlName(DAV, local);
    }

    /** The empty element of this name as an answer can hold it anywhere: below an element that binds D to WebDAV. */
    public String emptyElement() {
        if (namespace.equals(DAV)) {
            return "<D:" + local + "/>";
        }
        if (namespace.isEmpty()) {
            return "<" + local + "/>";
        }
        var markup = new StringBuilder("<X:").append(local).append(" xmlns:X=\"");
        Markup.attribute(markup, namespace);
        return markup.append("\"/>").toString();
    }
}
