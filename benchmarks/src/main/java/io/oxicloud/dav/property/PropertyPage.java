package io.oxicloud.dav.property;

import io.oxicloud.base.Actor;
import io.oxicloud.base.UserId;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlElement;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.drive.Space;
import io.oxicloud.files.DeadProperty;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A page of a listing, its rows loaded already, within reach of the benchmarks. */
public final class PropertyPage {
    private static final Place FOLDER = new Place(List.of("webdav"), List.of("Photos", "2026 & before"));

    private final PropertyPlan plan;
    private final Facts facts = new Facts();
    private final Space space;
    private final Viewer viewer;

    /**
     * @param asked a propfind element
     * @param dead the properties of clients' own, of those nodes that have some
     */
    @SuppressWarnings("NullAway") // the tree is for a property that nobody asks for here
    public PropertyPage(XmlElement asked, Map<Node, List<DeadProperty>> dead, Space space) {
        plan = PropertyPlan.of(new Catalogue(List::of), PropertyQuery.parse(Optional.of(asked)));
        if (plan.needs(Facet.DEAD_PROPERTIES)) {
            dead.forEach((node, properties) -> facts.dead.put(node.id(), properties));
        }
        this.space = space;
        viewer = new Viewer(new Actor.User(new UserId(new UUID(1, 1)), false, false), null, List.of());
    }

    public void write(OutputStream stream, List<Node> nodes) throws IOException {
        var writer = new MultistatusWriter(stream, XmlOutput.LARGE);
        var responses = new Responses(writer, plan, viewer, FOLDER, space);
        writer.open();
        for (Node node : nodes) {
            responses.child(node, facts);
        }
        writer.close();
    }
}
