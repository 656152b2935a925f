package io.oxicloud.files;

/** Stored by name. */
enum NodeKind {
    FILE,
    FOLDER
}
