package io.oxicloud.drive;

import java.util.Locale;

/** A rule that an administrator may set for one drive. All are off unless set. */
public enum Policy {
    /** No grants on folders and files in the drive. */
    FORBID_SHARING,
    /** No external user becomes a member or gets a grant. */
    FORBID_EXTERNAL_SHARING,
    FORBID_PUBLIC_LINKS,
    /** Nothing is moved out of the drive. */
    FORBID_CROSS_DRIVE_MOVE,
    /** Owners are neither made nor unmade. */
    FORBID_OWNER_ROLE_CHANGE,
    INCLUDE_IN_PHOTO_INDEX,
    INCLUDE_IN_MUSIC_INDEX,
    /** Frozen: nothing in the drive or about it changes, by anybody, until an administrator lifts it. */
    READ_ONLY;

    private final String key = name().toLowerCase(Locale.ROOT);

    /** How it is spelled at the edges and stored: {@code forbid_sharing}. */
    public String key() {
        return key;
    }
}
