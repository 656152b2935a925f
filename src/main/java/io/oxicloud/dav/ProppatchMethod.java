package io.oxicloud.dav;

import io.oxicloud.base.Precondition;
import io.oxicloud.dav.DavTarget.InDrive;
import io.oxicloud.dav.property.Catalogue;
import io.oxicloud.dav.property.PatchPlan;
import io.oxicloud.dav.property.Place;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlBody;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.files.DeadProperties;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/** PROPPATCH: keeps properties for clients, word by word, all of a request or none (RFC 4918 section 9.2). */
final class ProppatchMethod implements DavMethod {
    private final Places places;
    private final DeadProperties properties;
    private final Catalogue catalogue;
    private final Conditionals conditionals;
    private final DavSettings settings;

    ProppatchMethod(
            Places places,
            DeadProperties properties,
            Catalogue catalogue,
            Conditionals conditionals,
            DavSettings settings) {
        this.places = places;
        this.properties = properties;
        this.catalogue = catalogue;
        this.conditionals = conditionals;
        this.settings = settings;
    }

    @Override
    public String[] getMethods() {
        return new String[] {"PROPPATCH"};
    }

    @Override
    public void answer(DavRequest request, DavResponse response) throws IOException {
        InDrive target = Places.inDrive(request);
        PatchPlan plan = plan(request);
        Node node = places.node(request.actor(), target);
        Precondition precondition = conditionals.forChange(request);
        if (plan.isPossible()) {
            properties.patch(request.actor(), node.id(), plan.changes(), plan.times(), precondition);
        } else {
            // asks what the change would: who may not change it, or holds no lock, is told nothing about names and
            // values
            properties.patch(request.actor(), node.id(), List.of(), precondition);
        }
        Place place = DavPlaces.of(request, target, settings);
        response.status(207);
        response.setContentTypeHeader(MultistatusWriter.CONTENT_TYPE);
        response.header("Cache-Control", "no-store");
        response.setEntity((unused, out) -> write(out, place, node, plan));
    }

    private PatchPlan plan(DavRequest request) throws IOException {
        try (InputStream body = request.getInputStream()) {
            return new PatchPlan(catalogue, XmlBody.read(body));
        }
    }

    private static void write(OutputStream out, Place place, Node node, PatchPlan plan) throws IOException {
        var writer = new MultistatusWriter(out, XmlOutput.SMALL);
        writer.open();
        writer.response(place.href(node.folder()));
        plan.writeTo(writer);
        writer.endResponse();
        writer.close();
    }
}
