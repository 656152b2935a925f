package io.oxicloud.dav.property;

import io.oxicloud.access.Permission;
import io.oxicloud.base.Actor;
import io.oxicloud.base.UserId;
import io.oxicloud.dav.xml.Href;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Who asks, and where from.
 *
 * @param context names above everything that the server serves here
 */
public record Viewer(Actor actor, FileTree files, List<String> context) {
    public Viewer {
        context = List.copyOf(context);
    }

    Set<Permission> permissions(Node node) {
        return files.permissions(actor, node);
    }

    /** The address that stands for a user. It never changes. What answers there is {@code PrincipalServlet}. */
    Href principal(UserId user) {
        List<String> names = new ArrayList<>(context);
        names.addAll(List.of("caldav", "principals", user.toString()));
        return Href.of(names, true);
    }
}
