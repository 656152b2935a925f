package io.oxicloud.dav;

import io.milton.http.Request.Method;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Page;
import io.oxicloud.dav.DavTarget.InDrive;
import io.oxicloud.dav.RangeHeader.Parts;
import io.oxicloud.dav.RangeHeader.Unsatisfiable;
import io.oxicloud.files.FileContent;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * GET and HEAD: the content of a file, whole or some ranges of it (RFC 9110 sections 13 and 14), and of a folder a page that
 * shows what lies in it.
 */
final class GetMethod implements DavMethod {
    private final Places places;
    private final FileTree files;
    private final Conditionals conditionals;
    private final DavSettings settings;

    GetMethod(Places places, FileTree files, Conditionals conditionals, DavSettings settings) {
        this.places = places;
        this.files = files;
        this.conditionals = conditionals;
        this.settings = settings;
    }

    @Override
    public String[] getMethods() {
        return new String[] {"GET", "HEAD"};
    }

    @Override
    public void answer(DavRequest request, DavResponse response) {
        InDrive target = Places.inDrive(request);
        Node node = places.node(request.actor(), target);
        if (conditionals.notModified(request, node)) {
            response.status(304);
            validators(response, node);
            response.header("Cache-Control", node.folder() ? "no-store" : "private, no-cache");
        } else if (node.folder()) {
            folder(request, response, target, node);
        } else {
            file(request, response, node);
        }
    }

    private void file(DavRequest request, DavResponse response, Node node) {
        RangeHeader range = range(request, node);
        if (range == Unsatisfiable.UNSATISFIABLE) {
            response.status(416);
            response.header("Content-Range", "bytes */" + node.size());
            response.contentLength(0);
            return;
        }
        // opened first: most of what can fail fails here, while there is still an answer to give
        if (range instanceof Parts parts) {
            parts(request, response, node, parts.ranges());
        } else {
            FileContent content = head(request) ? null : files.open(request.actor(), node);
            describe(response, node);
            response.status(200);
            response.contentLength(node.size());
            if (content != null) {
                response.setEntity((unused, out) -> send(content, out));
            }
        }
    }

    private void parts(DavRequest request, DavResponse response, Node node, List<ByteRange> ranges) {
        ByteRange range = ranges.get(0);
        FileContent first = files.open(request.actor(), node, range);
        describe(response, node);
        response.status(206);
        if (ranges.size() == 1) {
            response.header("Content-Range", MultipartRanges.contentRange(range, node.size()));
            response.contentLength(range.length());
            response.setEntity((unused, out) -> send(first, out));
        } else {
            var body = new MultipartRanges(node, ranges);
            response.setContentTypeHeader(body.contentType());
            response.contentLength(body.length());
            response.setEntity(
                    (unused, out) -> body.write(out, first, later -> files.open(request.actor(), node, later)));
        }
    }

    private static void send(FileContent content, OutputStream out) throws IOException {
        try (content) {
            content.stream().transferTo(out);
        }
    }

    /**
     * A range of another version is worth nothing: If-Range must name this one, by its tag or by its time as we wrote it. HEAD
     * has no ranges.
     */
    private static RangeHeader range(DavRequest request, Node node) {
        String ifRange = request.header("If-Range");
        boolean same = ifRange == null
                || ifRange.strip().equals(node.etag())
                || ifRange.strip().equals(HttpDate.format(node.modified()));
        return RangeHeader.of(same && !head(request) ? request.header("Range") : null, node.size());
    }

    private static void describe(DavResponse response, Node node) {
        validators(response, node);
        UserContent.protect(response, node);
        response.header("Accept-Ranges", "bytes");
        response.setContentTypeHeader(node.mediaType());
    }

    /** What changes in a folder is no change of the folder's own time, so that nobody can go by it. */
    private static void validators(DavResponse response, Node node) {
        response.setEtag(node.etag());
        if (!node.folder()) {
            response.header("Last-Modified", HttpDate.format(node.modified()));
        }
    }

    private void folder(DavRequest request, DavResponse response, InDrive target, Node folder) {
        var shown = new FolderPage(files, request.actor(), DavPlaces.of(request, target, settings));
        Page<Node> first = head(request) ? null : shown.first(folder);
        response.status(200);
        validators(response, folder);
        FolderPage.protect(response);
        if (first != null) {
            response.setEntity((unused, out) -> shown.write(out, folder, first));
        }
    }

    private static boolean head(DavRequest request) {
        return request.getMethod() == Method.HEAD;
    }
}
