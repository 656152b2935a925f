package io.oxicloud.dav;

import io.oxicloud.dav.DavTarget.InDrive;
import io.oxicloud.files.FileLock;
import io.oxicloud.files.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * The paths of what locks were taken on, as seen from a thing that they cover. Each is a beginning of the path that the caller
 * wrote, so that none tells him what he does not know.
 */
final class LockRoots {
    private final String mount;
    private final List<String> selector;
    private final List<String> path;
    private final boolean folder;

    /**
     * @param selector what comes between the mount point and the path in the drive
     * @param path in the drive, of the thing that is covered
     */
    LockRoots(String mount, List<String> selector, List<String> path, boolean folder) {
        this.mount = mount;
        this.selector = List.copyOf(selector);
        this.path = List.copyOf(path);
        this.folder = folder;
    }

    static LockRoots of(DavRequest request, DavSettings settings, InDrive target, Node node) {
        List<String> selector = new ArrayList<>();
        String drive = target.drive();
        if (drive != null) {
            if (!settings.drivePrefix().isEmpty()) {
                selector.add(settings.drivePrefix());
            }
            selector.add(drive);
        }
        return new LockRoots(request.mount(), selector, target.path(), node.folder());
    }

    String href(FileLock lock) {
        int steps = Math.min(lock.root().ancestors().size(), path.size());
        List<String> segments = new ArrayList<>(selector);
        segments.addAll(path.subList(0, steps));
        return Href.of(mount, segments, steps < path.size() || folder);
    }
}
