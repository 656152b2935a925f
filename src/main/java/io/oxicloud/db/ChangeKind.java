package io.oxicloud.db;

/** What happened to a member of a collection. */
public enum ChangeKind {
    CREATED,
    UPDATED,
    DELETED
}
