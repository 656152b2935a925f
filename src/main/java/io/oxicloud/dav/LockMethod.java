package io.oxicloud.dav;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import io.oxicloud.dav.DavTarget.InDrive;
import io.oxicloud.dav.property.ActiveLock;
import io.oxicloud.dav.property.Place;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlBody;
import io.oxicloud.dav.xml.XmlElement;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.files.FileLock;
import io.oxicloud.files.LockKind;
import io.oxicloud.files.LockRequest;
import io.oxicloud.files.LockedFile;
import io.oxicloud.files.Locks;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * LOCK (RFC 4918 section 9.10): locks a file or folder, makes a file where there is nothing and locks that, or, without a body,
 * gives a lock new time.
 */
final class LockMethod implements DavMethod {
    private final Places places;
    private final Locks locks;
    private final Conditionals conditionals;
    private final DavSettings settings;

    LockMethod(Places places, Locks locks, Conditionals conditionals, DavSettings settings) {
        this.places = places;
        this.locks = locks;
        this.conditionals = conditionals;
        this.settings = settings;
    }

    @Override
    public String[] getMethods() {
        return new String[] {"LOCK"};
    }

    @Override
    public void answer(DavRequest request, DavResponse response) throws IOException {
        InDrive target = Places.inDrive(request);
        Duration timeout = TimeoutHeader.parse(request.header("Timeout"));
        Optional<XmlElement> body;
        try (InputStream in = request.getInputStream()) {
            body = XmlBody.read(in);
        }
        if (body.isEmpty()) {
            refresh(request, response, target, timeout);
        } else {
            boolean deep = Depth.of(request, Depth.INFINITY, Depth.ZERO) == Depth.INFINITY;
            take(request, response, target, wanted(body.get(), deep, timeout));
        }
    }

    private void refresh(DavRequest request, DavResponse response, InDrive target, @Nullable Duration timeout) {
        if (request.header("If") == null) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "neither a lock to take nor one to refresh");
        }
        Node node = places.node(request.actor(), target);
        try {
            Precondition asked = conditionals.forChange(request);
            locks.refresh(request.actor(), node.id(), asked.lockTokens(), timeout);
        } catch (CloudException e) {
            throw e.code() == ErrorCode.STALE_ETAG ? Refusal.LOCK_TOKEN_MATCHES_REQUEST_URI.of(e) : e;
        }
        show(request, response, target, node, 200);
    }

    private void take(DavRequest request, DavResponse response, InDrive target, LockRequest wanted) {
        Precondition asked = conditionals.forChange(request);
        Node there = there(request.actor(), target);
        try {
            if (there == null) {
                LockedFile made = takeNew(request.actor(), target, wanted, asked);
                response.header("Lock-Token", "<" + made.lock().token() + ">");
                show(request, response, target, made.file(), 201);
            } else {
                FileLock lock = locks.take(request.actor(), there.id(), wanted, asked);
                response.header("Lock-Token", "<" + lock.token() + ">");
                show(request, response, target, there, 200);
            }
        } catch (CloudException e) {
            boolean conflict = e.code() == ErrorCode.LOCKED
                    && (there != null || !asked.lockTokens().isEmpty());
            throw conflict ? Refusal.NO_CONFLICTING_LOCK.of(e) : e;
        }
    }

    private @Nullable Node there(Actor actor, InDrive target) {
        try {
            return places.node(actor, target);
        } catch (CloudException e) {
            if (e.code() == ErrorCode.NOT_FOUND && !target.slash()) {
                return null;
            }
            throw e;
        }
    }

    private LockedFile takeNew(Actor actor, InDrive target, LockRequest wanted, Precondition asked) {
        return locks.takeNew(actor, places.parent(actor, target).id(), Places.name(target), wanted, asked);
    }

    private static LockRequest wanted(XmlElement body, boolean deep, @Nullable Duration timeout) {
        if (!body.isDav("lockinfo")
                || body.dav("locktype").flatMap(type -> type.dav("write")).isEmpty()) {
            throw malformed();
        }
        XmlElement scope = body.dav("lockscope").orElseThrow(LockMethod::malformed);
        boolean exclusive = scope.dav("exclusive").isPresent();
        if (exclusive == scope.dav("shared").isPresent()) {
            throw malformed();
        }
        String owner = body.dav("owner").map(XmlElement::markup).orElse("");
        return new LockRequest(exclusive ? LockKind.EXCLUSIVE : LockKind.SHARED, deep, owner, timeout);
    }

    private static CloudException malformed() {
        return new CloudException(
                ErrorCode.INVALID_INPUT, "this is not a lockinfo for an exclusive or shared write lock");
    }

    /** All locks that are in force here, others' included (RFC 4918 section 9.10.1). */
    private void show(DavRequest request, DavResponse response, InDrive target, Node node, int status) {
        List<FileLock> all = locks.on(request.actor(), List.of(node)).getOrDefault(node.id(), List.of());
        Place place = DavPlaces.of(request, target, settings);
        response.status(status);
        response.setContentTypeHeader(MultistatusWriter.CONTENT_TYPE);
        response.header("Cache-Control", "no-store");
        response.setEntity((unused, out) -> write(out, all, node, place));
    }

    private static void write(OutputStream stream, List<FileLock> locks, Node node, Place place) throws IOException {
        var out = new XmlOutput(stream, XmlOutput.SMALL);
        out.markup("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:prop xmlns:D=\"DAV:\"><D:lockdiscovery>");
        for (FileLock lock : locks) {
            ActiveLock.write(out, lock, node, place);
        }
        out.markup("</D:lockdiscovery></D:prop>\n");
        out.drain();
    }
}
