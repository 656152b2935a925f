package io.oxicloud.dav;

import io.milton.http.Request.Method;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import io.oxicloud.dav.RangeHeader.Part;
import io.oxicloud.dav.RangeHeader.Unsatisfiable;
import io.oxicloud.files.FileContent;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** GET and HEAD: the content of a file, whole or one range of it (RFC 9110 sections 13 and 14). */
final class GetMethod implements DavMethod {
    private static final byte[] FOLDER_PAGE = """
            <!doctype html>
            <html lang="en"><title>OxiCloud</title>
            <p>This is a folder. Connect to this address with a WebDAV client to see what is in it.</p></html>
            """.getBytes(StandardCharsets.UTF_8);

    private final Places places;
    private final FileTree files;

    GetMethod(Places places, FileTree files) {
        this.places = places;
        this.files = files;
    }

    @Override
    public String[] getMethods() {
        return new String[] {"GET", "HEAD"};
    }

    @Override
    public void answer(DavRequest request, DavResponse response) {
        Node node = places.node(request.actor(), Places.inDrive(request));
        if (node.folder()) {
            folder(request, response);
            return;
        }
        Precondition asked = request.precondition();
        Set<String> ifMatch = asked.ifMatch();
        if (ifMatch != null && !ifMatch.contains(node.etag())) {
            throw new CloudException(ErrorCode.STALE_ETAG, "it was changed in the meantime");
        }
        if (asked.mustNotExist() || asked.ifNoneMatch().contains(node.etag())) {
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
        ByteRange part = range instanceof Part wanted ? wanted.range() : null;
        // opened first: most of what can fail fails here, while there is still an answer to give
        FileContent content = head(request) ? null : open(request, node, part);
        validators(response, node);
        UserContent.protect(response);
        response.header("Accept-Ranges", "bytes");
        response.setContentTypeHeader(node.mediaType());
        if (part == null) {
            response.status(200);
            response.contentLength(node.size());
        } else {
            response.status(206);
            response.header("Content-Range", "bytes " + part.start() + "-" + (part.end() - 1) + "/" + node.size());
            response.contentLength(part.length());
        }
        if (content != null) {
            response.setEntity((unused, out) -> send(content, out));
        }
    }

    private FileContent open(DavRequest request, Node node, @Nullable ByteRange part) {
        return part == null ? files.open(request.actor(), node) : files.open(request.actor(), node, part);
    }

    private static void send(FileContent content, OutputStream out) throws IOException {
        try (content) {
            content.stream().transferTo(out);
        }
    }

    /** A range of another version is worth nothing: If-Range must name this one, by its tag. HEAD has no ranges. */
    private static RangeHeader range(DavRequest request, Node node) {
        String ifRange = request.header("If-Range");
        boolean same = ifRange == null || ifRange.strip().equals(node.etag());
        return RangeHeader.of(same && !head(request) ? request.header("Range") : null, node.size());
    }

    private static void validators(DavResponse response, Node node) {
        response.setEtag(node.etag());
        response.header("Last-Modified", HttpDate.format(node.modified()));
    }

    private static void folder(DavRequest request, DavResponse response) {
        response.status(200);
        UserContent.protect(response);
        response.header("Content-Disposition", "inline");
        response.setContentTypeHeader("text/html;charset=utf-8");
        response.contentLength(FOLDER_PAGE.length);
        if (!head(request)) {
            response.setEntity((unused, out) -> out.write(FOLDER_PAGE));
        }
    }

    private static boolean head(DavRequest request) {
        return request.getMethod() == Method.HEAD;
    }
}
