package io.oxicloud.dav.property;

import io.oxicloud.dav.xml.XmlName;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** What a node's own row says: the properties of RFC 4918 section 15, and those that Windows sets beside them. */
final class CoreProperties {
    /** The namespace of Windows' own. */
    static final String WINDOWS = "urn:schemas-microsoft-com:";

    private static final byte[] COLLECTION = XmlOutput.constant("<D:collection/>");
    private static final byte[] FOLDER_TYPE = XmlOutput.constant("httpd/unix-directory");
    private static final byte[] FILE_TYPE = XmlOutput.constant("application/octet-stream");

    /** The value of a property that only nodes have. */
    private interface NodeValue {
        void write(XmlOutput out, Node node) throws IOException;
    }

    static List<LiveProperty> all() {
        return List.of(
                LiveProperty.common(XmlName.dav("resourcetype"), subject -> true, (out, subject, context) -> {
                    if (subject.collection()) {
                        out.markup(COLLECTION);
                    }
                }),
                LiveProperty.common(
                        XmlName.dav("displayname"),
                        subject -> true,
                        (out, subject, context) -> out.text(subject.name())),
                common("creationdate", (out, node) -> out.timestamp(node.created())),
                common("getlastmodified", (out, node) -> out.httpDate(node.modified())),
                common("getetag", (out, node) -> out.etag(node.tagHead(), node.tagTail())),
                common("getcontentlength", (out, node) -> out.number(node.size())),
                common("getcontenttype", CoreProperties::type),
                special(XmlName.dav("resource-id"), CoreProperties::id),
                special(new XmlName(WINDOWS, "Win32CreationTime"), (out, node) -> out.httpDate(node.created())),
                special(new XmlName(WINDOWS, "Win32LastModifiedTime"), (out, node) -> out.httpDate(node.modified())));
    }

    private static LiveProperty common(String name, NodeValue value) {
        return LiveProperty.common(XmlName.dav(name), CoreProperties::isNode, ofNode(value));
    }

    private static LiveProperty special(XmlName name, NodeValue value) {
        return LiveProperty.special(name, CoreProperties::isNode, ofNode(value));
    }

    private static LiveProperty.Value ofNode(NodeValue value) {
        return (out, subject, context) -> value.write(out, Objects.requireNonNull(subject.node()));
    }

    static boolean isNode(Subject subject) {
        return subject.node() != null;
    }

    private static void type(XmlOutput out, Node node) throws IOException {
        String type = node.mediaType();
        if (node.folder()) {
            out.markup(FOLDER_TYPE);
        } else if (type == null) {
            out.markup(FILE_TYPE);
        } else {
            out.text(type);
        }
    }

    /** RFC 5842 section 3.1. */
    private static void id(XmlOutput out, Node node) throws IOException {
        out.markup("<D:href>urn:uuid:" + node.id() + "</D:href>");
    }

    private CoreProperties() {}
}
