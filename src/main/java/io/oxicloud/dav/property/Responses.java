package io.oxicloud.dav.property;

import io.oxicloud.dav.xml.Href;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.drive.Space;
import io.oxicloud.files.Node;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes responses about what lies at one place and in it: for each, what it has of the properties that a plan asks for
 * (RFC 4918 section 9.1). For one answer; not thread-safe.
 */
public final class Responses {
    private final MultistatusWriter writer;
    private final Propstats propstats;
    private final @Nullable Space space;
    private final Place place;
    private final Href folder;

    /** @param space of the drive there, or null if nobody asked or may know */
    public Responses(MultistatusWriter writer, PropertyPlan plan, Viewer viewer, Place place, @Nullable Space space) {
        this.writer = writer;
        this.propstats = new Propstats(writer, plan, new LiveProperty.Context(viewer, place));
        this.space = space;
        this.place = place;
        this.folder = place.href(true);
    }

    /** About the node at this place. */
    public void self(Node node, Facts facts) throws IOException {
        if (!facts.isGone(node)) {
            writer.response(place.href(node.folder()));
            propstats.write(facts.of(node, space));
            writer.endResponse();
        }
    }

    /** About a node in the folder at this place. */
    public void child(Node node, Facts facts) throws IOException {
        if (!facts.isGone(node)) {
            writer.response(folder, node.name(), node.folder());
            propstats.write(facts.of(node, space));
            writer.endResponse();
        }
    }

    /** About the list of drives, at this place. */
    public void driveList(String name) throws IOException {
        writer.response(folder);
        propstats.write(Subject.ofDriveList(name, space));
        writer.endResponse();
    }
}
