package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import io.oxicloud.dav.DavTarget.InDrive;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.io.InputStream;

/** MKCOL: makes an empty folder (RFC 4918 section 9.3). */
final class MkcolMethod implements DavMethod {
    private final Places places;
    private final FileTree files;
    private final Conditionals conditionals;

    MkcolMethod(Places places, FileTree files, Conditionals conditionals) {
        this.places = places;
        this.files = files;
        this.conditionals = conditionals;
    }

    @Override
    public String[] getMethods() {
        return new String[] {"MKCOL"};
    }

    @Override
    public void answer(DavRequest request, DavResponse response) throws IOException {
        InDrive target = Places.inDrive(request);
        Node parent = places.parent(request.actor(), target);
        if (hasBody(request)) {
            throw Refusal.UNSUPPORTED_BODY.because("a folder is made without a body");
        }
        Precondition asked = conditionals.forChange(request);
        try {
            files.createFolder(request.actor(), parent.id(), Places.name(target), asked);
        } catch (CloudException e) {
            throw e.code() == ErrorCode.NAME_TAKEN ? new CloudException(ErrorCode.NOT_ALLOWED_HERE, e.message(), e) : e;
        }
        response.status(201);
    }

    private static boolean hasBody(DavRequest request) throws IOException {
        try (InputStream body = request.getInputStream()) {
            return body.read() >= 0;
        }
    }
}
