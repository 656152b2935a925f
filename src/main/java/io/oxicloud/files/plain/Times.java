package io.oxicloud.files.plain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** When files of the system were changed. */
final class Times {
    static Instant modified(Path file) throws IOException {
        return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
    }

    /** By length and time, to the second: some file systems keep no more, or only two of them. */
    static boolean isSame(Path file, long size, Instant modified) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && Files.size(file) == size
                && modified(file).truncatedTo(ChronoUnit.SECONDS).equals(modified.truncatedTo(ChronoUnit.SECONDS));
    }

    private Times() {}
}
