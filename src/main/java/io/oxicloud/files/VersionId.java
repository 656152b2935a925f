package io.oxicloud.files;

import io.oxicloud.access.Access;
import java.util.UUID;

/** How a version is named outside: the folder in whose history it stands, a hyphen, its number there. */
final class VersionId {
    private static final int FOLDER = 36;

    private VersionId() {}

    static String text(RevisionId id) {
        return id.folder() + "-" + id.number();
    }

    /** @throws io.oxicloud.base.CloudException NOT_FOUND for what names no version */
    static RevisionId parse(String text) {
        try {
            if (text.length() > FOLDER + 1 && text.charAt(FOLDER) == '-') {
                return new RevisionId(
                        UUID.fromString(text.substring(0, FOLDER)), Long.parseLong(text.substring(FOLDER + 1)));
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw Access.absent();
    }
}
