package io.oxicloud.dav;

import io.oxicloud.base.Page;
import io.oxicloud.dav.property.Facts;
import io.oxicloud.dav.property.Place;
import io.oxicloud.dav.property.PropertyPlan;
import io.oxicloud.dav.property.Responses;
import io.oxicloud.dav.property.Viewer;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.drive.Space;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer about a node, or about a folder and what lies in it.
 *
 * <p>Page by page: a page is read, written and sent before the next one is read, and no connection is held meanwhile. One
 * statement for each page and for each facet of it; how much of the answer is in memory does not depend on the folder.
 */
final class PropfindListing {
    private static final int PAGE = 1_000;

    private final PropfindSources sources;
    private final PropertyPlan plan;
    private final Viewer viewer;
    private final Place place;
    private final @Nullable Space space;

    PropfindListing(PropfindSources sources, PropertyPlan plan, Viewer viewer, Place place, @Nullable Space space) {
        this.sources = sources;
        this.plan = plan;
        this.viewer = viewer;
        this.place = place;
        this.space = space;
    }

    void write(OutputStream stream, Node node, boolean whole) throws IOException {
        var writer = new MultistatusWriter(stream, whole ? XmlOutput.LARGE : XmlOutput.SMALL);
        var responses = new Responses(writer, plan, viewer, place, space);
        if (whole) {
            writeAll(writer, responses, node);
        } else {
            Facts facts = sources.facts().load(viewer.actor(), plan, List.of(node));
            writer.open();
            responses.self(node, facts);
        }
        writer.close();
    }

    private void writeAll(MultistatusWriter writer, Responses responses, Node folder) throws IOException {
        Page<Node> page = sources.files().children(viewer.actor(), folder, null, PAGE);
        List<Node> first = new ArrayList<>(page.items());
        first.add(folder); // with the page, so that it costs no statement of its own
        Facts facts = sources.facts().load(viewer.actor(), plan, first);
        writer.open();
        responses.self(folder, facts);
        write(responses, page, facts);
        for (String next = page.next(); next != null; next = page.next()) {
            writer.out().flush();
            page = sources.files().children(viewer.actor(), folder, next, PAGE);
            facts = sources.facts().load(viewer.actor(), plan, page.items());
            write(responses, page, facts);
        }
    }

    private static void write(Responses responses, Page<Node> page, Facts facts) throws IOException {
        for (Node node : page.items()) {
            responses.child(node, facts);
        }
    }
}
