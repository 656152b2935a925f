package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.dav.DavTarget.InDrive;
import io.oxicloud.files.Declared;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.WriteIntent;
import io.oxicloud.files.Written;
import java.io.IOException;
import java.io.InputStream;

/** PUT: makes a file or replaces its content (RFC 4918 section 9.7), streamed, with or without a declared length. */
final class PutMethod implements DavMethod {
    private final Places places;
    private final FileTree files;
    private final Conditionals conditionals;

    PutMethod(Places places, FileTree files, Conditionals conditionals) {
        this.places = places;
        this.files = files;
        this.conditionals = conditionals;
    }

    @Override
    public String[] getMethods() {
        return new String[] {"PUT"};
    }

    @Override
    public void answer(DavRequest request, DavResponse response) throws IOException {
        InDrive target = Places.inDrive(request);
        if (request.header("Content-Range") != null) {
            // a server that stored the part as the whole would lose the rest (RFC 9110 section 14.4)
            throw new CloudException(ErrorCode.INVALID_INPUT, "a PUT cannot replace a part of a file");
        }
        Declared said = SaidOfFile.in(request);
        NodeId folder = places.folderOf(request.actor(), target);
        WriteIntent intent = prepare(request, folder, Places.name(target)).with(said);
        if (target.slash()) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the path of a file does not end in a slash");
        }
        try (InputStream body = request.getInputStream()) {
            Written written = files.write(request.actor(), intent, body, request.contentLength());
            response.setEtag(written.node().etag());
            SaidOfFile.confirm(response, said);
            response.status(written.created() ? 201 : 204);
        }
    }

    private WriteIntent prepare(DavRequest request, NodeId folder, String name) {
        try {
            return files.prepareWrite(
                    request.actor(), folder, name, conditionals.forChange(request), expected(request));
        } catch (CloudException e) {
            // only a folder stands in the way of a file (RFC 4918 section 9.7.2)
            throw e.code() == ErrorCode.NAME_TAKEN
                    ? new CloudException(ErrorCode.NOT_ALLOWED_HERE, "this is a folder", e)
                    : e;
        }
    }

    /** The Finder announces a chunked body by a header of its own. It is taken for a guess: what comes is what counts. */
    private static long expected(DavRequest request) {
        String guess = request.header("X-Expected-Entity-Length");
        return request.contentLength() < 0 && guess != null && guess.matches("\\d{1,18}")
                ? Long.parseLong(guess)
                : request.contentLength();
    }
}
