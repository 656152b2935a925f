package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.dav.xml.Href;
import io.oxicloud.drive.Drives;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import java.util.ArrayList;
import java.util.List;

/** Names what stands in the way of a request, as its caller may see it; in the form that an XML document holds. */
final class Hrefs {
    private final Drives drives;
    private final FileTree files;
    private final DavSettings settings;

    Hrefs(Drives drives, FileTree files, DavSettings settings) {
        this.drives = drives;
        this.files = files;
        this.settings = settings;
    }

    /** The request's own path for what the caller may not see, or not the way to. */
    String of(DavRequest request, NodeId id) {
        try {
            Node node = files.get(request.actor(), id);
            List<String> names = List.of(
                    String.valueOf(files.paths(request.actor(), List.of(node)).get(id))
                            .split("/", -1));
            if (names.size() < node.lineage().path().size()) {
                return own(request);
            }
            List<String> segments =
                    new ArrayList<>(DavPath.parse(request.mount(), "").segments());
            segments.addAll(selector(request, node));
            segments.addAll(names.subList(1, names.size()));
            return Href.of(segments, node.folder()).toString();
        } catch (CloudException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return own(request);
            }
            throw e;
        }
    }

    private static String own(DavRequest request) {
        DavPath path = DavPath.parse(request.path(), "");
        return Href.of(path.segments(), path.slash()).toString();
    }

    private List<String> selector(DavRequest request, Node node) {
        String prefix = settings.drivePrefix();
        if (prefix.isEmpty()) {
            return List.of(node.drive().toString());
        }
        boolean usual = drives.readable(request.actor()).stream()
                .anyMatch(drive -> drive.defaultFor() != null && drive.id().equals(node.drive()));
        return usual ? List.of() : List.of(prefix, node.drive().toString());
    }
}
