package io.oxicloud.dav;

import io.oxicloud.dav.property.FactLoader;
import io.oxicloud.dav.property.Facts;
import io.oxicloud.dav.property.Place;
import io.oxicloud.dav.property.PropertyPlan;
import io.oxicloud.dav.property.Responses;
import io.oxicloud.dav.property.SyncTokens;
import io.oxicloud.dav.property.Viewer;
import io.oxicloud.dav.xml.Href;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.drive.Space;
import io.oxicloud.files.Node;
import io.oxicloud.files.SyncChange;
import io.oxicloud.files.SyncPage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answer about what changed in a folder. As that of a PROPFIND it is read, written and sent page by page; it ends with the
 * token for the next report.
 */
final class SyncListing {
    static final int PAGE = 1_000;

    private static final int MISSING = 404;
    private static final int TRUNCATED = 507;

    private final FactLoader loader;
    private final PropertyPlan plan;
    private final Viewer viewer;
    private final Place place;
    private final Href folder;
    private final @Nullable Space space;

    /** Where the pages come from. */
    interface Pages {
        SyncPage after(String token, int limit);
    }

    SyncListing(FactLoader loader, PropertyPlan plan, Viewer viewer, Place place, @Nullable Space space) {
        this.loader = loader;
        this.plan = plan;
        this.viewer = viewer;
        this.place = place;
        this.folder = place.href(true);
        this.space = space;
    }

    /** @param limit of members; what goes beyond it is left to the next report */
    void write(OutputStream stream, SyncPage first, int limit, Pages pages) throws IOException {
        var writer = new MultistatusWriter(stream, first.more() ? XmlOutput.LARGE : XmlOutput.SMALL);
        var responses = new Responses(writer, plan, viewer, place, space);
        SyncPage page = first;
        Facts facts = load(page);
        writer.open();
        write(writer, responses, page, facts);
        int left = limit - page.changes().size();
        while (page.more() && left > 0) {
            writer.out().flush();
            page = pages.after(page.token(), Math.min(left, PAGE));
            facts = load(page);
            write(writer, responses, page, facts);
            left -= page.changes().size();
        }
        if (page.more()) {
            truncated(writer);
        }
        writer.out().markup("\n<D:sync-token>");
        writer.out().text(SyncTokens.uri(page.token()));
        writer.out().markup("</D:sync-token>");
        writer.close();
    }

    private Facts load(SyncPage page) {
        List<Node> there = page.changes().stream()
                .map(SyncChange::node)
                .filter(Objects::nonNull)
                .toList();
        return loader.load(viewer.actor(), plan, there);
    }

    private void write(MultistatusWriter writer, Responses responses, SyncPage page, Facts facts) throws IOException {
        for (SyncChange change : page.changes()) {
            Node node = change.node();
            if (node != null) {
                responses.child(node, facts);
            } else {
                writer.response(folder, change.name(), change.folder());
                writer.status(MISSING);
                writer.endResponse();
            }
        }
    }

    /** RFC 6578 section 3.6. */
    private void truncated(MultistatusWriter writer) throws IOException {
        writer.response(folder);
        writer.status(TRUNCATED);
        writer.error("<D:number-of-matches-within-limits/>");
        writer.endResponse();
    }
}
