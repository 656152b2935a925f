package io.oxicloud.files.plain;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Page;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.files.FileContent;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes drives as plain files with their times, each drive into a folder of its own. A file appears under its name when all of it
 * is on the disk; one that is there already, of the same length and time, stays. So an export that stopped goes on when it is begun
 * again, and one that is done brings what changed. What lies in the folder and in no drive is left alone. For one run.
 */
public final class PlainExport {
    /** Begins the names of files that are not complete. */
    static final String PART = ".oxicloud-part-";

    private static final Actor EXPORT = new Actor.Job("export");
    private static final int PAGE = 1_000;

    private final FileTree tree;
    private final DriveFolders drives;
    private final List<String> left = new ArrayList<>();
    private long done;
    private long same;

    public PlainExport(Tx tx, DriveLedger drives, FileTree tree) {
        this.tree = tree;
        this.drives = new DriveFolders(tx, drives);
    }

    /** @throws IOException if the folder cannot be written */
    public PlainReport run(Path into) throws IOException {
        Files.createDirectories(into);
        for (Map.Entry<String, DriveId> drive : drives.all().entrySet()) {
            Node root = tree.get(EXPORT, new NodeId(drive.getValue().value()));
            folder(root, into, drive.getKey());
        }
        return new PlainReport(done, same, left);
    }

    private void folder(Node folder, Path above, String name) throws IOException {
        Path place;
        try {
            place = above.resolve(name);
            if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(place);
            }
        } catch (IOException | InvalidPathException e) {
            left.add(above + "/" + name + ": " + e);
            return;
        }
        String cursor = null;
        do {
            Page<Node> page = tree.children(EXPORT, folder, cursor, PAGE);
            for (Node node : page.items()) {
                if (node.folder()) {
                    folder(node, place, node.name());
                } else {
                    file(node, place);
                }
            }
            cursor = page.next();
        } while (cursor != null);
        Files.setLastModifiedTime(place, FileTime.from(folder.modified()));
    }

    private void file(Node file, Path folder) throws IOException {
        Path part = folder.resolve(PART + file.id());
        try {
            Path place = folder.resolve(file.name());
            if (Times.isSame(place, file.size(), file.modified())) {
                same++;
                return;
            }
            write(file, part);
            Files.move(part, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            done++;
        } catch (IOException | InvalidPathException | CloudException e) {
            left.add(folder + "/" + file.name() + ": " + e);
            Files.deleteIfExists(part);
        }
    }

    private void write(Node file, Path part) throws IOException {
        try (FileContent content = tree.open(EXPORT, file);
                var out = Files.newOutputStream(part)) {
            content.stream().transferTo(out);
        }
        try (var channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Instant modified = file.modified();
        Files.setLastModifiedTime(part, FileTime.from(modified));
    }
}
