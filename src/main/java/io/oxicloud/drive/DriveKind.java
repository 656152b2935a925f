package io.oxicloud.drive;

/** What sort of drive it is. Stored by name. */
public enum DriveKind {
    /** Belongs to one user for ever: its membership never changes, and it has no quota of its own. */
    PERSONAL,
    /** Made by an administrator; has at least one owner at all times. */
    SHARED
}
