package io.oxicloud.dav;

import io.oxicloud.base.Actor;
import io.oxicloud.dav.DavTarget.InDrive;
import io.oxicloud.dav.property.Facet;
import io.oxicloud.dav.property.Place;
import io.oxicloud.dav.property.PropertyPlan;
import io.oxicloud.dav.property.PropertyQuery;
import io.oxicloud.dav.property.Viewer;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlBody;
import io.oxicloud.dav.xml.XmlElement;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Set;

/** PROPFIND: properties of a file or folder and of what lies in it (RFC 4918 section 9.1), streamed. */
final class PropfindMethod implements DavMethod {
    private final Places places;
    private final Conditionals conditionals;
    private final PropfindSources sources;
    private final DavSettings settings;

    PropfindMethod(Places places, Conditionals conditionals, PropfindSources sources, DavSettings settings) {
        this.places = places;
        this.conditionals = conditionals;
        this.sources = sources;
        this.settings = settings;
    }

    @Override
    public String[] getMethods() {
        return new String[] {"PROPFIND"};
    }

    @Override
    public void answer(DavRequest request, DavResponse response) throws IOException {
        // clients that leave it out expect a list, and not of everything
        Depth depth = Depth.of(request, Depth.ONE, Depth.ZERO, Depth.INFINITY);
        if (depth == Depth.INFINITY) {
            throw Refusal.PROPFIND_FINITE_DEPTH.because("ask for one level after the other");
        }
        PropertyPlan plan = PropertyPlan.of(sources.catalogue(), PropertyQuery.parse(body(request)));
        if (request.target() instanceof InDrive target) {
            list(request, response, target, plan, depth);
        } else {
            listDrives(request, response, plan, depth);
        }
    }

    private static Optional<XmlElement> body(DavRequest request) throws IOException {
        try (InputStream body = request.getInputStream()) {
            return XmlBody.read(body);
        }
    }

    private void list(DavRequest request, DavResponse response, InDrive target, PropertyPlan plan, Depth depth) {
        Actor actor = request.actor();
        Node node = places.node(actor, target);
        conditionals.forQuestion(request);
        var space = plan.needs(Facet.SPACE) && node.folder()
                ? sources.drives().space(actor, Set.of(node.drive())).get(node.drive())
                : null;
        Place place = DavPlaces.of(request, target, settings);
        var viewer = new Viewer(actor, sources.files(), DavPlaces.context(request));
        var listing = new PropfindListing(sources, plan, viewer, place, space);
        multistatus(response);
        boolean whole = node.folder() && depth == Depth.ONE;
        response.setEntity((unused, out) -> listing.write(out, node, whole));
    }

    private void listDrives(DavRequest request, DavResponse response, PropertyPlan plan, Depth depth) {
        conditionals.forQuestion(request);
        var viewer = new Viewer(request.actor(), sources.files(), DavPlaces.context(request));
        var listing = new PropfindDrives(sources, plan, viewer, DavPlaces.drives(request, settings));
        multistatus(response);
        response.setEntity((unused, out) -> listing.write(out, depth == Depth.ONE));
    }

    private static void multistatus(DavResponse response) {
        response.status(207);
        response.setContentTypeHeader(MultistatusWriter.CONTENT_TYPE);
        response.header("Cache-Control", "private, no-cache");
    }
}
