package io.oxicloud.dav.property;

import io.oxicloud.dav.xml.XmlName;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.files.FileLock;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** Which locks there are, and which there could be (RFC 4918 sections 15.8 and 15.10). */
final class LockProperties {
    private static final byte[] SUPPORTED = XmlOutput.constant(entry("exclusive") + entry("shared"));

    static List<LiveProperty> all() {
        return List.of(
                LiveProperty.common(XmlName.dav("lockdiscovery"), CoreProperties::isNode, LockProperties::discovery)
                        .needing(Facet.LOCKS),
                LiveProperty.common(
                        XmlName.dav("supportedlock"),
                        CoreProperties::isNode,
                        (out, subject, context) -> out.markup(SUPPORTED)));
    }

    private static String entry(String scope) {
        return "<D:lockentry><D:lockscope><D:" + scope
                + "/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>";
    }

    private static void discovery(XmlOutput out, Subject subject, LiveProperty.Context context) throws IOException {
        if (subject.locks().isEmpty()) {
            return;
        }
        Node node = Objects.requireNonNull(subject.node());
        Place place = Objects.requireNonNull(context.place());
        for (FileLock lock : subject.locks()) {
            ActiveLock.write(out, lock, node, place);
        }
    }

    private LockProperties() {}
}
