package io.oxicloud.dav.property;

import io.oxicloud.dav.xml.Href;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.files.FileLock;
import io.oxicloud.files.LockKind;
import io.oxicloud.files.Node;
import java.io.IOException;

/** Writes a lock as {@code DAV:activelock} (RFC 4918 section 14.1). */
public final class ActiveLock {
    /**
     * @param node that it covers
     * @param place the node's own or that of its folder
     */
    public static void write(XmlOutput out, FileLock lock, Node node, Place place) throws IOException {
        out.markup("<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope>");
        out.markup(lock.kind() == LockKind.EXCLUSIVE ? "<D:exclusive/>" : "<D:shared/>");
        out.markup("</D:lockscope><D:depth>");
        out.markup(lock.deep() ? "infinity" : "0");
        out.markup("</D:depth>");
        out.markup(lock.owner());
        out.markup("<D:timeout>Second-");
        out.number(lock.remaining().plusNanos(999_999_999).toSeconds()); // so that what was given is seen at once
        out.markup("</D:timeout><D:locktoken><D:href>");
        out.text(lock.token());
        out.markup("</D:href></D:locktoken><D:lockroot><D:href>");
        out.href(root(lock, node, place));
        out.markup("</D:href></D:lockroot></D:activelock>");
    }

    /** The node's own address or that of a folder above it, as the client wrote it: so it is told no name that it does not know. */
    private static Href root(FileLock lock, Node node, Place place) {
        if (!lock.root().self().equals(node.id())) {
            return place.onTheWay(lock.root());
        }
        boolean here = node.lineage().ancestors().size() == place.path().size();
        return here ? place.href(node.folder()) : place.child(node);
    }

    private ActiveLock() {}
}
