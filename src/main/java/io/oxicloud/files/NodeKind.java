package io.oxicloud.files;

/** Stored by name. */
public enum NodeKind {
    FILE,
    FOLDER
}
