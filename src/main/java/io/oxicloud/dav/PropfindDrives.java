package io.oxicloud.dav;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.NodeId;
import io.oxicloud.dav.property.Facet;
import io.oxicloud.dav.property.Facts;
import io.oxicloud.dav.property.Place;
import io.oxicloud.dav.property.PropertyPlan;
import io.oxicloud.dav.property.Responses;
import io.oxicloud.dav.property.Viewer;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.drive.DriveView;
import io.oxicloud.drive.Space;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answer about the list of drives, which is no folder, and about the root folders of the drives in it. */
final class PropfindDrives {
    private final PropfindSources sources;
    private final PropertyPlan plan;
    private final Viewer viewer;
    private final Place place;

    /** @param place of the list; its drives lie right below */
    PropfindDrives(PropfindSources sources, PropertyPlan plan, Viewer viewer, Place place) {
        this.sources = sources;
        this.plan = plan;
        this.viewer = viewer;
        this.place = place;
    }

    void write(OutputStream stream, boolean whole) throws IOException {
        List<DriveView> drives = sources.drives().readable(viewer.actor());
        List<DriveId> ids = drives.stream().map(DriveView::id).toList();
        Map<DriveId, Space> space = plan.needs(Facet.SPACE) ? sources.drives().space(viewer.actor(), ids) : Map.of();
        var writer = new MultistatusWriter(stream, whole ? XmlOutput.LARGE : XmlOutput.SMALL);
        if (whole) {
            write(writer, drives, space);
        } else {
            writer.open();
            list(writer, own(drives, space));
        }
        writer.close();
    }

    private void write(MultistatusWriter writer, List<DriveView> drives, Map<DriveId, Space> space) throws IOException {
        List<NodeId> ids =
                drives.stream().map(drive -> new NodeId(drive.id().value())).toList();
        Map<NodeId, Node> roots = sources.files().found(viewer.actor(), ids);
        Facts facts = sources.facts().load(viewer.actor(), plan, List.copyOf(roots.values()));
        writer.open();
        list(writer, own(drives, space));
        for (DriveView drive : drives) {
            Node root = roots.get(new NodeId(drive.id().value()));
            if (root != null) {
                responses(writer, below(drive), space.get(drive.id())).self(root, facts);
            }
        }
    }

    private void list(MultistatusWriter writer, @Nullable Space space) throws IOException {
        List<String> above = place.above();
        responses(writer, place, space).driveList(above.isEmpty() ? "" : above.get(above.size() - 1));
    }

    private Responses responses(MultistatusWriter writer, Place at, @Nullable Space space) {
        return new Responses(writer, plan, viewer, at, space);
    }

    private Place below(DriveView drive) {
        List<String> above = new ArrayList<>(place.above());
        above.add(drive.segment());
        return new Place(above, List.of());
    }

    /** What a user may store counts in his own drive. */
    private static @Nullable Space own(List<DriveView> drives, Map<DriveId, Space> space) {
        return drives.stream()
                .filter(drive -> drive.defaultFor() != null)
                .findFirst()
                .map(drive -> space.get(drive.id()))
                .orElse(null);
    }
}
