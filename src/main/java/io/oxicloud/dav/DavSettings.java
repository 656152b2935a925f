package io.oxicloud.dav;

import java.util.regex.Pattern;

/**
 * How drives appear in paths.
 *
 * @param drivePrefix the first segment of a path that selects a drive: {@code /webdav/@drive/Team/a}; empty if the first
 *     segment always does: {@code /webdav/Team/a}
 */
public record DavSettings(String drivePrefix) {
    // before the defaults, which are checked against it
    private static final Pattern SEGMENT = Pattern.compile("[^/\\\\\\p{Cntrl}]*");

    public static final DavSettings DEFAULTS = new DavSettings("@drive");

    public DavSettings {
        if (!SEGMENT.matcher(drivePrefix).matches() || drivePrefix.equals(".") || drivePrefix.equals("..")) {
            throw new IllegalArgumentException(
                    "webdav.drive-listing-prefix must be empty or one path segment, was " + drivePrefix);
        }
    }
}
