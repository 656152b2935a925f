package io.oxicloud.blob;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forces a folder's entries to disk, where the operating system has a way to do so. */
final class FolderSync {
    private static final Logger log = LoggerFactory.getLogger(FolderSync.class);

    private final boolean possible;

    private FolderSync(boolean possible) {
        this.possible = possible;
    }

    /** Tries with {@code folder}; if it does not work there, it will not be tried again (Windows opens no folders). */
    static FolderSync of(Path folder) {
        try {
            force(folder);
            return new FolderSync(true);
        } catch (IOException e) {
            log.warn("blob.folders-not-forced reason=\"a rename may be lost in a power cut\" cause={}", e.toString());
            return new FolderSync(false);
        }
    }

    void sync(Path folder) throws IOException {
        if (possible) {
            force(folder);
        }
    }

    private static void force(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
