package io.oxicloud.dav;

import io.oxicloud.base.Actor;
import io.oxicloud.dav.DavTarget.InDrive;
import io.oxicloud.dav.property.Facet;
import io.oxicloud.dav.property.PropertyPlan;
import io.oxicloud.dav.property.Viewer;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlElement;
import io.oxicloud.dav.xml.XmlName;
import io.oxicloud.drive.Space;
import io.oxicloud.files.FolderSync;
import io.oxicloud.files.Node;
import io.oxicloud.files.SyncPage;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What changed in a folder since a token (RFC 6578 section 3): one level, whether the Depth is 0, as the RFC wants it, or 1, as
 * its drafts did.
 */
final class SyncReport implements Report {
    private final Places places;
    private final Conditionals conditionals;
    private final FolderSync sync;
    private final PropfindSources sources;
    private final DavSettings settings;

    SyncReport(
            Places places, Conditionals conditionals, FolderSync sync, PropfindSources sources, DavSettings settings) {
        this.places = places;
        this.conditionals = conditionals;
        this.sync = sync;
        this.sources = sources;
        this.settings = settings;
    }

    @Override
    public XmlName name() {
        return XmlName.dav("sync-collection");
    }

    @Override
    public void answer(DavRequest request, DavResponse response, XmlElement question) {
        if (!(request.target() instanceof InDrive target)) {
            throw Refusal.SUPPORTED_REPORT.because("the list of drives keeps no history");
        }
        if (Depth.of(request, Depth.ZERO, Depth.ONE, Depth.INFINITY) == Depth.INFINITY) {
            throw Refusal.SYNC_TRAVERSAL_SUPPORTED.because("ask for one folder after the other");
        }
        SyncQuery query = SyncQuery.parse(question);
        PropertyPlan plan = PropertyPlan.of(sources.catalogue(), query.properties());
        Actor actor = request.actor();
        Node folder = places.node(actor, target);
        conditionals.forQuestion(request);
        int size = Math.min(query.limit(), SyncListing.PAGE);
        SyncPage first = sync.changes(actor, folder.id(), query.token(), size);
        var viewer = new Viewer(actor, sources.files(), DavPlaces.context(request));
        var listing = new SyncListing(
                sources.facts(), plan, viewer, DavPlaces.of(request, target, settings), space(actor, plan, folder));
        response.status(207);
        response.setContentTypeHeader(MultistatusWriter.CONTENT_TYPE);
        response.header("Cache-Control", "private, no-cache");
        response.setEntity((unused, out) -> listing.write(
                out, first, query.limit(), (since, limit) -> sync.changes(actor, folder.id(), since, limit)));
    }

    private @Nullable Space space(Actor actor, PropertyPlan plan, Node folder) {
        return plan.needs(Facet.SPACE)
                ? sources.drives().space(actor, Set.of(folder.drive())).get(folder.drive())
                : null;
    }
}
