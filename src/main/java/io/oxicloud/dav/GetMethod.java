package io.oxicloud.dav;

import io.milton.http.Request.Method;
import io.oxicloud.base.Actor;
import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Page;
import io.oxicloud.dav.DavTarget.InDrive;
import io.oxicloud.files.FileContent;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.http.Answer;
import io.oxicloud.http.Body;
import io.oxicloud.http.Disposition;
import io.oxicloud.http.Representation;
import org.jspecify.annotations.Nullable;

/**
 * GET and HEAD: the content of a file, whole or some ranges of it (RFC 9110 sections 13 and 14), and of a folder a page that
 * shows what lies in it.
 */
final class GetMethod implements DavMethod {
    private static final int BOUNDARY_LENGTH = 40;

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
        boolean notModified = conditionals.notModified(request, node);
        if (notModified && node.folder()) {
            response.status(304);
            response.setEtag(node.etag());
            response.header("Cache-Control", "no-store");
        } else if (notModified) {
            answer(response, Answer.notModified(representation(node)));
        } else if (node.folder()) {
            folder(request, response, target, node);
        } else {
            file(request, response, node);
        }
    }

    private void file(DavRequest request, DavResponse response, Node node) {
        Answer answer = Answer.of(
                request::header,
                head(request),
                representation(node),
                Disposition.BY_TYPE,
                range -> Body.of(open(request.actor(), node, range).stream()));
        answer(response, answer);
    }

    private FileContent open(Actor actor, Node node, @Nullable ByteRange range) {
        return range == null ? files.open(actor, node) : files.open(actor, node, range);
    }

    private static void answer(DavResponse response, Answer answer) {
        response.status(answer.status());
        answer.headers().forEach(response::header);
        Body body = answer.body();
        if (body != null) {
            response.setEntity((unused, out) -> body.writeTo(out));
        }
    }

    /** No file holds its own hash, so that it may stand between the parts of one. */
    private static Representation representation(Node file) {
        return new Representation(
                file.name(),
                file.mediaType(),
                file.size(),
                file.etag(),
                file.modified(),
                String.valueOf(file.content()).substring(0, BOUNDARY_LENGTH));
    }

    /** What changes in a folder is no change of its own time, so that nobody can go by that: it is not told. */
    private void folder(DavRequest request, DavResponse response, InDrive target, Node folder) {
        var shown = new FolderPage(files, request.actor(), DavPlaces.of(request, target, settings));
        Page<Node> first = head(request) ? null : shown.first(folder);
        response.status(200);
        response.setEtag(folder.etag());
        FolderPage.protect(response);
        if (first != null) {
            response.setEntity((unused, out) -> shown.write(out, folder, first));
        }
    }

    private static boolean head(DavRequest request) {
        return request.getMethod() == Method.HEAD;
    }
}
