package io.oxicloud.dav.property;

import io.oxicloud.dav.xml.Href;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.files.FileLock;
import io.oxicloud.files.LockKind;
import java.io.IOException;

/** Writes a lock as {@code DAV:activelock} (RFC 4918 section 14.1). */
public final class ActiveLock {
    /** @param root the address of the node that the lock was taken on */
    public static void write(XmlOutput out, FileLock lock, Href root) throws IOException {
        out.markup("<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope>");
        out.markup(lock.kind() == LockKind.EXCLUSIVE ? "<D:exclusive/>" : "<D:shared/>");
        out.markup("</D:lockscope><D:depth>");
        out.markup(lock.deep() ? "infinity" : "0");
        out.markup("</D:depth>");
        out.markup(lock.owner());
        out.markup("<D:timeout>Second-");
        out.number(Math.max(1, lock.remaining().toSeconds()));
        out.markup("</D:timeout><D:locktoken><D:href>");
        out.text(lock.token());
        out.markup("</D:href></D:locktoken><D:lockroot><D:href>");
        out.href(root);
        out.markup("</D:href></D:lockroot></D:activelock>");
    }

    private ActiveLock() {}
}
