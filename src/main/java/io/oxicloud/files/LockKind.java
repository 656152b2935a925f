package io.oxicloud.files;

/** Whether a lock stands alone (RFC 4918 section 6.2). Stored by name. */
public enum LockKind {
    EXCLUSIVE,
    SHARED
}
