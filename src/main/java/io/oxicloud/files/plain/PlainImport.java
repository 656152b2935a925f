package io.oxicloud.files.plain;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.NodeName;
import io.oxicloud.base.Page;
import io.oxicloud.base.Precondition;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.files.Declared;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes plain files with their times into drives, from a folder as {@link PlainExport} makes it. What is there already, of the
 * same length and time, stays; what is there with another content becomes a former version. What cannot be taken, for its name is
 * no name here, or it is no file, is told and left where it is; nothing is deleted on either side. For one run.
 */
public final class PlainImport {
    private static final Actor IMPORT = new Actor.Job("import");
    private static final int PAGE = 1_000;

    private final FileTree tree;
    private final DriveFolders drives;
    private final List<String> left = new ArrayList<>();
    private long done;
    private long same;

    public PlainImport(Tx tx, DriveLedger drives, FileTree tree) {
        this.tree = tree;
        this.drives = new DriveFolders(tx, drives);
    }

    /** @throws IOException if the folder cannot be read */
    public PlainReport run(Path from) throws IOException {
        Map<String, DriveId> known = drives.all();
        for (Path place : entries(from)) {
            DriveId drive = known.get(String.valueOf(place.getFileName()));
            if (drive == null || !Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
                left.add(place + ": is not the folder of a drive; there are " + known.keySet());
            } else {
                folder(place, tree.get(IMPORT, new NodeId(drive.value())));
            }
        }
        return new PlainReport(done, same, left);
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList();
        }
    }

    private void folder(Path place, Node folder) throws IOException {
        Map<String, Node> there = children(folder);
        Set<String> taken = new HashSet<>();
        for (Path entry : entries(place)) {
            String found = String.valueOf(entry.getFileName());
            if (found.startsWith(PlainExport.PART)) {
                continue;
            }
            try {
                String name = NodeName.of(found);
                if (!taken.add(name)) {
                    left.add(entry + ": another one has the same name, as names are written here");
                } else {
                    entry(entry, folder, name, there.get(name));
                }
            } catch (CloudException e) {
                left.add(entry + ": " + e.message());
            }
        }
    }

    private Map<String, Node> children(Node folder) {
        Map<String, Node> there = new HashMap<>();
        String cursor = null;
        do {
            Page<Node> page = tree.children(IMPORT, folder, cursor, PAGE);
            page.items().forEach(node -> there.put(node.name(), node));
            cursor = page.next();
        } while (cursor != null);
        return there;
    }

    private void entry(Path entry, Node folder, String name, @Nullable Node there) throws IOException {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
            if (there != null && !there.folder()) {
                left.add(entry + ": a file has that name");
            } else {
                folder(entry, there == null ? tree.createFolder(IMPORT, folder.id(), name) : there);
            }
        } else if (!Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
            left.add(entry + ": is neither a file nor a folder");
        } else if (there != null && !there.folder() && Times.isSame(entry, there.size(), there.modified())) {
            same++;
        } else {
            file(entry, folder, name);
        }
    }

    private void file(Path file, Node folder, String name) throws IOException {
        long size = Files.size(file);
        var intent = tree.prepareWrite(IMPORT, folder.id(), name, Precondition.NONE, size)
                .with(new Declared(null, Times.modified(file).truncatedTo(ChronoUnit.MICROS)));
        try (var bytes = Files.newInputStream(file)) {
            tree.write(IMPORT, intent, bytes, size);
            done++;
        }
    }
}
