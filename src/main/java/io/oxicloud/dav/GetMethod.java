package io.oxicloud.dav;

import io.milton.http.Request.Method;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.dav.RangeHeader.Parts;
import io.oxicloud.dav.RangeHeader.Unsatisfiable;
import io.oxicloud.files.FileContent;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** GET and HEAD: the content of a file, whole or some ranges of it (RFC 9110 sections 13 and 14). */
final class GetMethod implements DavMethod {
    private final Places places;
    private final FileTree files;
    private final Conditionals conditionals;

    GetMethod(Places places, FileTree files, Conditionals conditionals) {
        this.places = places;
        this.files = files;
        this.conditionals = conditionals;
    }

    @Override
    public String[] getMethods() {
        return new String[] {"GET", "HEAD"};
    }

    @Override
    public void answer(DavRequest request, DavResponse response) {
        Node node = places.node(request.actor(), Places.inDrive(request));
        if (node.folder()) {
            folder(request, response, node);
            return;
        }
        if (conditionals.notModified(request, node)) {
            response.status(304);
            validators(response, node);
            response.header("Cache-Control", "private, no-cache");
            return;
        }
        file(request, response, node);
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

    private static void validators(DavResponse response, Node node) {
        response.setEtag(node.etag());
        response.header("Last-Modified", HttpDate.format(node.modified()));
    }

    /** A client that only asks what is here gets an answer; there is nothing to get. */
    private static void folder(DavRequest request, DavResponse response, Node folder) {
        if (!head(request)) {
            throw new CloudException(
                    ErrorCode.NOT_ALLOWED_HERE, "this is a folder: a WebDAV client shows what is in it");
        }
        response.status(200);
        validators(response, folder);
        response.setContentTypeHeader("httpd/unix-directory");
        response.header("Cache-Control", "private, no-cache");
    }

    private static boolean head(DavRequest request) {
        return request.getMethod() == Method.HEAD;
    }
}
