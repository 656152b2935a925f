package io.oxicloud.dav.property;

/** What a property needs besides the node's own row; loaded for a page at once, and only if a property wants it. */
public enum Facet {
    LOCKS,
    DEAD_PROPERTIES,
    SPACE,
    SYNC_TOKENS
}
