package io.oxicloud.dav;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a path below the mount point means. */
sealed interface DavTarget {
    /** The collection of all drives that the caller can read. */
    enum Drives implements DavTarget {
        ALL
    }

    /**
     * A file or folder.
     *
     * @param drive as the caller wrote it, an id or a name; null for the caller's default drive
     * @param path names from the root of the drive down; empty for the root itself
     * @param slash the path ended in one, so that it can only mean a folder
     */
    record InDrive(@Nullable String drive, List<String> path, boolean slash) implements DavTarget {
        public InDrive {
            path = List.copyOf(path);
        }
    }

    /**
     * @param prefix the segment below which drives are selected; empty if the first segment always is a drive
     */
    static DavTarget of(DavPath path, String prefix) {
        List<String> segments = path.segments();
        int drive = prefix.isEmpty() ? 0 : 1;
        if (drive == 1 && (segments.isEmpty() || !segments.get(0).equals(prefix))) {
            return new InDrive(null, segments, path.slash());
        }
        if (segments.size() == drive) {
            return Drives.ALL;
        }
        return new InDrive(segments.get(drive), segments.subList(drive + 1, segments.size()), path.slash());
    }
}
