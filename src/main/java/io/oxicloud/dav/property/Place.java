package io.oxicloud.dav.property;

import io.oxicloud.base.Lineage;
import io.oxicloud.dav.xml.Href;
import io.oxicloud.files.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a folder, or a file that was asked for alone, has its address: below a drive, as the client wrote it.
 *
 * @param above names from the server's root down to the drive
 * @param path names from the drive down to the folder
 */
public record Place(List<String> above, List<String> path) {
    public Place {
        above = List.copyOf(above);
        path = List.copyOf(path);
    }

    public Href href(boolean collection) {
        return href(path.size(), collection);
    }

    /** Of a node that lies here. */
    Href child(Node node) {
        List<String> names = new ArrayList<>(above);
        names.addAll(path);
        names.add(node.name());
        return Href.of(names, node.folder());
    }

    /** Of a folder on the way from the drive down to here. */
    Href onTheWay(Lineage folder) {
        return href(Math.min(folder.ancestors().size(), path.size()), true);
    }

    private Href href(int depth, boolean collection) {
        List<String> names = new ArrayList<>(above);
        names.addAll(path.subList(0, depth));
        return Href.of(names, collection || depth == 0);
    }
}
