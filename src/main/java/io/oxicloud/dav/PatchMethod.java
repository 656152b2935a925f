package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.files.Declared;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.files.SpliceIntent;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * PATCH: puts bytes into a file or at its end (RFC 5789). There are two dialects, told apart by the type of the body: that of
 * SabreDAV, where an edit may begin and end behind the end of the file, and ours, where it must lie within.
 */
final class PatchMethod implements DavMethod {
    /** The name of SabreDAV's dialect in the {@code DAV} header of OPTIONS. */
    static final String FEATURE = "sabredav-partialupdate";

    private static final String PARTIAL_UPDATE = "application/x-sabredav-partialupdate";

    /** What OPTIONS says in {@code Accept-Patch}. */
    static final String ACCEPTED = PARTIAL_UPDATE + ", application/octet-stream";

    private final Places places;
    private final FileTree files;
    private final Conditionals conditionals;

    PatchMethod(Places places, FileTree files, Conditionals conditionals) {
        this.places = places;
        this.files = files;
        this.conditionals = conditionals;
    }

    @Override
    public String[] getMethods() {
        return new String[] {"PATCH"};
    }

    @Override
    public void answer(DavRequest request, DavResponse response) throws IOException {
        String header = request.header(UpdateRange.HEADER);
        boolean sabre = PARTIAL_UPDATE.equals(essence(request.header("Content-Type")));
        if (header == null && !sabre && Declared.typeIn(request.header("Content-Type")) != null) {
            response.header("Accept-Patch", ACCEPTED);
            response.status(415);
            return;
        }
        UpdateRange range = header == null ? null : UpdateRange.parse(header);
        if (range == null || !(sabre || range.append() || range.closed())) {
            throw new CloudException(ErrorCode.INVALID_INPUT, UpdateRange.HEADER + " must say where the bytes go");
        }
        if (request.header("Content-Range") != null) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "where the bytes go is said in " + UpdateRange.HEADER);
        }
        Node file = places.node(request.actor(), Places.inDrive(request));
        if (file.folder()) {
            throw new CloudException(ErrorCode.CONFLICT, "a folder has no content");
        }
        if (sabre ? fits(request, range, file) : liesWithin(request, range, file)) {
            patch(request, response, file, range);
        } else {
            response.status(416);
            response.header("Content-Range", "bytes */" + file.size());
            response.contentLength(0);
        }
    }

    /** As SabreDAV has it: 416 for all that is wrong with the numbers. */
    private static boolean fits(DavRequest request, UpdateRange range, Node file) {
        return range.closed()
                ? range.span() > 0 && (request.contentLength() < 0 || request.contentLength() == range.span())
                : range.start(file.size()) >= 0;
    }

    /** @throws CloudException INVALID_INPUT if the numbers are wrong by themselves */
    private static boolean liesWithin(DavRequest request, UpdateRange range, Node file) {
        if (range.closed() && range.span() <= 0) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the range ends before it begins");
        }
        if (range.closed() && request.contentLength() >= 0 && request.contentLength() != range.span()) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the body is not as long as the range");
        }
        return range.append() || range.last() < file.size();
    }

    private void patch(DavRequest request, DavResponse response, Node file, UpdateRange range) throws IOException {
        long start = range.start(file.size());
        long length = range.closed() ? range.span() : request.contentLength();
        SpliceIntent intent =
                files.prepareSplice(request.actor(), file, start, conditionals.forChange(request), length);
        try (InputStream body = request.getInputStream()) {
            Node patched = files.splice(request.actor(), intent, body, length);
            response.setEtag(patched.etag());
            if (start < patched.size()) {
                response.header("Content-Range", "bytes " + start + '-' + (patched.size() - 1) + '/' + patched.size());
            }
            response.status(204);
        }
    }

    private static @Nullable String essence(@Nullable String contentType) {
        return contentType == null ? null : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }
}
