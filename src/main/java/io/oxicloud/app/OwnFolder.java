package io.oxicloud.app;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A folder that nobody but the account which runs the product should see into, where the file system knows owners. */
final class OwnFolder {
    private static final Logger LOG = LoggerFactory.getLogger(OwnFolder.class);
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private OwnFolder() {}

    /** Makes it, and what lies above; one that is there is left as it is, with a warning if others may look into it. */
    static void make(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            warn(folder);
            return;
        }
        Path above = folder.toAbsolutePath().getParent();
        if (above != null) {
            Files.createDirectories(above);
        }
        try {
            if (isPosix(folder)) {
                Files.createDirectory(folder, OWNER_ONLY);
            } else {
                Files.createDirectory(folder);
            }
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    private static void warn(Path folder) throws IOException {
        if (isPosix(folder) && isOpenToOthers(Files.getPosixFilePermissions(folder))) {
            LOG.warn("start.data.readable path={} others on this machine may look into it; mend it: chmod 700", folder);
        }
    }

    static boolean isOpenToOthers(Set<PosixFilePermission> permissions) {
        return permissions.contains(PosixFilePermission.GROUP_READ)
                || permissions.contains(PosixFilePermission.GROUP_EXECUTE)
                || permissions.contains(PosixFilePermission.OTHERS_READ)
                || permissions.contains(PosixFilePermission.OTHERS_EXECUTE);
    }

    private static boolean isPosix(Path folder) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
