package io.oxicloud.dav.property;

import io.oxicloud.access.Permission;
import io.oxicloud.dav.xml.XmlName;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** Who may do what to a node, and by which methods and reports (RFC 3253, RFC 3744, RFC 5397). Only for who asks by name. */
final class PrincipalProperties {
    private static final byte[] SYNC =
            XmlOutput.constant("<D:supported-report><D:report><D:sync-collection/></D:report></D:supported-report>");

    static List<LiveProperty> all(Supplier<List<String>> methods) {
        return List.of(
                LiveProperty.special(
                        XmlName.dav("current-user-principal"),
                        subject -> true,
                        (out, subject, context) -> currentUser(out, context.viewer())),
                LiveProperty.special(
                        XmlName.dav("current-user-privilege-set"),
                        CoreProperties::isNode,
                        (out, subject, context) -> privileges(out, node(subject), context.viewer())),
                LiveProperty.special(
                        XmlName.dav("owner"),
                        subject -> subject.node() != null && subject.node().createdBy() != null,
                        (out, subject, context) -> href(out, context.viewer(), node(subject))),
                LiveProperty.special(
                        XmlName.dav("supported-report-set"), CoreProperties::isNode, (out, subject, context) -> {
                            if (subject.collection()) {
                                out.markup(SYNC);
                            }
                        }),
                LiveProperty.special(
                        XmlName.dav("supported-method-set"),
                        CoreProperties::isNode,
                        (out, subject, context) -> methods(out, methods.get())));
    }

    private static Node node(Subject subject) {
        return Objects.requireNonNull(subject.node());
    }

    private static void currentUser(XmlOutput out, Viewer viewer) throws IOException {
        out.markup("<D:href>");
        out.href(viewer.principal(viewer.actor().user().id()));
        out.markup("</D:href>");
    }

    private static void href(XmlOutput out, Viewer viewer, Node node) throws IOException {
        out.markup("<D:href>");
        out.href(viewer.principal(Objects.requireNonNull(node.createdBy())));
        out.markup("</D:href>");
    }

    private static void privileges(XmlOutput out, Node node, Viewer viewer) throws IOException {
        Set<Permission> held = viewer.permissions(node);
        privilege(out, held.contains(Permission.READ), "read");
        privilege(out, held.contains(Permission.READ), "read-current-user-privilege-set");
        boolean inside = !node.folder() || (held.contains(Permission.CREATE) && held.contains(Permission.DELETE));
        privilege(out, inside && held.contains(Permission.UPDATE), "write");
        privilege(out, held.contains(Permission.UPDATE), "write-properties");
        privilege(out, held.contains(Permission.UPDATE), "write-content");
        privilege(out, node.folder() && held.contains(Permission.CREATE), "bind");
        privilege(out, node.folder() && held.contains(Permission.DELETE), "unbind");
        privilege(out, held.contains(Permission.MANAGE), "unlock");
    }

    private static void privilege(XmlOutput out, boolean held, String name) throws IOException {
        if (held) {
            out.markup("<D:privilege><D:" + name + "/></D:privilege>");
        }
    }

    private static void methods(XmlOutput out, List<String> methods) throws IOException {
        for (String method : methods) {
            out.markup("<D:supported-method name=\"" + method + "\"/>");
        }
    }

    private PrincipalProperties() {}
}
