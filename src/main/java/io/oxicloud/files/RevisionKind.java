package io.oxicloud.files;

/** What happened to a node, as seen from one folder. Stored by name. */
enum RevisionKind {
    CREATED,
    /** Has new content. */
    WRITTEN,
    /** Is said to have been made or changed at another time. */
    TOUCHED,
    /** Bears this name here now: renamed, or moved in. */
    ARRIVED,
    /** Does not bear this name here any more: renamed, or moved away. */
    LEFT,
    TRASHED,
    /** Back from the trash. */
    RESTORED
}
