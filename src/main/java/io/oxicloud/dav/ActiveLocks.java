package io.oxicloud.dav;

import io.oxicloud.files.FileLock;
import io.oxicloud.files.LockKind;
import java.util.List;
import java.util.function.Function;

/** Locks as XML (RFC 4918 sections 14.1 and 15.8): in the answer to LOCK and as a property. D stands for WebDAV. */
final class ActiveLocks {
    /** What every file and folder can take (RFC 4918 section 15.10). */
    static final String SUPPORTED = entry("exclusive") + entry("shared");

    /**
     * @param root the path of the node that a lock was taken on, escaped
     * @return what a {@code lockdiscovery} holds
     */
    static String markup(List<FileLock> locks, Function<FileLock, String> root) {
        var markup = new StringBuilder();
        locks.forEach(lock -> append(markup, lock, root.apply(lock)));
        return markup.toString();
    }

    private static void append(StringBuilder markup, FileLock lock, String root) {
        markup.append("<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope>")
                .append(lock.kind() == LockKind.EXCLUSIVE ? "<D:exclusive/>" : "<D:shared/>")
                .append("</D:lockscope><D:depth>")
                .append(lock.deep() ? Depth.INFINITY : Depth.ZERO)
                .append("</D:depth>")
                .append(lock.owner())
                .append("<D:timeout>Second-")
                .append(lock.remaining().plusNanos(999_999_999).toSeconds())
                .append("</D:timeout><D:locktoken><D:href>")
                .append(lock.token())
                .append("</D:href></D:locktoken><D:lockroot><D:href>")
                .append(root)
                .append("</D:href></D:lockroot></D:activelock>");
    }

    private static String entry(String scope) {
        return "<D:lockentry><D:lockscope><D:" + scope
                + "/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>";
    }

    private ActiveLocks() {}
}
