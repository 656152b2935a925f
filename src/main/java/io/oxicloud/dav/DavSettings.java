package io.oxicloud.dav;

import java.net.URI;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How drives appear in paths, and where those are.
 *
 * @param drivePrefix the first segment of a path that selects a drive: {@code /webdav/@drive/Team/a}; empty if the first
 *     segment always does: {@code /webdav/Team/a}
 * @param publicUrl where clients see the application; null if it is where they call it
 */
public record DavSettings(String drivePrefix, @Nullable URI publicUrl) {
    // before the defaults, which are checked against it
    private static final Pattern SEGMENT = Pattern.compile("[^/\\\\\\p{Cntrl}]*");

    public static final DavSettings DEFAULTS = new DavSettings("@drive", null);

    public DavSettings {
        if (!SEGMENT.matcher(drivePrefix).matches() || drivePrefix.equals(".") || drivePrefix.equals("..")) {
            throw new IllegalArgumentException(
                    "webdav.drive-listing-prefix must be empty or one path segment, was " + drivePrefix);
        }
    }
}
