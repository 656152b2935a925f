package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.files.Locks;
import io.oxicloud.files.Node;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** UNLOCK: gives a lock back (RFC 4918 section 9.11). */
final class UnlockMethod implements DavMethod {
    private static final Pattern CODED = Pattern.compile("<([^<>\\s]+)>");

    private final Places places;
    private final Locks locks;
    private final Conditionals conditionals;

    UnlockMethod(Places places, Locks locks, Conditionals conditionals) {
        this.places = places;
        this.locks = locks;
        this.conditionals = conditionals;
    }

    @Override
    public String[] getMethods() {
        return new String[] {"UNLOCK"};
    }

    @Override
    public void answer(DavRequest request, DavResponse response) {
        String header = request.only("Lock-Token");
        Matcher token = CODED.matcher(header == null ? "" : header);
        if (!token.matches()) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "there is no Lock-Token header that names a lock");
        }
        Node node = places.node(request.actor(), Places.inDrive(request));
        conditionals.forChange(request);
        try {
            locks.release(request.actor(), node.id(), token.group(1));
        } catch (CloudException e) {
            throw e.code() == ErrorCode.CONFLICT ? Refusal.LOCK_TOKEN_MATCHES_REQUEST_URI.of(e) : e;
        }
        response.status(204);
    }
}
