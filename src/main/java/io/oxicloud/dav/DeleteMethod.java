package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;

/** DELETE: puts a file, or a folder with all that lies in it, into the trash (RFC 4918 section 9.6). */
final class DeleteMethod implements DavMethod {
    private final Places places;
    private final FileTree files;
    private final Conditionals conditionals;

    DeleteMethod(Places places, FileTree files, Conditionals conditionals) {
        this.places = places;
        this.files = files;
        this.conditionals = conditionals;
    }

    @Override
    public String[] getMethods() {
        return new String[] {"DELETE"};
    }

    @Override
    public void answer(DavRequest request, DavResponse response) {
        Node node = places.node(request.actor(), Places.inDrive(request));
        String depth = request.header("Depth");
        if (node.folder() && depth != null && !depth.strip().equalsIgnoreCase("infinity")) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "a folder goes with all that lies in it, or not at all");
        }
        files.delete(request.actor(), node.id(), conditionals.forChange(request));
        response.status(204);
    }
}
