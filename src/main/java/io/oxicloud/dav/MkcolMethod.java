package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Precondition;
import io.oxicloud.dav.DavTarget.InDrive;
import io.oxicloud.dav.property.Catalogue;
import io.oxicloud.dav.property.PatchPlan;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlBody;
import io.oxicloud.dav.xml.XmlElement;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.files.NodeTimes;
import io.oxicloud.files.PropertyChange;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** MKCOL: makes an empty folder (RFC 4918 section 9.3), with properties if the body says so (RFC 5689). */
final class MkcolMethod implements DavMethod {
    private final Places places;
    private final FileTree files;
    private final Conditionals conditionals;
    private final Catalogue catalogue;

    MkcolMethod(Places places, FileTree files, Conditionals conditionals, Catalogue catalogue) {
        this.places = places;
        this.files = files;
        this.conditionals = conditionals;
        this.catalogue = catalogue;
    }

    @Override
    public String[] getMethods() {
        return new String[] {"MKCOL"};
    }

    @Override
    public void answer(DavRequest request, DavResponse response) throws IOException {
        InDrive target = Places.inDrive(request);
        Node parent = places.parent(request.actor(), target);
        Optional<XmlElement> body = body(request);
        if (body.isEmpty()) {
            make(request, parent, null);
            response.status(201);
            return;
        }
        requireFolder(body.get());
        PatchPlan plan = PatchPlan.ofNew(catalogue, body.get());
        if (plan.isPossible()) {
            make(request, parent, plan);
        }
        response.status(plan.isPossible() ? 201 : 403);
        response.setContentTypeHeader(MultistatusWriter.CONTENT_TYPE);
        response.header("Cache-Control", "no-store");
        response.setEntity((unused, out) -> write(out, plan));
    }

    private void make(DavRequest request, Node parent, @Nullable PatchPlan plan) {
        Precondition asked = conditionals.forChange(request);
        String name = Places.name(Places.inDrive(request));
        List<PropertyChange> changes = plan == null ? List.of() : plan.changes();
        NodeTimes times = plan == null ? NodeTimes.UNCHANGED : plan.times();
        try {
            files.createFolder(request.actor(), parent.id(), name, changes, times, asked);
        } catch (CloudException e) {
            throw e.code() == ErrorCode.NAME_TAKEN ? new CloudException(ErrorCode.NOT_ALLOWED_HERE, e.message(), e) : e;
        }
    }

    /** Nothing if there is no body. Of any other kind than this one, none is understood. */
    private static Optional<XmlElement> body(DavRequest request) throws IOException {
        try (var in = new PushbackInputStream(request.getInputStream())) {
            int first = in.read();
            if (first < 0) {
                return Optional.empty();
            }
            in.unread(first);
            if (!isXml(request.header("Content-Type"))) {
                throw unsupported();
            }
            Optional<XmlElement> body = XmlBody.read(in);
            if (body.isPresent() && !body.get().isDav("mkcol")) {
                throw unsupported();
            }
            return body;
        }
    }

    private static boolean isXml(@Nullable String contentType) {
        String type =
                contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return type.equals("application/xml") || type.equals("text/xml");
    }

    private static CloudException unsupported() {
        return Refusal.UNSUPPORTED_BODY.because("a folder is made without a body, or with a mkcol element");
    }

    /** All that there is here are folders; calendars and the like are made elsewhere. */
    private static void requireFolder(XmlElement mkcol) {
        boolean other = mkcol.children().stream()
                .filter(set -> set.isDav("set"))
                .flatMap(set -> set.dav("prop").stream())
                .flatMap(prop -> prop.dav("resourcetype").stream())
                .flatMap(type -> type.children().stream())
                .anyMatch(type -> !type.isDav("collection"));
        if (other) {
            throw Refusal.VALID_RESOURCETYPE.because("here are files and plain folders only");
        }
    }

    private static void write(OutputStream out, PatchPlan plan) throws IOException {
        var writer = new MultistatusWriter(out, XmlOutput.SMALL);
        writer.out().markup("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:mkcol-response xmlns:D=\"DAV:\">");
        plan.writeTo(writer);
        writer.out().markup("</D:mkcol-response>\n");
        writer.out().drain();
    }
}
